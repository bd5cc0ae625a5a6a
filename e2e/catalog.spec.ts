import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';
import { computeSuggestions } from '#testing/suggestion-stage.ts';
import { openBrowser, type Visitor } from './browser.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let agent: { token: string };
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const logIn = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  agent = await staff(ground(), 'agent');
  visitor = await openBrowser(stage.url);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/${name}.png` });
};

it('an agent adds a product with its SKUs and lets one of them sell out', { tags: ['D2-16'] }, async () => {
  const { page } = visitor;
  await logIn(agent.token);
  await page.goto('/staff/catalog');
  await page.getByRole('button', { name: 'Add product' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await dialog.getByText('Enter a title.').waitFor();
  await dialog.getByLabel('Title').fill('Walnut Desk Lamp');
  await dialog.getByLabel('Category').fill('Lighting');
  await dialog.getByLabel('Options').fill('Color: Black, White, Green');
  await dialog.getByLabel('Weight (g)').fill('420');
  await shot('catalogue-add');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Walnut Desk Lamp, Green').waitFor();
  await shot('staff-catalog-drawer');
  await drawer.getByRole('listitem').filter({ hasText: 'Green' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sell while stock lasts' }).click();
  await drawer.getByText('While stock lasts').waitFor();
});

it('an agent puts pictures in order, changes and adds single SKUs, and makes a product for one client', {
  tags: ['D2-20'],
}, async () => {
  const { page } = visitor;
  const drawings = await Promise.all(drawProducts(2, 'desk lamps').map(pictureOf));
  const files = drawings.map((buffer, at) => ({ name: `lamp-${at}.jpg`, mimeType: 'image/jpeg', buffer }));
  const drawer = page.getByRole('dialog').first();
  await page.getByRole('button', { name: 'Edit product' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Walnut Desk Lamp' });
  await form.locator('input[type=file]').setInputFiles(files);
  await form.getByRole('button', { name: 'Make image 2 the main image' }).click();
  const first = form.getByRole('list', { name: 'Images' }).locator('img').first();
  const main = await first.getAttribute('src');
  await shot('catalogue-pictures');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Save product' }).click();
  await form.waitFor({ state: 'hidden' });
  await drawer.locator(`img[src="${main}"]`).first().waitFor();

  await drawer.getByRole('listitem').filter({ hasText: 'White' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit SKU', exact: true }).click();
  const sku = page.getByRole('dialog', { name: /^Edit TW/ });
  await sku.getByLabel('HS code').fill('94');
  await sku.getByRole('checkbox', { name: 'batteries' }).check();
  await sku.getByLabel('Length (mm)').fill('320');
  await sku.getByRole('button', { name: 'Save SKU' }).click();
  await sku.getByText('Enter an HS code of 6 to 12 digits.').waitFor();
  await sku.getByLabel('HS code').fill('940521');
  await sku.getByRole('combobox', { name: 'Country of origin' }).click();
  await page.getByRole('option', { name: 'China' }).click();
  await sku.getByLabel('Declared value').fill('4.50');
  await sku.getByLabel('Options').fill('Color: Black'); // another SKU has them: the server says so beside the field
  await sku.getByRole('button', { name: 'Save SKU' }).click();
  await sku.getByText('Two SKUs have the same options.').waitFor();
  await sku.getByLabel('Options').fill('Color: White');
  await shot('catalogue-sku');
  await sku.getByRole('button', { name: 'Save SKU' }).click();
  await sku.waitFor({ state: 'hidden' });

  await drawer.getByRole('button', { name: 'Add SKU' }).click();
  const added = page.getByRole('dialog', { name: 'Add SKU' });
  await added.getByLabel('Title').fill('Walnut Desk Lamp, Red');
  await added.getByLabel('Options').fill('Color: Red');
  await added.getByLabel('Weight (g)').fill('430');
  await added.getByRole('button', { name: 'Save SKU' }).click();
  await added.waitFor({ state: 'hidden' });
  await drawer.getByText('Walnut Desk Lamp, Red').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add product' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add product' });
  await dialog.getByLabel('Title').fill('Lamp for one shop only');
  await dialog.getByRole('combobox', { name: 'Exclusive client' }).click();
  await page.getByRole('option').filter({ visible: true }).first().click();
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/^Exclusive to /).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open Lamp for one shop only' }).waitFor();
  await page.goto('/staff/catalog'); // no client is named
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).waitFor();
  expect(await page.getByRole('button', { name: 'Open Lamp for one shop only' }).count()).toBe(0);
});

it('a merchant browses the catalogue by words, category and code', { tags: ['D2-15'] }, async () => {
  const { page } = visitor;
  await logIn(owner.token);
  await page.goto('/my-product/index');
  await page.getByRole('link', { name: 'Browse catalog' }).click();
  // until the catalog stands, what is typed would go into the search of the page that is left
  await page.getByRole('heading', { level: 1, name: 'Catalog', exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Keyword or SKU' }).filter({ visible: true }).fill('desk walnut');
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Walnut Desk Lamp, Black').waitFor();
  await expect.poll(() => drawer.getByText('No price yet').count()).toBe(4);
  await shot('catalogue-drawer');
  await drawer.press('Escape'); // in the drawer, which takes the focus when it stands
  await drawer.waitFor({ state: 'hidden' });
  await page.getByRole('searchbox', { name: 'Keyword or SKU' }).filter({ visible: true }).fill('nothing like it');
  await page.getByText('No results match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).waitFor();
  await shot('catalogue');
  await page.getByText('Images', { exact: true }).click();
  await page.getByRole('list', { name: 'Catalog' }).waitFor();
  await shot('catalogue-grid');
  await page.getByRole('button', { name: 'Request a quote for Walnut Desk Lamp' }).click();
  const ask = page.getByRole('dialog', { name: /^Request a quote/ });
  await shot('catalogue-ask');
  await ask.getByLabel('Expected orders per day').fill('12');
  await ask.getByRole('button', { name: 'Request a quote' }).click();
  await page.getByText(/Q-\d+ requested/).waitFor();
});

it('sure suggestions are accepted together, a wrong one is dismissed for good', { tags: ['D2-11'] }, async () => {
  const { account_id } = owner;
  const store = await givenStore(ground(), account_id);
  const colour = (value: string) => [{ name: 'Farbe', value }];
  await applyProducts(ground(), account_id, store, [
    shopProduct('1', [shopVariant('11', { sku: '', title: 'Schwarz', options: colour('Schwarz') })], {
      title: 'Walnut Desk Lamp',
    }),
    shopProduct('2', [shopVariant('21', { sku: '', title: '2-Pack', options: colour('2-Pack White') })], {
      title: 'Walnut Desk Lamp',
    }),
    shopProduct('3', [shopVariant('31', { sku: '', title: 'Weiß', options: colour('Weiß') })], {
      title: 'NORDIK Walnut Desk Lamp 2-Pack',
    }),
  ]);
  await computeSuggestions(ground(), account_id);
  const { page } = visitor;
  await page.goto('/my-product/index');
  await page.getByRole('link', { name: 'Review suggestions', exact: true }).click();
  await page.getByText('Schwarz = Black').waitFor();
  await page.getByText('2 × Walnut Desk Lamp, White').waitFor();
  await shot('suggestions');
  await page.getByRole('button', { name: 'Accept high-confidence matches' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept 1 match' }).click();
  await page.getByText('1 variant mapped.').waitFor();
  await page.getByText('Schwarz = Black').waitFor({ state: 'hidden' });
  const pair = page.getByRole('row', { name: /2 × Walnut/ });
  await pair.getByRole('button', { name: /^Accept match for / }).waitFor();
  await pair.getByText('Quote needed').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'Suggested matches' }).getByRole('listitem');
  await card.getByRole('button', { name: /^Accept match for / }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await pair.getByRole('button', { name: /actions|more/i }).click();
  await page.getByRole('menuitem', { name: 'Dismiss match' }).click();
  await page.getByText('No suggested matches').waitFor();
});

it('who changes the options of a mapped SKU is told how many mappings go to review', { tags: ['D2-20'] }, async () => {
  const { page } = visitor;
  await logIn(agent.token);
  await page.goto('/staff/catalog');
  await page.getByRole('button', { name: 'Open Walnut Desk Lamp' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('listitem').filter({ hasText: 'Black' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit SKU', exact: true }).click();
  const sku = page.getByRole('dialog', { name: /^Edit TW/ });
  await sku.getByLabel('Options').fill('Color: Charcoal');
  await sku.getByRole('button', { name: 'Save SKU' }).click();
  await page.getByText('1 variant is mapped to this SKU. Its mapping will need review').waitFor();
  await page
    .getByRole('dialog', { name: /^Change options/ })
    .getByRole('button', { name: 'Save SKU' })
    .click();
  await sku.waitFor({ state: 'hidden' });
  await drawer.getByText(/Charcoal/).waitFor();
});
