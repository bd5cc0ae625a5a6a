import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#server/lib/clock.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import type { Person } from '#testing/people.ts';
import { openStage, type Stage } from '#testing/stage.ts';
import { enqueueTask, sqlRows } from '#testing/sql-rows.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { desktop, openBrowser, type Visitor } from './browser.ts';
import { enterAs, knownMerchant } from './known-merchant.ts';

// A merchant reads what was sold, as a chart and as a table, goes on to the orders behind a figure, and enters what ads cost.

const daysAgo = 27; // when its only order was placed
let stage: Stage;
let visitor: Visitor;
let owner: Person;

beforeAll(async () => {
  stage = await openStage();
  owner = await knownMerchant(stage);
  const { account_id } = owner;
  const store = { account_id, id: await givenStore(stage, account_id) };
  const lamp = await givenVariant(stage, store);
  const channel = await givenChannel(stage);
  await givenPrice(stage, account_id, { sku_id: lamp.sku_id, channel });
  const placed_at = new Date(systemClock.now().getTime() - daysAgo * 86_400_000);
  const order = shopOrder([shopLine(lamp, { quantity: 2, unit_price: 2000 })], {
    total: 4000,
    refunded: 750,
    placed_at,
  });
  await inAccount(stage, account_id, (ctx) => applyShopOrders(ctx, store, [order], 'api'));
  await givenArrival(channel.id);
  await enqueueTask(stage, 'statistics_fold'); // as every five minutes
  await enqueueTask(stage, 'statistics_months'); // as every quarter of an hour
  visitor = await openBrowser(stage.url);
});

/** An older order of a second store, whose parcel arrived today: nine days after payment, four after it was sent. */
async function givenArrival(channelId: string): Promise<void> {
  const { account_id } = owner;
  const second = { account_id, id: await givenStore(stage, account_id) };
  const placed_at = new Date(systemClock.now().getTime() - 80 * 86_400_000);
  const order = shopOrder([shopLine(null)], { external_id: 'older', name: '#900', placed_at });
  await inAccount(stage, account_id, (ctx) => applyShopOrders(ctx, second, [order], 'api'));
  await sqlRows(
    stage,
    `UPDATE orders SET stage = 'delivered', payment = 'paid', blocked = false, needs_merchant = false, paid_at = now() - interval '9 days',
       shipped_at = now() - interval '4 days' WHERE account_id = '${account_id}' AND name = '#900'`,
  );
  await sqlRows(
    stage,
    `INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, status, shipped_at, delivered_at)
     SELECT account_id, gen_random_uuid(), id, '${channelId}', 'YunExpress', 'YT90000009', 'delivered', now() - interval '4 days', now()
     FROM orders WHERE account_id = '${account_id}' AND name = '#900'`,
  );
}
afterAll(async () => {
  await visitor.close();
  await stage.close();
});

it('names the line of the earlier days above the chart, where no bar hides it', async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, owner);
  const dayBefore = (days: number) =>
    new Date(systemClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/sales-statitstics/index?from=${dayBefore(50)}&to=${dayBefore(0)}`);
  const chart = page.getByRole('group', { name: /^Sales per / });
  const name = chart.locator('p', { hasText: /^Previous period$/ });
  await name.waitFor();
  const [of, plot] = [await name.boundingBox(), await chart.getByRole('application').boundingBox()];
  expect((of?.y ?? 0) + (of?.height ?? 0)).toBeLessThanOrEqual((plot?.y ?? 0) + 1);
});

it('shows what was sold by keyboard alone, leads to its orders, and takes ad spend off the profit', async () => {
  const { page } = visitor;
  await enterAs(stage, visitor, owner);
  await page.goto('/sales-statitstics/index');
  const card = (name: string) => page.locator(`[data-figure="${name}"]`);
  await card('sales').getByText('$40.00').waitFor();
  await card('profit').getByText('$20.00').waitFor();

  // what went back to buyers is taken off the sales already
  await card('refunded').getByText('$7.50').waitFor();
  await card('refunded').getByText('Already taken off sales').waitFor();

  // each figure says what it is
  const help = page.getByRole('button', { name: 'What is Profit?' });
  await help.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Sales − cost of orders').waitFor();
  await page.keyboard.press('Escape');

  // the chart takes the focus, arrows go from day to day, and its table is one key away
  const chart = page.getByRole('group', { name: /^Sales per day/ });
  await chart.getByRole('application').focus();
  for (let day = 1; day < 30 - daysAgo; day += 1) await page.keyboard.press('ArrowRight'); // of the last 30 days
  const point = chart.locator('.recharts-tooltip-wrapper');
  const dayBefore = (days: number) =>
    new Date(systemClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  for (const [key, day, amount] of [
    [undefined, daysAgo, '$40.00'],
    ['ArrowRight', daysAgo - 1, '$0.00'],
    ['ArrowLeft', daysAgo, '$40.00'],
  ] as const) {
    if (key) await page.keyboard.press(key);
    await point.getByText(dayBefore(day)).waitFor();
    await point.getByText(amount, { exact: true }).waitFor();
  }
  // each point is said, and Enter opens its orders
  await chart
    .getByRole('status')
    .filter({ hasText: `${dayBefore(daysAgo)}: $40.00` })
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/order/index\\?from=${dayBefore(daysAgo)}&to=${dayBefore(daysAgo)}`));
  await page.goto('/sales-statitstics/index');
  await card('sales').getByText('$40.00').waitFor();

  const views = page.getByRole('radiogroup', { name: 'View', exact: true });
  await views.getByRole('radio', { name: 'Chart' }).focus();
  await page.keyboard.press('ArrowRight');
  // its radio is unseen: the ring is around the word
  const ring = () =>
    views.getByText('Table').evaluate((word) => {
      const label = word.closest('label');
      return label && getComputedStyle(label).outlineStyle;
    });
  await expect.poll(ring).toBe('solid');
  const table = page.getByRole('table', { name: 'Sales over time' });
  await table.getByText('$40.00').waitFor();
  expect(new URL(page.url()).searchParams.get('view')).toBe('table');

  // what sales are used for: the parts in words, stacked bars that open their orders, and a table
  const choose = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true }).first().click();
  await choose('Chart');
  await choose('Cost and profit');
  const part = (name: string) => page.locator(`[data-part="${name}"]`);
  await part('goods').getByText('$10.00').waitFor();
  await part('profit').getByText('50.0%').waitFor();
  await choose('Table');
  const parts = page.getByRole('table', { name: 'Cost and profit' });
  const cells = parts.getByRole('row').filter({ hasText: '$10.00' }).locator('td');
  await expect.poll(() => cells.allTextContents()).toEqual([expect.any(String), '$10.00', '$10.00', '$0.00', '$20.00']);
  await choose('Chart');
  const bar = page
    .getByRole('group', { name: /^Cost and profit per day/ })
    .locator('.recharts-bar-rectangle path')
    .first();
  await bar.click();
  await page.waitForURL('**/order/index?**');
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('from')).toBe(searchParams.get('to'));
  await page.getByText('#1001').first().waitFor();
  await page.goto('/sales-statitstics/index');

  await page.getByRole('button', { name: 'Enter ad spend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter ad spend' });
  await dialog.getByLabel('Platform').fill('Meta');
  await dialog.getByLabel('Amount (USD)').fill('7.20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card('profit_after_ads').getByText('$12.80').waitFor();
  await card('profit_after_ads').getByText('No previous data').waitFor(); // nothing says what was spent on ads then

  // what became of a file stands in view, though its panel is the last of a long page
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.evaluate(() => scrollTo(0, 0));
  const file = {
    name: 'ads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Date,Platform,Amount\n2026-01-05,Meta,3.10'),
  };
  await page.locator('input[type=file][accept*=".tsv"]').setInputFiles(file);
  const result = page.getByRole('status').filter({ hasText: '1 added, 0 changed, 0 unchanged.' });
  await result.waitFor();
  const inView = async () => {
    const box = await result.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 500;
  };
  await expect.poll(inView).toBe(true);
  await page.setViewportSize(desktop);

  await page.getByRole('button', { name: 'Email summary' }).click();
  const mails = page.getByRole('dialog', { name: 'Email summary' });
  await mails.getByRole('combobox', { name: 'Frequency' }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  await mails
    .getByText(/^Sent to .+@.+ in your language\. The next summary is sent on the morning of \d{4}-\d\d-\d\d\.$/)
    .waitFor();
  await mails.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Summaries go to .+@.+\. The next summary is sent on \d{4}-\d\d-\d\d\.$/).waitFor();

  // the dashboard shows the same days, as a chart and by one key as a table
  await page.goto('/Dashboard/index');
  await card('sales').getByText('$40.00').waitFor();
  await page.getByRole('group', { name: /^Sales per day/ }).waitFor();
  await page.getByRole('radio', { name: 'Chart' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('table', { name: 'Sales over time' }).getByText('$40.00').waitFor();
  await page.getByRole('link', { name: 'View statistics' }).click();

  // a bar leads to its orders by keyboard: the one that waits longest for payment
  await page.getByRole('list', { name: 'Orders awaiting payment' }).getByRole('link', { name: '15–30 days' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/order/index?**');
  expect(new URL(page.url()).searchParams.get('stage')).toBe('awaiting_payment');
  await page.getByText('#1001').first().waitFor();

  // what a figure leaves out can be listed
  await page.goto('/sales-statitstics/index?period=last_90');
  await card('cost').getByRole('link', { name: '1 without a cost' }).click();
  await page.getByText('Not known: Cost', { exact: true }).waitFor();
  await page.getByText('#900').first().waitFor();
  expect(await page.getByText('#1001').count()).toBe(0);
  await page.goto('/sales-statitstics/index?period=last_90&by=store');
  await page.getByRole('link', { name: 'No cost yet for 1 order' }).first().click();
  await page.getByText('Not known: Cost', { exact: true }).waitFor();
  await page.getByText('#900').first().waitFor();
  expect(new URL(page.url()).searchParams.get('store_id')).not.toBeNull();

  // the refunds lead to their orders, of the same days
  await page.goto('/sales-statitstics/index?period=last_90');
  await card('refunded').getByRole('link', { name: '1 refunded order' }).click();
  await page.getByText('Refund to buyer: Full or partial', { exact: true }).waitFor();
  await page.getByText('#1001').first().waitFor();
  expect(await page.getByText('#900').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('from')).not.toBeNull();

  // a product leads to its orders, and to no others of the same days
  await page.goto('/sales-statitstics/index?period=last_90');
  await page.getByRole('list', { name: 'Top products' }).getByRole('link', { name: 'Lamp' }).click();
  await page.getByText('Product: Lamp', { exact: true }).waitFor();
  await page.getByText('#1001').first().waitFor();
  expect(await page.getByText('#900').count()).toBe(0);

  // of one product there are sales, and no cost that nobody knows
  await page.goto('/sales-statitstics/index');
  await page.getByRole('list', { name: 'Top products' }).getByText('100.0% · 100.0%').waitFor();
  await page.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Lamp' }).click();
  await page.getByText('Sales of one product').waitFor();
  await card('sales').getByText('$40.00').waitFor();
  await card('profit').waitFor({ state: 'detached' });
  expect(await card('refunded').count()).toBe(0);
  await page.goto('/sales-statitstics/index');

  await page.getByRole('list', { name: 'Orders · Countries' }).getByRole('link', { name: 'United States' }).waitFor();
  await page.getByRole('table', { name: 'Breakdown' }).getByRole('link', { name: 'United States' }).click();
  await page.waitForURL('**/order/index?**');
  expect(new URL(page.url()).searchParams.get('country')).toBe('US');

  // of two stores the figures lead to the orders of both, which the list can narrow and widen itself
  await page.goto('/sales-statitstics/index');
  await page.getByRole('combobox', { name: 'Store' }).click();
  for (const option of await page.getByRole('option').all()) await option.click();
  await page.keyboard.press('Escape');
  await page.getByRole('table', { name: 'Breakdown' }).getByRole('link', { name: 'United States' }).click();
  await page.waitForURL('**/order/index?**');
  await page.getByText(/^Store: .+ and 1 more$/).waitFor();
  await page.getByText('#1001').first().waitFor();
  await page.goBack();

  // a country stays on one line, whatever the width
  const place = page.getByRole('table', { name: 'Delivery times and claims' }).locator('tbody td').nth(1);
  expect(await place.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');

  // a bar of delivery times leads to the orders whose parcels took so long
  const times = page.getByRole('group', { name: /^Parcels by days to delivery/ });
  const took = async (text: string) => {
    await times.locator('.recharts-bar-rectangle path').first().click();
    await page.getByText(text, { exact: true }).waitFor();
    await page.getByText('#900').first().waitFor();
    expect(await page.getByText('#1001').count()).toBe(0);
    await page.goBack();
  };
  await took('Days from payment to delivery: 9');
  await page.getByRole('radiogroup', { name: 'Count days from' }).getByText('From shipping').click();
  await took('Days from shipping to delivery: 4');
  await page.locator('[data-within="90%"]').getByRole('link', { name: '4 days' }).click();
  await page.getByText('#900').first().waitFor();
  await page.goBack();

  // the same by keyboard: a table of the days, each of which leads to its orders
  await page.getByRole('radiogroup', { name: 'Delivery times view' }).getByRole('radio', { name: 'Chart' }).focus();
  await page.keyboard.press('ArrowRight');
  const days = page.getByRole('table', { name: /^Parcels by days to delivery/ });
  await days.getByRole('link', { name: '4 days' }).waitFor();
  expect(await days.locator('tbody tr').allInnerTexts()).toEqual(['4 days\t1\t100.0%\t100.0%']);
  await days.getByRole('link', { name: '4 days' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Days from shipping to delivery: 4', { exact: true }).waitFor();
  await page.getByText('#900').first().waitFor();
  expect(visitor.problems).toEqual([]);
});

it('says what was paid on each day, as the wallet does behind it', async () => {
  const { page } = visitor;
  const { account_id, token } = owner;
  await givenMoney({ ...stage, clock: systemClock }, account_id, 5_000);
  const [order] = await sqlRows<{ id: string; cost_total: number }>(
    stage,
    `SELECT id, cost_total::int AS cost_total FROM orders WHERE account_id = '${account_id}' AND name = '#1001'`,
  );
  const paying = await fetch(`${stage.url}/api/invoices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': uuid() },
    body: JSON.stringify({ order_ids: [order?.id], expected_total: order?.cost_total }),
  });
  expect(paying.status).toBe(200);
  await page.goto('/sales-statitstics/index');
  const table = page.getByRole('table', { name: 'Payments by day of payment' });
  await table.getByRole('link').waitFor();
  const paid = await table.locator('tbody td').allTextContents();
  expect(paid.slice(1)).toEqual(['$10.00', '$10.00', '$0.00', '$0.00', '$0.00', '$20.00']);
  await table.getByRole('link').click();
  await page.waitForURL('**/wallet/wallet?**');
  await page.getByText(/out \$20\.00/).waitFor();
  expect(visitor.problems).toEqual([]);
});

/** The account's parcels of this month to the United States by two shipping methods, the one with the most the dearer and slower. */
async function givenTwoWays(): Promise<void> {
  const { account_id } = owner;
  const [slow, fast] = [await givenChannel(stage, 'Slow mail'), await givenChannel(stage, 'Quick line')];
  for (const { id, parcels, days, amount } of [
    { id: slow.id, parcels: 40, days: 15, amount: 900 },
    { id: fast.id, parcels: 30, days: 8, amount: 700 },
  ])
    for (const statement of [
      `INSERT INTO channel_rates (id, channel_id, destination, valid_from, currency, formula, days_p50, days_p90, tax_mode, created_at)
       VALUES (gen_random_uuid(), '${id}', 'US', '2026-01-01', 'USD', '{"kind": "flat", "amount": ${amount}}', 7, 12, 'DDU', '2026-01-01')`,
      `INSERT INTO statistics_parcels (account_id, month, store_id, country, channel_id, parcels, claims, asked, granted, refunded)
       SELECT account_id, date_trunc('month', now())::date, store_id, 'US', '${id}', ${parcels}, 0, 0, 0, 0 FROM orders
       WHERE account_id = '${account_id}' AND name = '#900'`,
      `INSERT INTO statistics_deliveries (account_id, month, store_id, since, country, channel_id, days, parcels, promised, late)
       SELECT account_id, date_trunc('month', now())::date, store_id, 'paid', 'US', '${id}', ${days}, ${parcels}, 0, 0 FROM orders
       WHERE account_id = '${account_id}' AND name = '#900'`,
    ])
      await sqlRows(stage, statement);
  await sqlRows(
    stage,
    `UPDATE orders SET channel_id = '${slow.id}', country = 'US', weight_g = 300 WHERE account_id = '${account_id}' AND name = '#900'`,
  );
}

it('recommends a shipping method, and leads to where the store sets the one of that country', async () => {
  const { page } = visitor;
  await givenTwoWays();
  await page.goto('/sales-statitstics/index');
  const advice = page.getByRole('listitem').filter({ hasText: 'United States: switch from Slow mail to Quick line' });
  await advice.getByText('+$2.00 profit per parcel').waitFor();
  await advice.getByRole('link', { name: /^Change method in / }).click();
  const drawer = page.getByRole('dialog');
  const method = drawer.getByRole('combobox', { name: 'Shipping method for the United States' });
  await expect.poll(() => method.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await method.inputValue()).toBe(''); // by the cheapest
  expect(await drawer.getByRole('button', { name: 'Save settings' }).isDisabled()).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Quick line' }).click();
  await drawer.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await method.inputValue()).toBe('Quick line');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).not.toContain('ship_to');
  expect(visitor.problems).toEqual([]);
});

it('ends its periods, and those of lists, with the day that it is where the account counts days', async () => {
  const { page } = visitor;
  const now = systemClock.now();
  // of these two one has another day than the browser, whatever the hour
  const time_zone = now.getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(now);
  await sqlRows(stage, `UPDATE accounts SET time_zone = '${time_zone}' WHERE id = '${owner.account_id}'`);
  await page.goto('/sales-statitstics/index?period=today');
  const placed = page.locator(`main a[href^="/order/index?from=${day}&to=${day}"]`).first();
  await placed.waitFor();
  await page.goto('/order/index');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Order date' }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.get('from') === day && url.searchParams.get('to') === day);
  await page.getByRole('button', { name: 'Remove filter Order date: Today' }).waitFor();
});
