import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type ClaimStage, givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { deskRows } from '#testing/desk-rows.ts';
import { givenChannel, givenPrice, givenStore, givenVariant } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let order: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  const [lamp, vase] = [await givenVariant(test, store), await givenVariant(test, store, { weight_g: 90 })];
  const channel = await givenChannel(test);
  const step = { kind: 'first_step', first_g: 100, first_amount: 250, step_g: 100, step_amount: 60 } as const;
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel });
  await givenPrice(test, owner.account_id, { sku_id: vase.sku_id, channel, unit_price: 310, formula: step });
  await givenMoney(test, owner.account_id, 500_000);
  const stage: ClaimStage = { test, owner, warehouse: await staff(test, 'warehouse'), store, channel };
  [order = ''] = await givenPaid(stage, [
    [
      { goods: lamp, quantity: 2 },
      { goods: vase, quantity: 3 },
    ],
  ]);
  await givenSent(stage, order);
});
afterAll(() => test.close());

type Entry = { kind: string; source: string; internal: boolean; link: { to: string } | null };
const explain = async (token = owner.token) =>
  (await test.call('GET', `/api/shopify_orders/${order}/explain`, { token })).body.data;

it('D12-02 computes the cost of an order again from the inputs that were kept: equal to what was billed, by two formulas', async () => {
  const { cost } = await explain();
  expect(cost).toMatchObject({ equal: true, currency: 'USD' });
  expect(cost.recomputed).toBe(cost.billed);
  const [row] = await deskRows<{ cost_total: number }>(test, `SELECT cost_total FROM orders WHERE id = '${order}'`);
  expect(cost.billed).toBe(row?.cost_total);
  expect(cost.lines.map((line: { code: string }) => line.code)).toEqual(['goods', 'goods', 'freight']);
});

it('D12-03 keeps what is internal to staff, and no entry has the buyer’s personal data', async () => {
  await deskRows(test, `UPDATE order_events SET internal = true WHERE order_id = '${order}' AND kind = 'shipped'`);
  const story = await explain();
  const kinds = story.entries.map((entry: Entry) => entry.kind);
  expect(kinds).not.toContain('shipped');
  expect(new Set(story.entries.map((entry: Entry) => entry.source))).toEqual(
    new Set(['order', 'mapping', 'price', 'freight', 'payment', 'parcel']),
  );
  expect(story.entries.find((entry: Entry) => entry.kind === 'invoice_paid').link.to).toBe('invoice');
  const agent = await staff(test, 'agent');
  const path = `/api/desk/orders/${owner.account_id}/${order}/explain`;
  const full = (await test.call('GET', path, { token: agent.token })).body.data;
  expect(full.entries.map((entry: Entry) => entry.kind)).toContain('shipped');
  for (const words of ['Ada', 'Miller', 'Main St', '78701', 'ada@example.com', '5125550100'])
    expect(JSON.stringify(full)).not.toContain(words);
  expect((await test.call('GET', path, { token: owner.token })).status).toBe(403);
  const stranger = await merchant(test);
  expect((await test.call('GET', `/api/shopify_orders/${order}/explain`, { token: stranger.token })).status).toBe(404);
  expect((await test.call('GET', `/api/shopify_orders/${order}/explain`)).status).toBe(401);
});
