import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const state = { query: { tab: 'to_pay', q: '1001', sort: '-placed_at' }, columns: ['order', 'cost'], per_page: 50 };
const save = (token: string, body: object) =>
  test.call('POST', '/api/views', { token, body: { list: 'orders', name: 'Mine', state, ...body } });
const list = async (token: string, name = 'orders') =>
  (await test.call('GET', `/api/views?list=${name}`, { token })).body.data;
const change = (token: string, id: string, body: object) => test.call('PUT', `/api/views/${id}`, { token, body });
const remove = (token: string, id: string) => test.call('DELETE', `/api/views/${id}`, { token });

it('keeps a view for its owner, who renames, shares and deletes it', async () => {
  const owner = await merchant(test);
  const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
  const made = (await save(viewer.token, {})).body.data;
  expect(made).toMatchObject({ name: 'Mine', shared: false, state, owner: null, editable: true, version: 1 });
  expect(await list(viewer.token)).toEqual([made]);
  expect(await list(viewer.token, 'quotes')).toEqual([]);
  expect(await list(owner.token)).toEqual([]);

  const shared = (await change(viewer.token, made.id, { name: 'To pay', shared: true, version: 1 })).body.data;
  expect(shared).toMatchObject({ name: 'To pay', shared: true, state, version: 2 });
  expect(await list(owner.token)).toEqual([{ ...shared, owner: viewer.username }]);
  expect(await change(viewer.token, made.id, { name: 'x', version: 1 })).toMatchObject({
    status: 422,
    body: { code: 'stale_version' },
  });
  expect(await remove(viewer.token, made.id)).toMatchObject({ status: 200 });
  expect(await list(owner.token)).toEqual([]);
});

it('lets colleagues see a shared view, and only who may change the account tidy it up', async () => {
  const owner = await merchant(test);
  const { account_id } = owner;
  const [one, two] = [
    await merchant(test, { account_id, role: 'operations' }),
    await merchant(test, { account_id, role: 'viewer' }),
  ];
  const { id } = (await save(one.token, { shared: true })).body.data;
  const secret = (await save(one.token, { name: 'Own' })).body.data.id;
  expect((await list(two.token)).map((view: { editable: boolean }) => view.editable)).toEqual([false]);
  expect((await change(two.token, id, { name: 'x', version: 1 })).status).toBe(403);
  expect((await remove(two.token, id)).status).toBe(403);
  expect((await remove(owner.token, secret)).status).toBe(404);
  expect((await remove(owner.token, id)).status).toBe(200);
});

it('has each name once per person and list, however it is written', async () => {
  const { token, account_id } = await merchant(test);
  await save(token, { name: 'Late' });
  expect(await save(token, { name: ' LATE ' })).toMatchObject({
    status: 422,
    body: { code: 'name_taken', errors: { name: [expect.any(String)] } },
  });
  const other = (await save(token, { name: 'Later' })).body.data;
  expect(await change(token, other.id, { name: 'late', version: 1 })).toMatchObject({ body: { code: 'name_taken' } });
  expect((await save(token, { name: 'Late', list: 'quotes' })).status).toBe(200);
  const colleague = await merchant(test, { account_id });
  const both = await Promise.all([save(colleague.token, { name: 'Late' }), save(colleague.token, { name: 'late' })]);
  expect(both.map((answer) => answer.status)).toEqual(expect.arrayContaining([200, 422]));
});

it('refuses nonsense, strangers and lists that the member may not see', async () => {
  const { token } = await merchant(test);
  const stranger = await merchant(test);
  const { id } = (await save(token, { shared: true })).body.data;
  expect(await list(stranger.token)).toEqual([]);
  expect((await change(stranger.token, id, { name: 'x', version: 1 })).status).toBe(404);
  expect((await remove(stranger.token, id)).status).toBe(404);
  expect((await save(token, { name: '' })).body.errors).toMatchObject({
    name: ['Name is missing. Fill it in and try again.'],
  });
  expect((await save(token, { list: 'nothing' })).status).toBe(422);
  expect((await save(token, { state: { ...state, query: { 'x-y': '1' } } })).status).toBe(422);
  expect((await test.call('GET', '/api/views?list=nothing', { token })).status).toBe(400);
  expect((await test.call('GET', '/api/views?list=orders')).status).toBe(401);
  const support = await merchant(test, { role: 'support' });
  expect((await test.call('GET', '/api/views?list=invoices', { token: support.token })).status).toBe(403);
  expect((await save(support.token, { list: 'invoices' })).status).toBe(403);
});
