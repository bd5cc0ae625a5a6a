import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, givenMoney, givenOrdersToPay } from '#testing/wallet-fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const cost = 2_000;

it('automatic payment leaves what waits for approval to who decides, and says so ahead and in its result', async () => {
  const owner = await merchant(test);
  const { account_id } = owner;
  const payer = await merchant(test, { account_id, role: 'payer' });
  await givenMoney(test, account_id, 20_000);
  const limits = { per_payment: cost, per_day: null, per_month: null, version: 0 };
  await test.call('PUT', `/api/sub_accounts/${payer.user_id}/limits`, { token: owner.token, body: limits });
  const rest = (await givenOrdersToPay(test, account_id, 3)).slice(1);
  const body = { order_ids: rest, expected_total: 2 * cost };
  const { id } = (await test.call('POST', '/api/payment_requests', { token: payer.token, key: uuid(), body })).body
    .data;
  const request = async () => (await test.call('GET', `/api/payment_requests/${id}`, { token: owner.token })).body.data;
  const next = async () => (await test.call('GET', '/api/autopay/next', { token: owner.token })).body.data[0];
  const left = [{ reason: expect.stringContaining('Approval of this payment'), count: 2, total: 2 * cost }];
  const would = { considered: 3, paid: 1, total: cost, missing: 0, left };
  const shown = await next();
  expect(shown).toMatchObject(would);
  const run = () =>
    test.call('POST', `/api/autopay/${shown.store.id}/run`, { token: owner.token, key: uuid(), body: {} });
  expect((await run()).body.data).toMatchObject({ considered: 3, paid: 1, total: cost });
  const runs = (await test.call('GET', '/api/autopay', { token: owner.token })).body.data;
  expect(runs).toMatchObject([{ considered: 3, paid: 1, total: cost, left }]);
  expect(await request()).toMatchObject({ status: 'open', changed: false, checkout: { orders: 2 } });
  expect(await run()).toMatchObject({ status: 422, body: { message: expect.stringContaining('under Approvals') } });
  // the owner may still pay one of them, a request or not: the request then says so
  await sqlRows(
    test,
    `UPDATE stores SET settings = settings || '{"pay_mode": "after_1h"}' WHERE id = '${shown.store.id}'`,
  );
  expect(await next()).toMatchObject({ next_at: null, considered: 2, paid: 0 });
  expect((await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body })).status).toBe(200);
  expect(await request()).toMatchObject({
    changed: true,
    checkout: { orders: 0 },
    lines: rest.map(() => ({ now: null, refused: 'The order is already paid.' })),
  });
  expect(await cashOf(test, account_id)).toBe(20_000 - 3 * cost);
});
