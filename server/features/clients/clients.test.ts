import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('lists clients for staff, finds them by name or number, and leaves access rows', { tags: ['S7-33'] }, async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  const list = await test.call('GET', '/api/desk/clients', { token: agent.token });
  const row = list.body.data.find((found: { id: string }) => found.id === client.account_id);
  expect(row).toMatchObject({ stores: 0, orders_30d: 0, balance: { amount: 0, currency: 'USD' } });
  expect(list.body.meta.total).toBeGreaterThan(0);
  const byNumber = await test.call('GET', `/api/filters/clients?q=${row.number}`, { token: agent.token });
  expect(byNumber.body.data).toEqual([{ id: client.account_id, label: `Shop of ${client.username} · ${row.number}` }]);
  expect((await test.call('GET', '/api/desk/clients?q=100%25_', { token: agent.token })).body.data).toEqual([]);
  const seen = await test.pool.query(`BEGIN; SET LOCAL ROLE tradewind_desk; SELECT 1 FROM access_log; COMMIT`);
  expect((seen as unknown as { rowCount: number }[])[2]?.rowCount).toBeGreaterThan(0);
});

it('is closed to merchants, to other staff and to nobody in particular', async () => {
  const { token, account_id } = await merchant(test);
  const packer = await staff(test, 'warehouse');
  for (const path of ['/api/desk/clients', '/api/filters/clients']) {
    expect(await test.call('GET', path)).toMatchObject({ status: 401 });
    expect(await test.call('GET', path, { token })).toMatchObject({ status: 403 });
  }
  const path = `/api/desk/clients/${account_id}`;
  const body = { image_identify_enabled: false };
  expect(await test.call('PATCH', path, { body })).toMatchObject({ status: 401 });
  for (const caller of [token, packer.token]) {
    expect(await test.call('PATCH', path, { body, token: caller })).toMatchObject({ status: 403 });
  }
  expect(await test.call('GET', '/api/desk/clients', { token: packer.token })).toMatchObject({ status: 403 });
  expect(
    await test.call('GET', '/api/desk/clients?page=99999&per_page=200', { token: (await staff(test, 'admin')).token }),
  ).toMatchObject({
    status: 422,
    body: { code: 'page_too_deep' },
  });
});

it('answers an absurd number with an empty list', async () => {
  const agent = await staff(test, 'agent');
  const answer = await test.call('GET', `/api/filters/clients?q=${'9'.repeat(60)}`, { token: agent.token });
  expect(answer).toMatchObject({ status: 200, body: { data: [] } });
});

it('switches the search by picture for one client, in the profile of its people and in the audit log', {
  tags: ['S3-01'],
}, async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  const path = `/api/desk/clients/${client.account_id}`;
  const change = (body: unknown) => test.call('PATCH', path, { token: agent.token, body });
  const enabled = async () =>
    (await test.call('GET', '/api/profile', { token: client.token })).body.data.image_identify_enabled;
  expect(await enabled()).toBe(true);
  expect(await change({ image_identify_enabled: false })).toMatchObject({ status: 200 });
  expect(await enabled()).toBe(false);
  const list = await test.call('GET', '/api/desk/clients', { token: agent.token });
  expect(list.body.data.find((row: { id: string }) => row.id === client.account_id)).toMatchObject({
    image_identify_enabled: false,
  });
  expect(await change({ image_identify_enabled: 'maybe' })).toMatchObject({ status: 422 });
  const entry = entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
  const notes = await entry.run('desk', ({ db }) =>
    db.selectFrom('audit_log').select('details').where('action', '=', 'clients.change').execute(),
  );
  expect(notes).toEqual([{ details: { image_identify_enabled: false } }]);
});
