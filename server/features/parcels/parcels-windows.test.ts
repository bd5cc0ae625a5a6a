import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deskRows } from '#testing/desk-rows.ts';
import { type Channel, givenChannel } from '#testing/order-fixtures.ts';
import { givenShipped, runTask } from '#testing/parcel-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

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

/** Makes the history: deliveries that took so many days, of parcels of one order that was paid long enough ago. */
async function history(days: readonly number[]): Promise<void> {
  const now = test.clock.now().getTime();
  const { id } = await givenShipped(test, owner, { channel, packer, numbers: [] });
  await deskRows(test, `DELETE FROM transit_days`);
  await deskRows(test, `UPDATE parcels SET delivered_at = NULL, status = 'in_transit'`);
  await deskRows(
    test,
    `UPDATE orders SET paid_at = '${new Date(now - 40 * 86_400_000).toISOString()}' WHERE id = '${id}'`,
  );
  const values = days.map((took, at) => {
    const delivered = new Date(now - (40 - took) * 86_400_000 - 60_000).toISOString();
    return `('${owner.account_id}', gen_random_uuid(), '${id}', '${channel.id}', 'YunExpress', 'H${id.slice(-6)}${at}', '${delivered}', 'delivered', '${delivered}')`;
  });
  if (values.length === 0) return;
  await deskRows(
    test,
    `INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, shipped_at, status, delivered_at) VALUES ${values.join()}`,
  );
}
const windows = async () =>
  (
    await deskRows(test, `SELECT days_p50, days_p90, samples FROM transit_windows WHERE channel_id = '${channel.id}'`)
  )[0];
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
  const made = { promised: { from: today(p50), by: today(p90) }, days: { min: p50, max: p90 } };
  expect(await promised(order.id)).toMatchObject(made);
  const list = await test.call('GET', `/api/shopify_orders?ids=${order.id}`, { token: owner.token });
  expect(list.body.data).toMatchObject([made]);
  // too little: what the price said, 7 to 12 days; the promise that was made before stays
  await history(Array.from({ length: 29 }, () => 20));
  await runTask(test, 'transit_measure');
  expect(await windows()).toBeUndefined();
  const other = await givenShipped(test, owner, { channel, packer, numbers: [] });
  expect(await promised(other.id)).toMatchObject({ promised: { from: today(7), by: today(12) } });
  expect(await promised(order.id)).toMatchObject(made);
});
