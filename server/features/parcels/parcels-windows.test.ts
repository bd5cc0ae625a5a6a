import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { lockPayable, markPaid } from '#server/features/orders/index.ts';
import {
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { givenShipped, runTask } from '#testing/parcel-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { givenStock } from '#testing/stock-fixtures.ts';

let test: TestApp;
let owner: Person;
let packer: Awaited<ReturnType<typeof staff>>;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  channel = await givenChannel(test);
  owner = await merchant(test);
  packer = await staff(test, 'warehouse');
});
afterAll(() => test.close());

/** Makes the history: deliveries that took so many days from their departure, of parcels of one order that was paid before. */
async function history(days: readonly number[]): Promise<void> {
  const now = test.clock.now().getTime();
  const { id } = await givenShipped(test, owner, { channel, packer, numbers: [] });
  await sqlRows(test, `DELETE FROM transit_days`);
  await sqlRows(test, `UPDATE parcels SET delivered_at = NULL, status = 'in_transit'`);
  await sqlRows(
    test,
    `UPDATE orders SET paid_at = '${new Date(now - 45 * 86_400_000).toISOString()}' WHERE id = '${id}'`,
  );
  const left = new Date(now - 40 * 86_400_000).toISOString();
  const values = days.map((took, at) => {
    const delivered = new Date(now - (40 - took) * 86_400_000 - 60_000).toISOString();
    return `('${owner.account_id}', gen_random_uuid(), '${id}', '${channel.id}', 'YunExpress', 'H${id.slice(-6)}${at}', '${left}', 'delivered', '${delivered}')`;
  });
  if (values.length === 0) return;
  await sqlRows(
    test,
    `INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, shipped_at, status, delivered_at) VALUES ${values.join()}`,
  );
}
const windows = async () =>
  (
    await sqlRows(test, `SELECT days_p50, days_p90, samples FROM transit_windows WHERE channel_id = '${channel.id}'`)
  )[0];
/** Days until the goods of these orders are ready, as their SKUs say by default. */
const ready = 3;
const promised = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
/** The smallest number of days within which so many of a hundred arrived. */
const within = (days: readonly number[], percent: number) =>
  days.toSorted((a, b) => a - b)[Math.ceil((days.length * percent) / 100) - 1];

it('a promise is made from the p50 and p90 of own history, and from the table while there is too little', {
  tags: ['D10-06'],
}, async () => {
  const today = (days: number) => new Date(test.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const sample = fc.sample(fc.array(fc.integer({ min: 3, max: 38 }), { minLength: 30, maxLength: 80 }), {
    numRuns: 3,
    seed: 7,
  });
  for (const days of sample) {
    await history(days);
    await runTask(test, 'transit_measure');
    expect(await windows()).toEqual({ days_p50: within(days, 50), days_p90: within(days, 90), samples: days.length });
  }
  const [p50, p90] = [within(sample[2] ?? [], 50) ?? 0, within(sample[2] ?? [], 90) ?? 0];
  const order = await givenShipped(test, owner, { channel, packer, numbers: [] });
  const days = { ready, min: ready + p50, max: ready + p90 };
  const made = { promised: { from: today(days.min), by: today(days.max) }, days };
  expect(await promised(order.id)).toMatchObject(made);
  const list = await test.call('GET', `/api/shopify_orders?ids=${order.id}`, { token: owner.token });
  expect(list.body.data).toMatchObject([made]);
  // too little: what the price said, 7 to 12 days on the way; the promise that was made before stays
  await history(Array.from({ length: 29 }, () => 20));
  await runTask(test, 'transit_measure');
  expect(await windows()).toBeUndefined();
  const other = await givenShipped(test, owner, { channel, packer, numbers: [] });
  expect(await promised(other.id)).toMatchObject({ promised: { from: today(ready + 7), by: today(ready + 12) } });
  expect(await promised(order.id)).toMatchObject(made);
});

it('what quote, list, channels and checkout show before payment is what payment promises, and follows what was measured', async () => {
  await history(Array.from({ length: 30 }, (_, at) => (at < 20 ? 9 : 14)));
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  const lamp = await givenVariant(test, store);
  const own = await givenVariant(test, store);
  await sqlRows(test, `UPDATE catalog_skus SET lead_days = 6 WHERE id = '${lamp.sku_id}'`);
  await sqlRows(test, `UPDATE catalog_skus SET lead_days = 30 WHERE id = '${own.sku_id}'`);
  for (const { sku_id } of [lamp, own]) await givenPrice(test, owner.account_id, { sku_id, channel });
  await givenStock(test, owner.account_id, own.sku_id, 5); // what lies here is ready at once
  const lines = [shopLine(lamp), shopLine(own, { external_id: 'line-2', quantity: 1, current_quantity: 1 })];
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, store, [shopOrder(lines, { external_id: '8100', name: '#8100' })], 'api'),
  );
  const read = async () =>
    (await test.call('GET', '/api/shopify_orders?q=%238100', { token: owner.token })).body.data[0];
  const before = await read();
  expect(before).toMatchObject({ promised: null, days: { ready: 6, min: 6 + 7, max: 6 + 12 } });
  await runTask(test, 'transit_measure');
  await runTasks(test);
  const days = { ready: 6, min: 6 + 9, max: 6 + 14 };
  expect((await read()).days).toEqual(days);
  const { id } = before;
  const detail = await promised(id);
  expect(detail.days).toEqual(days);
  // and staff read it for the preview of a quote
  const lately = await test.call('GET', '/api/staff/shipping/transit', { token: packer.token });
  expect(lately.body.data).toContainEqual({ channel_id: channel.id, country: expect.any(String), min: 9, max: 14 });
  const offers = await test.call('GET', `/api/shopify_orders/${id}/channels`, { token: owner.token });
  expect(offers.body.data.map((offer: { days: object }) => offer.days)).toEqual([days]);
  const preview = await test.call('POST', '/api/invoices/checkout', { token: owner.token, body: { order_ids: [id] } });
  expect(preview.body.data.payable[0].days).toEqual(days);
  await inAccount(test, owner.account_id, async (ctx) => markPaid(ctx, await lockPayable(ctx, [id])));
  const today = (after: number) => new Date(test.clock.now().getTime() + after * 86_400_000).toISOString().slice(0, 10);
  expect(await read()).toMatchObject({ days, promised: { from: today(15), by: today(20) } });
});

it('promises no arrival of what was cancelled', async () => {
  const { id } = await givenShipped(test, owner, { channel, packer, numbers: [] });
  const arrival = async () =>
    (await test.call('GET', `/api/shopify_orders/${id}/parcels`, { token: owner.token })).body.data.promised;
  expect(await arrival()).not.toBeNull();
  await sqlRows(test, `UPDATE orders SET stage = 'cancelled' WHERE id = '${id}'`);
  expect(await arrival()).toBeNull();
});
