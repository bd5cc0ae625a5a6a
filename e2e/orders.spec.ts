import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  address,
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { desktop, openBrowser, phone, type Visitor } from './browser.ts';
import { lockPayable, markPaid } from '#server/features/orders/pay/pay.service.ts';
import { reviewOrders } from '#server/features/orders/review/review.service.ts';

const sample = fileURLToPath(new URL('../testing/data/shopify-orders-export.csv', import.meta.url));

let stage: Stage;
let visitor: Visitor;
let owner: Person;
let files: string;
let channel: Channel;
const ground = () => ({ ground: stage.ground, clock: { now: () => new Date() } });
const logIn = (token: string) => visitor.context.addCookies([{ name: 'Admin-Token', value: token, url: stage.url }]);
/** What an import came to: each figure with what it counts. */
const figuresOf = (dialog: Locator) => dialog.locator('dl > div').allTextContents();
beforeAll(async () => {
  stage = await openStage();
  owner = await merchant(ground());
  files = await givenStore(ground(), owner.account_id, { platform: 'file', name: 'Market stall' });
  visitor = await openBrowser(stage.url);
  await logIn(owner.token);
});
afterAll(async () => {
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
  await visitor.close();
  await stage.close();
});

/** The list and the palette find one order by words of its buyer or its products. */
async function foundBy(words: string, name: string): Promise<void> {
  const { page } = visitor;
  await page.getByRole('searchbox').fill(words);
  await page.getByRole('row', { name: new RegExp(name) }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2); // the head, and the order
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(words);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' });
}

it('a merchant imports Shopify’s export, sees the broken row, leaves it out, and finds each order once', async () => {
  const { page } = visitor;
  await page.goto('/order/index');
  for (const round of ['first', 'second']) {
    await page.getByRole('button', { name: 'Import orders' }).first().click();
    const dialog = page.getByRole('dialog');
    if (round === 'first') {
      const empty = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') };
      await dialog.locator('input[type=file]').setInputFiles(empty);
      await dialog.getByRole('button', { name: 'Check file' }).click();
      await dialog.getByText('The file is empty. Choose another one.').waitFor(); // at the file, not in passing
      await dialog.getByRole('button', { name: 'Remove empty.csv' }).click();
    }
    await dialog.locator('input[type=file]').setInputFiles(sample);
    await dialog.getByRole('button', { name: 'Check file' }).click();
    await dialog.getByText('8 orders in 11 rows').waitFor();
    await dialog.getByText('“two” isn’t a quantity. Enter a whole number from 1 to 100,000.').waitFor();
    if (round === 'first') {
      await dialog.getByText('Correct the file, or skip the rejected orders.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Import 7 orders' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Skip them and import the rest').click();
      await dialog.getByRole('button', { name: 'Import 7 orders' }).click();
      await dialog.getByText(/^Import finished/).waitFor(); // each figure is said once, below
      expect(await figuresOf(dialog)).toEqual(['New7', 'Changed0', 'Unchanged0', 'Rejected1']);
      await dialog.getByRole('link', { name: /^Request quotes for \d+ products$/ }).click();
      await page.waitForURL('**/my-product/index?**');
      await page.getByRole('dialog', { name: /^Request quotes/ }).waitFor();
      await page.goto('/order/index');
    } else {
      await dialog.getByText('There’s nothing to import.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click(); // the file was chosen and not imported
    }
  }
  await page.getByRole('row', { name: /#3001/ }).getByText('Not mapped').waitFor();
  expect(await page.getByRole('row', { name: /#30\d\d/ }).count()).toBe(7);
  await page.getByRole('searchbox').fill('3003');
  await page.getByRole('row', { name: /#3003/ }).waitFor();
  await page.getByRole('row', { name: /#3001/ }).waitFor({ state: 'detached' });
  await foundBy('muller anna', '#3003');
  await foundBy('wall clock', '#3003');
  await foundBy('美玲', '#3001');
  await page.getByRole('searchbox').fill('3003');
  await page.getByRole('button', { name: 'Open order #3003' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'Blocked' }).waitFor();
  await drawer.getByText('Lange Straße 7').waitFor();
  await page.keyboard.press('Escape');
});

/** Gives every SKU of the account a match and a price, as an accepted quote would. */
async function priceEverything(): Promise<void> {
  channel = await givenChannel(ground());
  await systemEntry(ground()).run('all_accounts', async ({ db }) => {
    await sql`INSERT INTO catalog_skus (id, title, weight_g, lead_days, created_at) VALUES ('00000000-0000-7000-8000-000000000001', 'Moon lamp', 450, 3, now())`.execute(
      db,
    );
    await sql`INSERT INTO mappings (account_id, variant_id, version, source, created_at) SELECT account_id, id, 1, 'agent', now() FROM store_variants WHERE account_id = ${owner.account_id}`.execute(
      db,
    );
    await sql`INSERT INTO mapping_components (account_id, variant_id, version, line, catalog_sku_id, quantity) SELECT account_id, id, 1, 1, '00000000-0000-7000-8000-000000000001', 1 FROM store_variants WHERE account_id = ${owner.account_id}`.execute(
      db,
    );
    await sql`UPDATE store_variants SET mapping_state = 'mapped', mapping_version = 1 WHERE account_id = ${owner.account_id}`.execute(
      db,
    );
  });
  for (const destination of ['US', 'DE', 'CN', 'PT']) {
    await givenPrice(ground(), owner.account_id, {
      sku_id: '00000000-0000-7000-8000-000000000001',
      channel,
      destination,
    });
  }
  await inAccount(ground(), owner.account_id, async (ctx) => {
    const variants = await ctx.db
      .selectFrom('store_variants')
      .select('id')
      .where('account_id', '=', owner.account_id)
      .execute();
    await reviewOrders(ctx, { variantIds: variants.map((variant) => variant.id) });
  });
}

/** In how many lines the text of an element is broken. */
function linesIn(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length;
}

/** What the promised days of an order are made of. */
const parts = '3 days to prepare + 7–12 days in transit';

it('a merchant sees what selected orders cost, and what the wallet lacks', async () => {
  await priceEverything();
  const { page } = visitor;
  await page.goto('/order/index?tab=to_pay');
  const row = page.getByRole('row', { name: /#3002/ });
  await row.getByRole('button', { name: '10–15 days' }).focus();
  await page.getByRole('tooltip').getByText(parts).waitFor();
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: /^Pay 4 orders · \$/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('4 orders ready to pay').waitFor();
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await drawer.getByText(`10–15 days · ${parts}`).filter({ visible: true }).count()).toBe(4);
    // the store stands below, so that an order's name keeps its one line
    const name = drawer.getByRole('cell', { name: '#3002', exact: true });
    expect(await name.evaluate(linesIn)).toBe(1);
  }
  await drawer.getByText('Shortfall').waitFor();
  await drawer.getByRole('button', { name: 'Add funds' }).click(); // for exactly these orders
  await page.getByText(/^You need \$[\d,.]+ to pay 4 orders\.$/).waitFor();
  expect(new URL(page.url()).searchParams.get('orders')?.split(',')).toHaveLength(4);
});

it('the choice of a shipping method says what its days are made of', async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=to_pay');
  await page.getByRole('button', { name: 'Open order #3002' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change shipping method' }).click();
  const dialog = page.getByRole('dialog', { name: /^Shipping method/ });
  await dialog.getByText(parts).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close' }).last().click();
});

it('the dashboard says what can leave with the next cut-off, and leads to what that takes', async () => {
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Next cut-off' }).waitFor();
  await page.getByText(/min left/).waitFor();
  await page.getByRole('list', { name: 'Unpaid orders' }).getByText('can still make it').waitFor();
  const plan = page.getByRole('region', { name: 'Unblock more orders' });
  await plan.getByText(/^Add at least \$\d/).waitFor(); // the wallet is empty
  await plan.getByRole('link', { name: /^Add funds,/ }).click();
  await page.getByRole('heading', { name: 'Recharge', level: 1 }).waitFor();
});

it('the warehouse ships a part with a tracking number, and the merchant sees it', async () => {
  await inAccount(ground(), owner.account_id, async (ctx) => {
    const { id } = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', owner.account_id)
      .where('name', '=', '#3001')
      .executeTakeFirstOrThrow();
    await markPaid(ctx, await lockPayable(ctx, [id]));
  });
  const { page } = visitor;
  await logIn((await staff(ground(), 'warehouse')).token);
  await page.goto('/staff/fulfillment');
  await page.getByRole('button', { name: 'Open order #3001' }).click();
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Mark order #3001 as shipped' });
  const submit = dialog.getByRole('button', { name: 'Mark as shipped' });
  const why = async () => {
    const id = (await submit.getAttribute('aria-describedby')) ?? '';
    return id === '' ? '' : dialog.locator(`[id="${id}"]`).innerText();
  };
  expect([await submit.isDisabled(), await why()]).toEqual([true, expect.stringContaining('tracking number')]);
  await dialog.getByLabel('Tracking number').fill('YT7000000001');
  await dialog.getByLabel('USB cable, braided').fill('0');
  expect([await submit.isDisabled(), await why()]).toEqual([false, '']);
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await page.getByText('Parcel YT7000000001 was added').waitFor();
  await page.getByRole('dialog').getByText('Partially shipped').first().waitFor();
  const sent = page.getByRole('dialog').getByRole('table', { name: 'Parcel' }).getByRole('row');
  expect(await sent.innerText()).toMatch(/YT7000000001\n2 × .+ · TW\d+\s×\s2 · In store: Moon lamp - 15\scm\n/);
  expect(await sent.innerText()).not.toContain('USB cable');
  await page.getByRole('dialog').getByRole('button', { name: 'Show timeline' }).click();
  await page
    .getByRole('list', { name: 'Timeline' })
    .getByText(/YT7000000001/)
    .first()
    .waitFor();
  const times = page.getByRole('list', { name: 'Timeline' }).locator('time');
  const moments = await times.evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  expect(moments).toEqual(moments.toSorted((a, b) => b - a)); // newest first
  expect(new Set(moments).size).toBeGreaterThan(1);
  await logIn(owner.token);
  await page.goto('/order/index?tab=shipped');
  await page.getByRole('row', { name: /#3001/ }).getByText('YT7000000001').waitFor();
  await page.getByRole('button', { name: 'Open order #3001', exact: true }).click();
  await page.getByRole('dialog').getByText('2 × Moon lamp - 15 cm · MOON-15', { exact: true }).waitFor();
});

it('a merchant splits an order, sees what that costs, and merges the parts again', { tags: ['D7-06'] }, async () => {
  const { page } = visitor;
  await page.goto('/order/index?tab=to_pay');
  await page.getByRole('button', { name: 'Open order #3003', exact: true }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Order #3003' });
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Split order' }).click();
  const splitting = page.getByRole('dialog').filter({ hasText: 'Split order #3003' });
  const submit = splitting.getByRole('button', { name: 'Split order' });
  expect(await submit.isDisabled()).toBe(true);
  await splitting.getByLabel('Units of Moon lamp').fill('2');
  await splitting
    .getByRole('status')
    .getByText(/^Costs \$\d+\.\d\d more$/)
    .waitFor();
  await splitting.getByRole('cell', { name: '#3003-2' }).waitFor();
  await submit.click();
  await splitting.waitFor({ state: 'detached' });
  await drawer.getByText('Part 1 of 2').waitFor();
  await page.keyboard.press('Escape');
  const part = page.getByRole('row', { name: /#3003-2/ });
  await part.getByText('To pay').waitFor();
  await page.getByRole('button', { name: 'Open order #3003', exact: true }).click();
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge orders' }).click();
  const merging = page.getByRole('dialog').filter({ hasText: 'Merge orders into #3003' });
  expect(await merging.getByLabel('Merge #3003-2').isChecked()).toBe(true);
  await merging
    .getByRole('status')
    .getByText(/^Saves \$\d+\.\d\d$/)
    .waitFor();
  await merging.getByRole('button', { name: 'Merge orders' }).click();
  await merging.waitFor({ state: 'detached' });
  await drawer.getByText('Part 1 of 2').waitFor({ state: 'detached' });
  await drawer.getByText('#3003-2 merged into this order: 2 units').first().waitFor();
  await page.keyboard.press('Escape');
  await part.waitFor({ state: 'detached' });
  const [merged] = await sqlRows(stage, `SELECT id FROM orders WHERE name = '#3003-2'`);
  await page.goto(`/order/index?order=${String(merged?.id)}`);
  await page.getByRole('dialog').getByText('The items of this order ship with another one.').waitFor();
});

it('a merchant without a file downloads the template, and its example comes in as an order', async () => {
  const { page } = visitor;
  await page.goto('/order/index');
  await page.getByRole('button', { name: 'Import orders' }).first().click();
  const dialog = page.getByRole('dialog');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download template (CSV)' }).click();
  const template = await saving;
  expect(template.suggestedFilename()).toBe('orders_template.csv');
  const buffer = await readFile(await template.path());
  await dialog.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  await dialog.getByText(/^No file yet\?/).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByText('1 order in 1 row').waitFor(); // its columns are known
  await dialog.getByRole('button', { name: 'Import 1 order' }).click();
  await dialog.getByText(/^Import finished/).waitFor();
  expect(await figuresOf(dialog)).toEqual(['New1', 'Changed0', 'Unchanged0', 'Rejected0']);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Open order 1001', exact: true }).waitFor();
});

/** Orders of one lamp as a store reports them. */
async function placed(store: string, ...orders: Parameters<typeof shopOrder>[1][]): Promise<void> {
  const of = { account_id: owner.account_id, id: store };
  const goods = await givenVariant(ground(), of);
  await givenPrice(ground(), owner.account_id, { sku_id: goods.sku_id, channel });
  const reported = orders.map((order) => shopOrder([shopLine(goods)], { external_id: order?.name ?? '', ...order }));
  await inAccount(ground(), owner.account_id, (ctx) => applyShopOrders(ctx, of, reported, 'api'));
}

async function openOrder(name: string) {
  const { page } = visitor;
  await page.goto(`/order/index?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Open order ${name}`, exact: true }).click();
  return page.getByRole('dialog', { name: new RegExp(name) });
}

it('a fulfillment of somebody else is cancelled from here where the store can; elsewhere the order says what to do', async () => {
  const lamps = await givenStore(ground(), owner.account_id, { name: 'Lamp shop' });
  const woo = await givenStore(ground(), owner.account_id, { platform: 'woocommerce', name: 'Woo shop' });
  await placed(lamps, { name: '#4001', fulfillment_status: 'partial' });
  await placed(woo, { name: '#4002', fulfillment_status: 'partial' });
  await placed(files, { name: '#4003', fulfillment_status: 'partial' });
  const cancel = { name: 'Cancel fulfillment in store' };
  await (await openOrder('#4001')).getByRole('button', cancel).waitFor();
  for (const [name, store, text] of [
    ['#4002', 'Woo shop', /Set the order back to unfulfilled in the store/],
    ['#4003', 'Market stall', /Import the file again with the order as unfulfilled/],
  ] as const) {
    const drawer = await openOrder(name);
    await drawer.getByText(text).waitFor();
    await drawer.getByRole('link', { name: `Open ${store}` }).waitFor();
    expect(await drawer.getByRole('button', cancel).count()).toBe(0);
  }
});

it('a profit that was converted is marked, with the rate', async () => {
  const { page } = visitor;
  for (const [currency, rate] of [
    ['USD', 1.2],
    ['GBP', 0.8],
  ] as const)
    await sqlRows(
      stage,
      `INSERT INTO exchange_rates (currency, day, source, per_euro, created_at) VALUES ('${currency}', '2026-11-20', 'ecb', ${rate}, now())`,
    );
  const abroad = await givenStore(ground(), owner.account_id, { name: 'London shop' });
  await placed(abroad, { name: '#4101', currency: 'GBP', total: 4000 }, { name: '#4102', total: 4000 });
  const profit = (drawer: Locator) =>
    drawer.locator('dt', { hasText: /^Profit/ }).locator('xpath=following-sibling::dd[1]');
  const converted = profit(await openOrder('#4101'));
  expect(await converted.innerText()).toMatch(/^≈\s*\$40\.00$/); // 60.00 of sale
  await converted.getByLabel('approximately').waitFor();
  await converted.getByRole('button').hover();
  await page.getByText(/^Converted at the rate of .*: 1 GBP = 1\.5 USD \(European Central Bank\)/).waitFor();
  expect(await profit(await openOrder('#4102')).innerText()).toBe('$20.00');
  await page.goto('/order/index?search=%23410');
  await page.getByRole('row', { name: /#4101/ }).getByLabel('approximately').waitFor();
  expect(await page.getByRole('row', { name: /#4102/ }).getByLabel('approximately').count()).toBe(0);
});

it('a merchant requests the country that an order lacks, and adds the next one to the same request', async () => {
  const { page } = visitor;
  const shop = await givenStore(ground(), owner.account_id, { name: 'Far shop' });
  await placed(
    shop,
    { name: '#5001', address: { ...address, country: 'FR' } },
    { name: '#5002', address: { ...address, country: 'IT' } },
  );
  const first = await openOrder('#5001');
  await first.getByText('Lamp: no price for France.').waitFor();
  await first.getByRole('button', { name: 'Request a quote to France' }).click();
  // numbers stay on one line, in a toast and in a link
  const wraps = (place: Locator) =>
    place.getByText(/^Q-\d+$/).evaluate((part) => getComputedStyle(part).whiteSpace !== 'nowrap');
  const told = page.getByText(/^Requested in Q-\d+\. Reply by/);
  const requested = await told.innerText();
  expect([await wraps(told), await wraps(first.getByRole('link', { name: /^Open Q-/ }))]).toEqual([false, false]);
  const number = /Q-\d+/.exec(requested)?.[0] ?? '';
  const awaited = new RegExp(`${number} is requested\\. Reply by`);
  await first.getByText(awaited).waitFor();
  const second = await openOrder('#5002');
  await second.getByText(`${number} is requested without Italy.`).waitFor();
  await second.getByRole('button', { name: `Add Italy to ${number}` }).click();
  await second.getByText(awaited).waitFor();
  expect(await second.getByRole('button', { name: /Italy/ }).count()).toBe(0);

  // what waits for us is ours on the dashboard too; what is blocked otherwise wants the merchant
  await page.goto('/');
  const counter = (tab: string) => page.getByRole('region', { name: 'Open tasks' }).locator(`a[href$="tab=${tab}"]`);
  await counter('waiting_for_us').getByText('2', { exact: true }).waitFor();
  expect(await counter('waiting_for_us').getAttribute('data-state')).toBe('some');
  expect(await counter('action_needed').getAttribute('data-state')).toBe('wants');
});
