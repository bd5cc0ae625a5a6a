import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { age, givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { givenChannel, givenPrice, givenStore, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let warehouse: { token: string };
let claim: { id: string; number: string; version: number };
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  warehouse = await staff(test, 'warehouse');
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  const channel = await givenChannel(test);
  const lamp = await givenVariant(test, store);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel });
  await givenMoney(test, owner.account_id, 1_000_000);
  const stage = { test, owner, warehouse, store, channel };
  const [order_id = ''] = await givenPaid(stage, [[{ goods: lamp, quantity: 1 }]]);
  const parcel_id = await givenSent(stage, order_id);
  await age(test, parcel_id, 60);
  const { token } = owner;
  const [line] = (await test.call('GET', `/api/shopify_orders/${order_id}`, { token })).body.data.order_lines;
  const lines = [{ line_id: line.id, quantity: 1 }];
  const body = { order_id, parcel_id, reason: 'late', wanted: 'refund', lines };
  claim = (await test.call('POST', '/api/claims', { token, key: uuid(), body })).body.data;
});
afterAll(() => test.close());

const staffPath = (what: string) => `/api/staff/claims/${owner.account_id}/${claim.id}/${what}`;
const write = (body: object) => test.call('POST', staffPath('messages'), { token: agent.token, key: uuid(), body });
const written = () =>
  inAccount(test, owner.account_id, ({ db }) =>
    db.selectFrom('notifications').select('id').where('event', '=', 'claim_written').execute(),
  );

it('a claim carries messages both ways while it is open: staff who decide claims hear of each, and answer', async () => {
  const finance = await staff(test, 'finance');
  const bell = async ({ token }: { token: string }) =>
    (await test.call('GET', '/api/notifications?per_page=200', { token })).body.data.filter(
      (row: { event: string; params: { number: string } }) =>
        row.event === 'staff_claim_message' && row.params.number === claim.number,
    );
  const say = (text: string, token = owner.token) =>
    test.call('POST', `/api/claims/${claim.id}/evidence`, {
      token,
      key: uuid(),
      body: { version: claim.version, text },
    });
  expect(await bell(agent)).toEqual([]); // of the claim itself they heard otherwise
  expect((await say('The buyer sent a picture.')).status).toBe(200);
  const link = `/staff/claims?account=${owner.account_id}&claim=${claim.id}`;
  for (const person of [agent, finance])
    expect(await bell(person)).toMatchObject([{ link, needs_action: true, is_read: false }]);
  expect(await bell(warehouse)).toEqual([]);
  await write({ text: 'Wait for the picture.', internal: true });
  expect(await bell(agent)).toMatchObject([{ needs_action: true }]); // a note among staff answers nobody
  const heard = (await written()).length;
  expect((await write({ text: 'Please send it here.' })).status).toBe(200);
  expect(await bell(finance)).toMatchObject([{ needs_action: false }]);
  expect((await written()).length).toBe(heard + 1);
  expect(
    (await test.call('GET', `/api/claims/${claim.id}`, { token: owner.token })).body.data.messages.map(
      (one: { from: string; text: string }) => [one.from, one.text],
    ),
  ).toEqual([
    ['merchant', 'The buyer sent a picture.'],
    ['staff', 'Please send it here.'],
  ]);
  test.clock.advance(31 * 60_000);
  await say('Here it is.');
  expect(await bell(agent)).toMatchObject([{ needs_action: true }, { needs_action: false }]);
  const refund = { version: claim.version, decision: 'refund' };
  await test.call('POST', staffPath('decision'), { token: agent.token, key: uuid(), body: refund });
  expect(await bell(agent)).toMatchObject([{ needs_action: false }, { needs_action: false }]);
  // nobody else writes to it, or to one that is not there
  const stranger = await merchant(test);
  expect((await say('Hello', stranger.token)).status).toBe(404);
  const to = (account: string, id: string, token: string) =>
    test.call('POST', `/api/staff/claims/${account}/${id}/messages`, { token, key: uuid(), body: { text: 'Hello' } });
  expect((await to(owner.account_id, claim.id, owner.token)).status).toBe(403);
  expect((await to(owner.account_id, claim.id, warehouse.token)).status).toBe(403);
  expect((await to(stranger.account_id, claim.id, agent.token)).status).toBe(404);
  expect((await to(owner.account_id, uuid(), agent.token)).status).toBe(404);
});

it('is found by staff by the name of its order’s store', async () => {
  const find = async (q: string) =>
    (await test.call('GET', `/api/staff/claims?tab=decided&q=${encodeURIComponent(q)}`, { token: agent.token })).body
      .data;
  const { store } = (await test.call('GET', `/api/claims/${claim.id}`, { token: owner.token })).body.data.order;
  expect(await find(store.toUpperCase())).toMatchObject([{ id: claim.id }]);
  expect(await find(`${store} elsewhere`)).toEqual([]);
});
