import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deskRows } from '#testing/desk-rows.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('shows a new account no work', { tags: ['S7-12'] }, async () => {
  const { token } = await merchant(test);
  const { body } = await test.call('GET', '/api/dashboard', { token });
  expect(body.data).toMatchObject({
    as_of: test.clock.now().toISOString(),
    work: { action_needed: 0, to_pay: 0, to_pay_amount: 0, unmapped_products: 0 },
    blocks: [],
    wallet: { available: 0, currency: 'USD' },
    stores: { connected: 0, needs_reauth: 0, last_reconciled_at: null },
    agent: null,
  });
});

it('leaves the wallet out for members who may not see it, and is closed without a token', async () => {
  const owner = await merchant(test);
  const support = await merchant(test, { role: 'support', account_id: owner.account_id });
  expect((await test.call('GET', '/api/dashboard', { token: support.token })).body.data.wallet).toBeNull();
  expect(await test.call('GET', '/api/dashboard')).toMatchObject({ status: 401 });
  const admin = await staff(test, 'admin');
  expect(await test.call('GET', '/api/dashboard', { token: admin.token })).toMatchObject({ status: 403 });
});

it('counts for a member only the quotes of their stores', async () => {
  const owner = await merchant(test);
  const { account_id } = owner;
  const [mine, hidden] = [await givenStore(test, account_id), await givenStore(test, account_id)];
  for (const [store, quotes] of [
    [mine, 1],
    [hidden, 2],
  ] as const) {
    for (let n = 0; n < quotes; n += 1) {
      await deskRows(
        test,
        `INSERT INTO quotes (account_id, id, status, title, store_id, currency, sla_due_at, submitted_at)
         VALUES ('${account_id}', gen_random_uuid(), 'quoted', 'Lamp', '${store}', 'USD', now(), now())`,
      );
    }
  }
  const member = await merchant(test, { account_id, role: 'operations', stores: [mine] });
  const count = async (token: string) =>
    (await test.call('GET', '/api/dashboard', { token })).body.data.work.quotes_to_answer;
  expect([await count(owner.token), await count(member.token)]).toEqual([3, 1]);
});

it('counts an order that waits for the merchant once, be it unpaid, blocked, or both', async () => {
  const { token, account_id } = await merchant(test);
  const store = await givenStore(test, account_id);
  const order = (n: number, stage: string, blocked: boolean) =>
    deskRows(
      test,
      `INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status,
         fulfillment_status, currency, total, stage, stage_since, blocked, created_at)
       VALUES ('${account_id}', gen_random_uuid(), '${store}', '${n}', '#${n}', 'api', now(), now(), 'paid', 'unfulfilled',
         'USD', 0, '${stage}', now(), ${blocked}, now())`,
    );
  await order(1, 'awaiting_payment', false);
  await order(2, 'awaiting_payment', true);
  await order(3, 'quoting', true);
  await order(4, 'shipped', false);
  const { work } = (await test.call('GET', '/api/dashboard', { token })).body.data;
  expect(work).toMatchObject({ to_pay: 2, action_needed: 2, orders_waiting: 3 });
});

it('tells staff how much waits on their own desks, and reads no client’s record for it', async () => {
  const work = async (role: 'admin' | 'agent' | 'finance' | 'warehouse') =>
    (await test.call('GET', '/api/desk/work', { token: (await staff(test, role)).token })).body.data;
  const { account_id, token } = await merchant(test);
  const store = await givenStore(test, account_id);
  const before = await work('admin');
  await deskRows(
    test,
    `INSERT INTO quotes (account_id, id, status, title, store_id, currency, sla_due_at, submitted_at)
     VALUES ('${account_id}', gen_random_uuid(), 'submitted', 'Lamp', '${store}', 'USD', now(), now())`,
  );
  const nothing = { quotes: null, recharges: null, orders: null, cancellations: null, claims: null };
  expect(before).toMatchObject({ cancellations: 0, claims: 0 });
  expect(await work('agent')).toEqual({ ...nothing, quotes: before.quotes + 1, cancellations: 0, claims: 0 });
  expect(await work('finance')).toEqual({ ...nothing, recharges: before.recharges, claims: 0 });
  expect(await work('warehouse')).toEqual({ ...nothing, orders: before.orders, cancellations: 0 });
  expect(await test.call('GET', '/api/desk/work', { token })).toMatchObject({ status: 403 });
  expect(await deskRows(test, `SELECT 1 FROM access_log WHERE account_id = '${account_id}'`)).toEqual([]);
});
