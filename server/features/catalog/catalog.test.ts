import { afterAll, beforeAll, expect, it } from 'vitest';
import { forAccount } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { createSku, skusFor } from './catalog.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const sku = { title: 'Desk lamp', weight_g: 420, lead_days: 2, moq: 1, picture: null };
const make = (owner_account_id: string | null, title = sku.title) =>
  systemEntry(test).run('all_accounts', (ctx) => createSku(ctx, { ...sku, owner_account_id, title }));

it('lists shared SKUs, and a client’s own only when it is named, which leaves an access row', async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  const [shared, own] = [await make(null), await make(client.account_id, 'Own lamp')];
  const list = async (query: string) =>
    (await test.call('GET', `/api/staff/catalog${query}`, { token: agent.token })).body;
  expect(await list('')).toMatchObject({
    data: [{ id: shared.id, code: shared.code, weight_g: 420, status: 'active' }],
    meta: { total: 1 },
  });
  expect((await list(`?account_id=${client.account_id}`)).data.map((row: { id: string }) => row.id)).toEqual([
    own.id,
    shared.id,
  ]);
  expect((await list(`?q=${shared.code.toLowerCase()}`)).data).toMatchObject([{ id: shared.id }]);
  expect((await list(`?q=LAMP&account_id=${client.account_id}`)).meta.total).toBe(2);
  expect((await list('?q=%25')).data).toEqual([]);
  const rows = await sqlRows(test, `SELECT route FROM access_log WHERE account_id = '${client.account_id}'`);
  expect(rows[0]).toEqual({ route: 'catalog.staffList' });
});

it('gives an account the shared SKUs and its own, never another’s', async () => {
  const [a, b] = [await merchant(test), await merchant(test)];
  const made = [await make(null), await make(a.account_id), await make(b.account_id)];
  const found = await systemEntry(test).run('all_accounts', (ctx) =>
    skusFor(
      forAccount(ctx, a.account_id),
      made.map((row) => row.id),
    ),
  );
  expect(found.map((row) => row.id).sort()).toEqual(
    made
      .slice(0, 2)
      .map((row) => row.id)
      .sort(),
  );
});

it('is open to agents and the warehouse only', async () => {
  expect(await test.call('GET', '/api/staff/catalog')).toMatchObject({ status: 401 });
  expect((await test.call('GET', '/api/staff/catalog', { token: (await merchant(test)).token })).status).toBe(403);
  expect((await test.call('GET', '/api/staff/catalog', { token: (await staff(test, 'finance')).token })).status).toBe(
    403,
  );
  const { token } = await staff(test, 'warehouse');
  expect((await test.call('GET', '/api/staff/catalog', { token })).status).toBe(200);
  expect((await test.call('GET', '/api/staff/catalog?account_id=1', { token })).status).toBe(400);
});
