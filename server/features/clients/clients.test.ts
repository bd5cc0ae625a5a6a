import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('lists clients for staff, finds them by name or number, and leaves access rows', { tags: ['S7-33'] }, async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  await sqlRows(test, `UPDATE users SET nick_name = 'Rafael Costa' WHERE id = '${agent.user_id}' RETURNING 1`);
  await sqlRows(
    test,
    `UPDATE accounts SET agent_user_id = '${agent.user_id}' WHERE id = '${client.account_id}' RETURNING 1`,
  );
  const list = await test.call('GET', '/api/staff/clients', { token: agent.token });
  const row = list.body.data.find((found: { id: string }) => found.id === client.account_id);
  expect(row).toMatchObject({
    agent: 'Rafael Costa',
    stores: 0,
    orders_30d: 0,
    balance: { amount: 0, currency: 'USD' },
  });
  expect(list.body.meta.total).toBeGreaterThan(0);
  const byNumber = await test.call('GET', `/api/filters/clients?q=${row.number}`, { token: agent.token });
  expect(byNumber.body.data).toEqual([
    { id: client.account_id, label: `Shop of ${client.username} · ${row.number}`, currency: 'USD' },
  ]);
  const byId = await test.call('GET', `/api/filters/clients?id=${client.account_id}`, { token: agent.token });
  expect(byId.body.data).toEqual(byNumber.body.data);
  expect((await test.call('GET', '/api/staff/clients?q=100%25_', { token: agent.token })).body.data).toEqual([]);
  const seen = await test.pool.query(`BEGIN; SET LOCAL ROLE tradewind_desk; SELECT 1 FROM access_log; COMMIT`);
  expect((seen as unknown as { rowCount: number }[])[2]?.rowCount).toBeGreaterThan(0);
});

it('is closed to merchants, to other staff and to nobody in particular', async () => {
  const { token, account_id } = await merchant(test);
  const packer = await staff(test, 'warehouse');
  for (const path of ['/api/staff/clients', '/api/filters/clients']) {
    expect(await test.call('GET', path)).toMatchObject({ status: 401 });
    expect(await test.call('GET', path, { token })).toMatchObject({ status: 403 });
  }
  const path = `/api/staff/clients/${account_id}`;
  const body = { image_identify_enabled: false };
  expect(await test.call('PATCH', path, { body })).toMatchObject({ status: 401 });
  for (const caller of [token, packer.token]) {
    expect(await test.call('PATCH', path, { body, token: caller })).toMatchObject({ status: 403 });
  }
  expect(await test.call('GET', '/api/staff/clients', { token: packer.token })).toMatchObject({ status: 403 });
  expect(
    await test.call('GET', '/api/staff/clients?page=99999&per_page=200', { token: (await staff(test, 'admin')).token }),
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
  const path = `/api/staff/clients/${client.account_id}`;
  const change = (body: unknown) => test.call('PATCH', path, { token: agent.token, body });
  const enabled = async () =>
    (await test.call('GET', '/api/profile', { token: client.token })).body.data.image_identify_enabled;
  expect(await enabled()).toBe(true);
  expect(await change({ image_identify_enabled: false })).toMatchObject({ status: 200 });
  expect(await enabled()).toBe(false);
  const list = await test.call('GET', '/api/staff/clients', { token: agent.token });
  expect(list.body.data.find((row: { id: string }) => row.id === client.account_id)).toMatchObject({
    image_identify_enabled: false,
  });
  expect(await change({ image_identify_enabled: 'maybe' })).toMatchObject({ status: 422 });
  const entry = entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
  const notes = await entry.run('all_accounts', ({ db }) =>
    db.selectFrom('audit_log').select('details').where('action', '=', 'clients.change').execute(),
  );
  expect(notes).toEqual([{ details: { image_identify_enabled: false } }]);
});

it('assigns the agent that the client sees, in the audit log, and only somebody who is one', async () => {
  const client = await merchant(test);
  const [agent, packer] = [await staff(test, 'agent'), await staff(test, 'warehouse')];
  const assign = (agent_user_id: string | null, token = agent.token) =>
    test.call('PATCH', `/api/staff/clients/${client.account_id}`, { token, body: { agent_user_id } });
  const shown = async () => (await test.call('GET', '/api/guidance/agent', { token: client.token })).body.data;
  const options = (await test.call('GET', '/api/filters/agents', { token: agent.token })).body.data;
  expect(options).toContainEqual({ id: agent.user_id, label: agent.username });
  expect(options.map(({ id }: { id: string }) => id)).not.toContain(packer.user_id);
  expect(await assign(packer.user_id)).toMatchObject({
    status: 404,
    body: { errors: { agent_user_id: [expect.any(String)] } },
  });
  expect(await shown()).toEqual({ agent_exist: false, agent: null });
  expect(await assign(agent.user_id)).toMatchObject({ status: 200 });
  expect(await shown()).toEqual({ agent_exist: true, agent: { id: agent.user_id, name: agent.username } });
  expect(await assign(agent.user_id, packer.token)).toMatchObject({ status: 403 });
  expect(await assign(null)).toMatchObject({ status: 200 });
  expect(await shown()).toEqual({ agent_exist: false, agent: null });
  const notes = await sqlRows(
    test,
    `SELECT details FROM audit_log WHERE action = 'clients.change' AND account_id = '${client.account_id}' ORDER BY at, id`,
  );
  expect(notes.map(({ details }) => details)).toEqual([{ agent_user_id: agent.user_id }, { agent_user_id: null }]);
});

it('tells which features of a client its agent, another agent and other staff may read', async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  await sqlRows(
    test,
    `UPDATE accounts SET agent_user_id = '${agent.user_id}' WHERE id = '${client.account_id}' RETURNING 1`,
  );
  const limited = async (token: string) => {
    const answer = await test.call('GET', `/api/staff/clients/${client.account_id}/readable_features`, { token });
    expect(answer.body.data).toContain('orders');
    return ['wallet', 'sub-accounts'].filter((feature) => answer.body.data.includes(feature));
  };
  expect(await limited(agent.token)).toEqual(['wallet', 'sub-accounts']);
  expect(await limited((await staff(test, 'agent')).token)).toEqual([]);
  expect(await limited((await staff(test, 'finance')).token)).toEqual(['wallet']);
  expect(await limited((await staff(test, 'warehouse')).token)).toEqual([]);
  const unknown = `/api/staff/clients/${client.user_id}/readable_features`;
  expect(await test.call('GET', unknown, { token: agent.token })).toMatchObject({ status: 404 });
});
