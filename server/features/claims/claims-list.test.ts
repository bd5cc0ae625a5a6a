import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { age, type ClaimStage, givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel, givenPrice, givenStore, givenVariant, type Goods } from '#testing/order-fixtures.ts';
import { planOf } from '#testing/explain.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { pageStatement } from './claims.db.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let stage: ClaimStage;
let lamp: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  const warehouse = await staff(test, 'warehouse');
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  const channel = await givenChannel(test);
  stage = { test, owner, warehouse, store, channel };
  lamp = await givenVariant(test, store);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel });
  await givenMoney(test, owner.account_id, 1_000_000);
});
afterAll(() => test.close());

type Claim = { id: string; number: string };
/** A claim for all units of an order that left long ago. */
async function givenClaim(quantity: number, reason: string): Promise<Claim> {
  const [order = ''] = await givenPaid(stage, [[{ goods: lamp, quantity }]]);
  const parcel_id = await givenSent(stage, order);
  await age(test, parcel_id, 60);
  const [line] = (await test.call('GET', `/api/shopify_orders/${order}`, { token: owner.token })).body.data.order_lines;
  const lines = [{ line_id: line.id, quantity }];
  const body = { order_id: order, parcel_id, reason, wanted: 'refund', lines };
  return (await test.call('POST', '/api/claims', { token: owner.token, key: uuid(), body })).body.data;
}
const list = async (query = '') => (await test.call('GET', `/api/claims?${query}`, { token: owner.token })).body;
const numbers = async (query = '') => (await list(query)).data.map(({ number }: Claim) => number);

it('claims are listed by filters and sorts, and written into a file', async () => {
  const three = await givenClaim(3, 'late');
  const one = await givenClaim(1, 'lost');
  const two = await givenClaim(2, 'late');
  expect(await numbers()).toEqual([two.number, one.number, three.number]);
  expect(await numbers('sort=claim')).toEqual([three.number, one.number, two.number]);
  expect(await numbers('sort=amount')).toEqual([one.number, two.number, three.number]);
  expect(await numbers('sort=-amount')).toEqual([three.number, two.number, one.number]);
  await sqlRows(test, `UPDATE claims SET due_at = due_at + interval '1 day' WHERE id = '${three.id}'`);
  expect((await numbers('sort=due')).at(-1)).toBe(three.number);
  expect((await numbers('sort=-due'))[0]).toBe(three.number);
  expect(await numbers('reason=late')).toEqual([two.number, three.number]);
  await sqlRows(test, `UPDATE claims SET due_at = (SELECT max(due_at) FROM claims)`);
  const toDecide = (await test.call('GET', '/api/staff/claims?tab=to_decide', { token: agent.token })).body.data;
  const due = toDecide.map(({ number }: Claim) => number);
  expect(due).toEqual([three.number, one.number, two.number]); // what is due together: the oldest first
  const days = 'submitted_from=2020-01-01&submitted_to=2020-01-02';
  expect(await numbers(`store_id=${stage.store.id}&${days}`)).toEqual([]);
  expect((await list('state=open')).meta).toMatchObject({ total: 3, counts: { all: 3, open: 3, decided: 0 } });
  expect((await list('state=decided')).meta.total).toBe(0);

  const body = {
    list: 'claims',
    format: 'csv',
    query: { tab: 'claims', reason: 'lost' },
    columns: ['claim', 'reason'],
  };
  const file = await test.call('POST', '/api/exports', { token: owner.token, body });
  expect(file.body.data).toMatchObject({ state: 'done', result: { rows: 1, list: 'claims' } });
});

it('a member sees the claims of their stores, and needs the right to take them along', async () => {
  const { account_id } = owner;
  const elsewhere = await merchant(test, { account_id, role: 'operations', stores: [] });
  expect((await test.call('GET', '/api/claims', { token: elsewhere.token })).body.data).toEqual([]);
  const ofStore = `/api/claims?store_id=${stage.store.id}`;
  expect((await test.call('GET', ofStore, { token: elsewhere.token })).status).toBe(404);
  const support = await merchant(test, { account_id, role: 'support' });
  const refused = await test.call('POST', '/api/exports', { token: support.token, body: { list: 'claims' } });
  expect(refused.status).toBe(403);
});

it.each([
  ['-claim', 'claims_number_key'],
  ['due', 'claims_due_idx'],
  ['-amount', 'claims_amount_idx'],
])('the sort %s is read from an index of its own', async (sort, index) => {
  const filter = { statuses: null, q: undefined, stores: null, sort };
  const statement = pageStatement(owner.account_id, filter, { offset: 0, limit: 20 });
  expect(await planOf(test, { account_id: owner.account_id }, statement, { fewRows: true })).toContain(index);
});
