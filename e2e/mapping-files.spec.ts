import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel, givenPrice, givenStore, givenVariant } from '#testing/order-fixtures.ts';
import type { Person } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { givenStock } from '#testing/stock-fixtures.ts';
import { computeSuggestions } from '#testing/suggestion-stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';
import { closeButton, tabOf } from './tab-strip.ts';

// Variants are mapped by a table and as suggested, and a product of the catalogue goes into a shop.

const domain = 'mapped-from-birth.myshopify.com';
let stage: Stage;
let visitor: Visitor;
let owner: Person;
let codes: string[];
const place = () => ({ ground: stage.ground, clock: { now: () => new Date() } });

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const store = await givenStore(place(), owner.account_id, { name: 'Tee shop' });
  const channel = await givenChannel(place());
  const goods = [];
  for (const colour of ['Black', 'White']) {
    const { sku_id } = await givenVariant(place(), { account_id: owner.account_id, id: store });
    await sqlRows(
      stage,
      `UPDATE catalog_skus SET title = 'Soft tee, ${colour}', attributes = '{"Color": "${colour}"}' WHERE id = '${sku_id}'`,
    );
    await givenPrice(place(), owner.account_id, { sku_id, channel });
    goods.push(sku_id);
  }
  await sqlRows(
    stage,
    `UPDATE catalog_skus SET product_id = (SELECT product_id FROM catalog_skus WHERE id = '${goods[0]}'), position = 1`,
  );
  await sqlRows(stage, `UPDATE catalog_products SET title = 'Soft tee'`);
  await givenStock(place(), owner.account_id, goods[0] ?? '', 7);
  const rows = await sqlRows<{ code: string }>(stage, 'SELECT code FROM catalog_skus ORDER BY title');
  codes = rows.map((row) => row.code);
  const colours = ['Black', 'White'].map((colour, at) =>
    shopVariant(`1${at}`, { title: colour, sku: '', options: [{ name: 'Color', value: colour }], position: at + 1 }),
  );
  await applyProducts(place(), owner.account_id, store, [
    shopProduct('1', colours, { title: 'Soft tee' }),
    shopProduct('2', [shopVariant('21'), shopVariant('22')], { title: 'Gift box' }),
  ]);
  await computeSuggestions(place(), owner.account_id);
  await connectShop();
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

/** Connects a shop of the sandbox, as its merchant would by the consent page. */
async function connectShop(): Promise<void> {
  await stage.sandbox.shops.createShop({ domain, name: 'Night Light', currency: 'USD' });
  const { authorize_url } = await callAs<{ authorize_url: string }>(
    stage,
    owner,
    'GET',
    `/api/stores/authorize_url?domain=${domain}&import_days=1`,
  );
  const back = new URL(await stage.sandbox.shops.consent(authorize_url));
  await callAs(stage, owner, 'POST', '/api/stores/authorize', Object.fromEntries(back.searchParams));
}

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/${name}.png` });
};

it('the editor shows what is in stock of each item, and takes suggestions by one key', {
  tags: ['D2-19'],
}, async () => {
  const { page } = visitor;
  const [product] = await callAs<{ id: string }[]>(stage, owner, 'GET', '/api/products?q=Soft');
  await page.goto(`/my-product/mapping?product=${product?.id}`);
  const rows = page.getByRole('list', { name: 'Variants and their items' }).getByRole('listitem');
  await rows
    .first()
    .getByRole('button', { name: /^Accept match/ })
    .waitFor();
  await page
    .getByRole('option', { name: /Soft tee, Black/ })
    .getByText('7 of yours in stock')
    .waitFor();
  await page
    .getByRole('option', { name: /Soft tee, White/ })
    .getByText('sourced to order')
    .waitFor();
  await shot('mapping-suggested');
  await rows.first().getByRole('button').first().focus();
  await page.keyboard.press('a');
  await rows.first().getByText('From suggestion').waitFor();
  await rows.first().getByText('7 of yours in stock').waitFor();
  // What is decided and not saved is asked about before the tab goes.
  await closeButton(tabOf(page, 'Mapping')).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Accept 1 match' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('2 variants saved.').waitFor();
  const saved = await callAs<{ source: string; confidence: number }[]>(
    stage,
    owner,
    'GET',
    `/api/products/${product?.id}/variants`,
  );
  expect(saved.map((one) => one.source)).toEqual(['suggestion', 'suggestion']);
});

it('a table is tried, corrected and taken in', { tags: ['D2-13'] }, async () => {
  const { page } = visitor;
  await page.goto('/my-product/index');
  await page.getByRole('button', { name: 'Import mapping' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import mapping file' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV template' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mapping_\d{4}-\d\d-\d\d\.csv$/);
  await dialog.getByText('The template has 2 rows.').waitFor();
  await shot('mapping-file');
  const give = (sku: string, more = [`21,${sku},1`, `22,${codes[1]},`]) => {
    const table = ['Variant ID,Catalog SKU,Quantity', `21,${codes[0]},2`, ...more].join('\n');
    return dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'mapping.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  };
  await give('', []);
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByText('Nothing has changed yet.').waitFor(); // as many rows as variants: their number stands below
  expect(await dialog.getByText('1 variant will change.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await give('TW999');
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByText('The catalog has no SKU “TW999”. Search the catalog for the right one.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Map 1 variant' }).isDisabled()).toBe(true);
  await shot('mapping-file-mistakes');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await give(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByText(`${codes[0]} × 2 + ${codes[1]}`).first().waitFor();
  await dialog.getByRole('button', { name: 'Map 2 variants' }).click();
  await dialog.getByText('2 variants mapped.').waitFor();
  await shot('mapping-file-done');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
});

it('a product of the catalogue is put into a store and arrives there mapped', { tags: ['D2-14'] }, async () => {
  const { page } = visitor;
  await page.goto('/my-product/catalog');
  await page
    .getByRole('button', { name: /^Open Soft tee/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'List in store' }).click();
  const dialog = page.getByRole('dialog', { name: /^List .* in a store$/ });
  await dialog.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Tee shop' }).click();
  await dialog.getByText(/Re-authorize it/).waitFor();
  await dialog.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Night Light' }).click();
  await dialog.getByLabel('Store title').fill('Softest tee');
  await dialog.getByLabel('Cost multiplier').fill('3');
  await dialog.getByRole('button', { name: 'Set prices' }).click();
  await expect
    .poll(() =>
      dialog
        .getByRole('textbox', { name: /^Price of/ })
        .first()
        .inputValue(),
    )
    .toMatch(/\.99$/);
  await shot('publish');
  await dialog.getByRole('button', { name: 'List in store' }).click();
  await page.getByText('Listing the product in Night Light.').waitFor();
  await page.goto('/my-product/published');
  await page
    .getByRole('row', { name: /Softest tee/ })
    .getByText('Listed')
    .waitFor();
  await shot('published');
  const [there] = await stage.sandbox.shops.products(domain);
  expect(there).toMatchObject({ title: 'Softest tee', status: 'DRAFT' });
  const [product] = await callAs<{ mapping_state: string }[]>(stage, owner, 'GET', '/api/products?q=Softest');
  expect(product?.mapping_state).toBe('mapped');
  expect(visitor.problems).toEqual([]);
});
