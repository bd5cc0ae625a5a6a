import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type ClaimStage, givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel, givenPrice, givenStore, givenVariant } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenDeliveries, givenReturned } from '#testing/story-fixtures.ts';
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

type Reported = Entry & { at: string; inputs: { name: string; value: unknown }[] };
type Entry = { kind: string; source: string; internal: boolean; link: { to: string } | null };
const explain = async (token = owner.token) =>
  (await test.call('GET', `/api/shopify_orders/${order}/explain`, { token })).body.data;

it('computes the cost of an order again from the inputs that were kept: equal to what was billed, by two formulas', {
  tags: ['D12-02'],
}, async () => {
  const { cost } = await explain();
  expect(cost).toMatchObject({ equal: true, currency: 'USD' });
  expect(cost.recomputed).toBe(cost.billed);
  const [row] = await sqlRows<{ cost_total: number }>(test, `SELECT cost_total FROM orders WHERE id = '${order}'`);
  expect(cost.billed).toBe(row?.cost_total);
  expect(cost.lines.map((line: { code: string }) => line.code)).toEqual(['goods', 'goods', 'freight']);
});

it('keeps what is internal to staff, and no entry has the buyer’s personal data', { tags: ['D12-03'] }, async () => {
  await sqlRows(test, `UPDATE order_events SET internal = true WHERE order_id = '${order}' AND kind = 'shipped'`);
  const story = await explain();
  const kinds = story.entries.map((entry: Entry) => entry.kind);
  expect(kinds).not.toContain('shipped');
  expect(new Set(story.entries.map((entry: Entry) => entry.source))).toEqual(
    new Set(['order', 'mapping', 'price', 'freight', 'payment', 'parcel']),
  );
  expect(story.entries.find((entry: Entry) => entry.kind === 'invoice_paid').link.to).toBe('invoice');
  const agent = await staff(test, 'agent');
  const path = `/api/staff/orders/${owner.account_id}/${order}/explain`;
  const full = (await test.call('GET', path, { token: agent.token })).body.data;
  expect(full.entries.map((entry: Entry) => entry.kind)).toContain('shipped');
  for (const words of ['Ada', 'Miller', 'Main St', '78701', 'ada@example.com', '5125550100'])
    expect(JSON.stringify(full)).not.toContain(words);
  expect((await test.call('GET', path, { token: owner.token })).status).toBe(403);
  const stranger = await merchant(test);
  expect((await test.call('GET', `/api/shopify_orders/${order}/explain`, { token: stranger.token })).status).toBe(404);
  expect((await test.call('GET', `/api/shopify_orders/${order}/explain`)).status).toBe(401);
});

it('replays every event and decision with its inputs, each with the way to its origin: webhook, mapping, price, freight, payment, parcel, claim', {
  tags: ['D12-01'],
}, async () => {
  const shop = 'story.myshopify.com';
  const [row] = await sqlRows<{ external_id: string; store_id: string }>(
    test,
    `SELECT external_id, store_id FROM orders WHERE id = '${order}'`,
  );
  await sqlRows(
    test,
    `UPDATE stores SET platform = 'shopify', external_domain = '${shop}' WHERE id = '${row?.store_id}'`,
  );
  const [parcel] = await sqlRows<{ id: string; tracking_number: string; carrier: string }>(
    test,
    `SELECT id, tracking_number, carrier FROM parcels WHERE order_id = '${order}'`,
  );
  if (!row || !parcel) throw new Error('nothing was sent');
  await givenDeliveries(test, [
    { shop, delivery_id: 'of-this', order_id: row.external_id },
    { shop, delivery_id: 'of-another', order_id: '999' },
    { shop: 'other.example', delivery_id: 'of-a-stranger', order_id: row.external_id },
  ]);
  await givenReturned(test, { account_id: owner.account_id, ...parcel });
  const lines = await test.call('GET', `/api/shopify_orders/${order}/claimable`, { token: owner.token });
  const group = lines.body.data.groups.find((one: { parcel: { id: string } | null }) => one.parcel?.id === parcel.id);
  const [line] = group.lines;
  const asked = { order_id: order, parcel_id: parcel.id, reason: 'returned_to_sender', wanted: 'refund' };
  const claimed = await test.call('POST', '/api/claims', {
    token: owner.token,
    key: uuid(),
    body: { ...asked, lines: [{ line_id: line.line_id, quantity: 1 }] },
  });
  expect(claimed.status).toBe(200);

  const reported: Reported[] = (await explain()).entries;
  const times = reported.map((entry) => Date.parse(entry.at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const ways = { webhook: 'store', mapping_used: 'product', price_used: 'invoice', freight_computed: 'invoice' };
  const later = { invoice_paid: 'invoice', parcel_left: 'tracking', carrier_said: 'tracking', claim_submit: 'claim' };
  for (const [kind, to] of Object.entries({ ...ways, ...later })) {
    const entries = reported.filter((entry) => entry.kind === kind);
    expect([kind, entries.length > 0, entries.every(({ link }) => link?.to === to)]).toEqual([kind, true, true]);
  }
  const inputs = (kind: string) => reported.find((entry) => entry.kind === kind)?.inputs ?? [];
  expect(reported.filter((entry) => entry.kind === 'webhook')).toHaveLength(1);
  expect(inputs('webhook')).toContainEqual({ name: 'delivery_id', value: 'of-this' });
  expect(inputs('mapping_used')).toContainEqual({ name: 'source', value: 'agent' });
  expect(inputs('price_used').map(({ name }) => name)).toEqual(['unit_price', 'valid_from']);
  expect(inputs('freight_computed').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['charged_g', 'formula.kind']),
  );
  expect(inputs('carrier_said')).toContainEqual({ name: 'carrier', value: parcel.carrier });
  expect(inputs('claim_submit')).toContainEqual({ name: 'verdict', value: claimed.body.data.verdict });
  const [events] = await sqlRows<{ n: number }>(
    test,
    `SELECT count(*)::int AS n FROM order_events WHERE order_id = '${order}' AND NOT internal AND kind NOT LIKE 'claim%'`,
  );
  expect(reported.filter((entry) => entry.source === 'order')).toHaveLength(events?.n ?? 0);
  for (const word of ['Miller', '78701', 'ada@example.com']) expect(JSON.stringify(reported)).not.toContain(word);
});
