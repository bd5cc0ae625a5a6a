import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  applyShopOrders,
} from '#testing/order-fixtures.ts';
import type { Person } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { givenStock } from '#testing/stock-fixtures.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { openBrowser, type Visitor } from './browser.ts';
import { callAs, enterAs, knownMerchant } from './known-merchant.ts';

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let store: string;
const place = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const day = 86_400_000;
const sizes = ['Small', 'Large'];
const colours = ['Red', 'Blue'];
const variants = (large = 'Large') =>
  colours.flatMap((colour, c) =>
    sizes.map((size, s) => {
      const shown = size === 'Large' ? large : size;
      return shopVariant(`${c}${s}`, {
        title: `${colour} / ${shown}`,
        options: [
          { name: 'Color', value: colour },
          { name: 'Size', value: shown },
        ],
        position: c * 2 + s + 1,
      });
    }),
  );
const importOrders = (large: string, minutes: number) =>
  applyProducts(place(), owner.account_id, store, [
    shopProduct('1', variants(large), { title: 'Soft tee', updated_at: new Date(Date.UTC(2026, 10, 20, 8, minutes)) }),
  ]);

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  store = await givenStore(place(), owner.account_id, { name: 'Tee shop' });
  await importOrders('Large', 0);
  const channel = await givenChannel(place());
  const others = await givenStore(place(), owner.account_id, { name: 'Other shop' });
  await applyProducts(
    place(),
    owner.account_id,
    others,
    ['71', '72'].map((id) => shopProduct(id, [shopVariant(id)], { title: `Desk clock ${id}` })),
  );
  for (const [colour, size] of [
    ['红/RD', 'S'],
    ['红/RD', 'L'],
    ['蓝', 'S'],
    ['蓝', 'L'],
  ]) {
    const { sku_id } = await givenVariant(place(), { account_id: owner.account_id, id: others });
    await sqlRows(
      stage,
      `UPDATE catalog_skus SET title = 'Soft tee, ${colour} ${size}', attributes = '{"Color": "${colour}", "Size": "${size}"}' WHERE id = '${sku_id}'`,
    );
    await givenPrice(place(), owner.account_id, { sku_id, channel });
    if (`${colour} ${size}` === '红/RD S') await givenStock(place(), owner.account_id, sku_id, 7);
  }
  const orders = ['01', '11'].map((id) =>
    shopOrder([shopLine({ external_id: id, sku: `SKU-${id}` })], {
      external_id: id,
      name: `#10${id}`,
      address,
      placed_at: new Date(Date.now() - day),
      updated_at: new Date(Date.now() - day),
    }),
  );
  await inAccount(place(), owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, orders, 'api'),
  );
  visitor = await openBrowser(stage.url);
  await enterAs(stage, visitor, owner);
});
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

const shot = async (name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await visitor.page.screenshot({ path: `${folder}/${name}.png` });
};
const ordersOf = () =>
  callAs<{ id: string; name: string; stage: string; blocks: { code: string }[] }[]>(
    stage,
    owner,
    'GET',
    `/api/shopify_orders?store_id=${store}`,
  );

it('maps all variants by their options, a row manually, and its orders can be paid', {
  tags: ['D2-03', 'D2-04'],
}, async () => {
  const { page } = visitor;
  await page.goto('/my-product/index?q=soft');
  await page.getByRole('button', { name: 'Open Soft tee' }).click();
  await page.getByRole('link', { name: 'Map variants' }).click();
  await page.getByRole('heading', { name: 'Mapping of Soft tee' }).waitFor();
  const rows = page.getByRole('list', { name: 'Variants and their items' }).getByRole('listitem');
  await rows.first().getByText('SKU-00 · $19.99 · 0 orders in 30 days').waitFor();
  const choice = page.getByRole('option', { name: /Soft tee, 红\/RD S/ });
  for (const fact of [/TW\d+ · 400\sg/, 'ready in 3 days', 'Size: S', '$5.00']) await choice.getByText(fact).waitFor();
  await shot('mapping-empty');
  await page.getByRole('button', { name: 'Map by option' }).click();
  await page.getByRole('combobox', { name: 'Color Red corresponds to' }).waitFor();
  await page.getByRole('button', { name: 'Fill rows' }).click();
  await page.getByText('4 rows filled. Review them, then save.').waitFor();
  await shot('mapping-matched');
  // the row of blue and large gets the small one manually: shown in red, and undone with the keys
  await rows.nth(3).getByRole('button').first().click();
  await page.getByRole('combobox', { name: 'Keyword or SKU' }).fill('蓝 S');
  await page.getByRole('option', { name: /Soft tee, 蓝 S/ }).click();
  await rows.nth(3).getByText('Size is Large in your store, but S for this item.').waitFor();
  await page.getByText('Affects 2 unpaid orders.').waitFor();
  await shot('mapping-wrong');
  await page.getByRole('combobox', { name: 'Keyword or SKU' }).fill('');
  await page.getByRole('option', { name: /Soft tee, 红\/RD L/ }).waitFor();
  await rows.nth(2).getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await rows.nth(3).getByText('Soft tee, 蓝 L').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Mapping saved. 2 orders are ready to pay.').waitFor();
  expect((await ordersOf()).map((order) => order.stage)).toEqual(['awaiting_payment', 'awaiting_payment']);
});

it('blocks orders when an option is renamed at the shop, shows old and new, and frees them when it is still right', async () => {
  const { page } = visitor;
  await importOrders('Extra large', 5);
  expect((await ordersOf()).map((order) => order.blocks[0]?.code)).toEqual(['MAPPING_CHANGED', 'MAPPING_CHANGED']);
  const [blocked] = await ordersOf();
  await page.goto(`/order/index?order=${blocked?.id}`);
  const order = page.getByRole('dialog');
  await order.getByText('Size: Large → Extra large').waitFor();
  await shot('order-mapping-changed');
  await order.getByRole('link', { name: /^Review mapping of/ }).click();
  await page.getByRole('heading', { name: 'Mapping of Soft tee' }).waitFor();
  await page.goto('/my-product/index?tab=needs_review');
  await page.getByRole('button', { name: 'Open Soft tee' }).click();
  await page.getByText('Review it to unblock its unpaid orders.').waitFor();
  await page.getByRole('link', { name: 'Review changes' }).click();
  await page.getByText('Size: Large → Extra large').first().waitFor();
  await shot('mapping-drift');
  for (const name of ['Keep mapping', 'Keep mapping']) await page.getByRole('button', { name }).first().click();
  await page.getByText('2 variants changed. Affects 2 unpaid orders.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Mapping saved. 2 orders are ready to pay.').waitFor();
  await page.getByRole('button', { name: /^More actions for Color: Red · Size: Extra large/ }).click();
  await page.getByRole('menuitem', { name: 'View versions' }).click();
  const history = page.getByRole('dialog');
  await history.getByText('confirmed without changes').waitFor();
  await history.getByText('In effect').waitFor();
  await shot('mapping-versions');
  await history.getByRole('button', { name: 'Restore version' }).click();
  await history.waitFor({ state: 'detached' });
});

it('shows a product with variants, prices, quotes, stock, orders and what happened', { tags: ['D2-17'] }, async () => {
  const { page } = visitor;
  await page.goto('/my-product/index?q=soft');
  await page.getByRole('button', { name: 'Open Soft tee' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Variants' }).click();
  await drawer.getByText('SKU-11').waitFor();
  await drawer.getByRole('button', { name: 'Prices' }).click();
  await drawer.getByText('No quotes requested yet.').waitFor();
  await drawer.getByText('United States').first().waitFor();
  await shot('product-prices');
  await drawer.getByRole('button', { name: 'Stock' }).click();
  const small = drawer.getByRole('row', { name: /红\/RD S/ });
  await small.getByText('used by 1 variant').waitFor();
  await small.getByText('Yiwu').waitFor();
  await small.getByRole('cell', { name: '7', exact: true }).waitFor();
  await drawer.getByText('Not stocked. Sourced when ordered.').first().waitFor();
  await shot('product-stock');
  await drawer.getByRole('button', { name: 'Orders' }).click();
  await drawer.getByRole('link', { name: '#1001' }).waitFor();
  await drawer.getByText('Version 2').first().waitFor();
  await shot('product-orders');
  await drawer.getByRole('button', { name: 'Timeline' }).click();
  await drawer.getByText('2 variants changed after their mapping was confirmed').waitFor();
  await drawer.getByText('Size: Large → Extra large').waitFor();
  await shot('product-timeline');
  await drawer.getByRole('link', { name: 'Map variants' }).click();
  await page.getByRole('heading', { name: 'Mapping of Soft tee' }).waitFor();
});

it('lists products by tab with what they cost, leave and sell, narrowed by margin and sorted by orders', {
  tags: ['D2-01', 'D2-02'],
}, async () => {
  const { page } = visitor;
  await page.goto('/my-product/index');
  for (const tab of [
    'All 7',
    'Not mapped 2',
    'Suggested 0',
    'Needs review 0',
    'Quote requested 0',
    'Mapped 5',
    'Self-fulfilled 0',
  ])
    await page.getByRole('button', { name: tab, exact: true }).waitFor();
  const row = page.getByRole('row', { name: /Soft tee/ });
  for (const fact of [
    'Mapped',
    '4 of 4',
    '$19.99',
    'to the United States',
    /^\d+(\.\d)?%$/,
    'Partially in stock',
    '7 yours · 0 shared',
  ])
    await row.getByText(fact).first().waitFor();
  await row.getByRole('cell', { name: '2', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Margin below' }).click();
  await page.getByLabel('Margin below').fill('99');
  await page.keyboard.press('Enter');
  await page.getByText('Margin below: 99%').waitFor();
  await page.getByText('1–1 of 1').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('1–7 of 7').waitFor();
  await page.getByRole('button', { name: /^Orders \(30 days\)/ }).click();
  await page.getByRole('button', { name: /^Orders \(30 days\)/ }).click();
  await page.waitForURL(/sort=-orders/);
  await page.getByRole('row').nth(1).getByText('Soft tee').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Tags' }).check();
  await row.getByText('lamp', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Reset to default columns' }).click();
  await page.keyboard.press('Escape');
  await shot('products-list');
});

it('marks several products as not ours at once, and takes it back', { tags: ['D2-18'] }, async () => {
  const { page } = visitor;
  await page.goto('/my-product/index?q=clock');
  await page.getByText('1–2 of 2').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Mark as self-fulfilled', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('We skip their order lines').waitFor();
  await shot('products-bulk');
  await dialog.getByRole('button', { name: 'Mark 2 products as self-fulfilled' }).click();
  await dialog.getByText('2 products changed.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Self-fulfilled 2', exact: true }).click();
  await page.getByText('1–2 of 2').waitFor();
  await page.getByRole('checkbox', { name: 'Select Desk clock 71' }).check();
  await page.getByRole('button', { name: 'Fulfill with us' }).click();
  await dialog.getByRole('button', { name: 'Fulfill 1 product with us' }).click();
  await dialog.getByText('1 product changed.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('1–1 of 1').waitFor();
});

it('makes bundles with rules for countries, asks before unsaved work is lost, and fits a phone', async () => {
  const { page } = visitor;
  await page.goto('/my-product/index?q=soft');
  await page.getByRole('button', { name: 'Open Soft tee' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Map variants' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^More actions for Color: Red · Size: Small/ }).click();
  await page.getByRole('menuitem', { name: 'Edit bundle, countries, and dates' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add country or date rule' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('Add countries or dates to each rule.').waitFor();
  await dialog.getByLabel('Start date', { exact: true }).fill('2026-12-01');
  await dialog.getByRole('combobox', { name: 'Add item to Replacement items' }).click();
  await page.getByRole('option', { name: /Soft tee, 蓝 L/ }).click();
  await dialog.getByLabel('Quantity of Soft tee, 蓝 L').fill('2');
  await shot('mapping-bundle-phone');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 country or date rule').waitFor();
  await shot('mapping-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/1 variant saved\./).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(visitor.problems).toEqual([]);
});
