import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const list = (token: string, query = '') => test.call('GET', `/api/sub_accounts${query}`, { token });

it('lists the people of the account, the owner first, with role, stores and last use', async () => {
  const owner = await merchant(test);
  const store = await givenStore(test, owner.account_id, { name: 'Lamp shop' });
  const helper = await merchant(test, { account_id: owner.account_id, role: 'support', stores: [store] });
  await merchant(test);
  await sqlRows(test, `UPDATE users SET nick_name = 'Ada Miller' WHERE id = '${owner.user_id}' RETURNING 1`);
  const { body } = await list(owner.token);
  expect(body.data).toMatchObject([
    { user_id: owner.user_id, role: 'owner', name: 'Ada Miller', stores: null, status: 'active' },
    { user_id: helper.user_id, role: 'support', stores: ['Lamp shop'], name: helper.username, email: helper.email },
  ]);
  expect(body.data[1].last_seen_at).not.toBeNull();
  expect((await list(owner.token, `?q=${helper.username.toUpperCase()}`)).body).toMatchObject({
    data: [{ user_id: helper.user_id }],
    meta: { total: 1 },
  });
  expect((await list(owner.token, '?q=ada%20m')).body.meta.total).toBe(1);
  expect((await list(owner.token, '?q=%25')).body.data).toEqual([]);
});

it('is for those who may view sub-accounts', async () => {
  const owner = await merchant(test);
  const payer = await merchant(test, { account_id: owner.account_id, role: 'payer' });
  expect(await list(payer.token)).toMatchObject({ status: 403 });
  expect(await test.call('GET', '/api/sub_accounts')).toMatchObject({ status: 401 });
});
