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

it('shows a new account its steps and no work', async () => {
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
  expect(body.data.steps.map((step: { done: boolean }) => step.done)).toEqual([false, false, false, false, false]);
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
