import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffRoles, type StaffRole } from '#contract/rights.ts';
import type { ClientFilePurpose } from '#contract/staff-access.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type HttpClient, httpClient } from '#testing/http-client.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

let test: TestApp;
let call: HttpClient;
let client: Person;
beforeAll(async () => {
  test = await startTestApp();
  call = await httpClient(test);
  client = await merchant(test);
});
afterAll(() => test.close());

const reason = 'asked by phone to look';
const actFor = (token: string, account_id: string) =>
  call('POST', '/api/login_as', { token, body: { account_id, reason } });
const takeRoles = (user_id: string) =>
  sqlRows(test, `DELETE FROM staff_roles WHERE user_id = '${user_id}' RETURNING 1`);

describe('M3: acting for a client', () => {
  it('ends with the role, for reads and writes, and does not come back with it', async () => {
    const agent = await staff(test, 'agent');
    expect(await actFor(agent.token, client.account_id)).toMatchObject({ status: 200 });
    const write = () =>
      call('POST', '/api/views', {
        token: agent.token,
        body: { list: 'orders', name: randomUUID(), state: { query: {}, columns: null, per_page: null } },
      });
    expect(await call('GET', '/api/shopify_orders', { token: agent.token })).toMatchObject({ status: 200 });
    expect(await write()).toMatchObject({ status: 200 });

    await takeRoles(agent.user_id);
    expect(await call('GET', '/api/shopify_orders', { token: agent.token })).toMatchObject({ status: 403 });
    expect(await write()).toMatchObject({ status: 403 });
    await sqlRows(test, `INSERT INTO staff_roles (user_id, role) VALUES ('${agent.user_id}', 'agent') RETURNING 1`);
    expect((await call('GET', '/api/profile', { token: agent.token })).body.data).toMatchObject({ roles: ['agent'] });
  });

  it('shows nothing of that client to a tab that names another one, and does nothing there (round 1)', async () => {
    const { token } = await staff(test, 'agent');
    const other = await merchant(test);
    await actFor(token, client.account_id);
    const named = (account_id: string) => ({ token, headers: { 'x-client-id': account_id } });
    expect(await call('GET', '/api/shopify_orders', named(client.account_id))).toMatchObject({ status: 200 });
    const body = { list: 'orders', name: randomUUID(), state: { query: {}, columns: null, per_page: null } };
    for (const answer of [
      await call('GET', '/api/shopify_orders', named(other.account_id)),
      await call('POST', '/api/views', { ...named(other.account_id), body }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'choose_client' } });
    expect(await call('POST', '/api/login_as/stop', named(other.account_id))).toMatchObject({ status: 200 });
    expect(await call('GET', '/api/shopify_orders', named(other.account_id))).toMatchObject({ status: 200 });
  });

  it('needs a role that may act: another one is not enough', async () => {
    const agent = await staff(test, 'agent', 'warehouse');
    await actFor(agent.token, client.account_id);
    await sqlRows(test, `DELETE FROM staff_roles WHERE user_id = '${agent.user_id}' AND role = 'agent' RETURNING 1`);
    expect((await call('GET', '/api/profile', { token: agent.token })).body.data).toMatchObject({
      roles: ['warehouse'],
      account: null,
    });
  });

  it('and looking at one with X-Client-Id end with the last role', async () => {
    const helper = await staff(test, 'warehouse');
    const look = () =>
      call('GET', '/api/shopify_orders', { token: helper.token, headers: { 'x-client-id': client.account_id } });
    expect(await look()).toMatchObject({ status: 200 });
    await takeRoles(helper.user_id);
    expect(await look()).toMatchObject({ status: 403 });
  });
});

type Reader = StaffRole | 'other agent' | 'nobody';
const readers: readonly Reader[] = [...staffRoles, 'other agent', 'nobody'];

/** Who may open what of a client (P56), as the decision says it and not as the table in code does. */
const filesOf: Record<ClientFilePurpose, readonly Reader[]> = {
  recharge_proof: ['admin', 'agent', 'finance'],
  claim_evidence: ['admin', 'agent', 'warehouse'],
  stock_qc: ['admin', 'agent', 'warehouse'],
  order_import: ['admin', 'agent'],
  mapping_file: ['admin', 'agent'],
  ad_spend: ['admin', 'agent'],
  quote_attachment: ['admin', 'agent'],
  image_search: ['admin', 'agent'],
  export: ['admin'],
};
const pagesOf: Record<string, readonly Reader[]> = {
  '/api/wallet': ['admin', 'agent', 'finance'],
  '/api/billing_logs': ['admin', 'agent', 'finance'],
  '/api/sub_accounts': ['admin', 'agent'],
  '/api/shopify_orders': ['admin', 'agent', 'finance', 'warehouse', 'other agent'],
};

describe('M5: what of a client staff may open', () => {
  const tokens = new Map<Reader, string>();
  beforeAll(async () => {
    for (const role of staffRoles) {
      const person = await staff(test, role);
      tokens.set(role, person.token);
      if (role !== 'agent') continue;
      await sqlRows(
        test,
        `UPDATE accounts SET agent_user_id = '${person.user_id}' WHERE id = '${client.account_id}' RETURNING 1`,
      );
    }
    tokens.set('other agent', (await staff(test, 'agent')).token);
    const former = await staff(test, 'admin');
    await takeRoles(former.user_id);
    tokens.set('nobody', former.token);
  });
  const addFile = async (purpose: string, account: Person) => {
    const id = randomUUID();
    await sqlRows(
      test,
      `INSERT INTO files (account_id, id, sha256, size, mime, name, purpose, created_by, created_at)
       VALUES ('${account.account_id}', '${id}', '${'ab'.repeat(32)}', 1, 'text/csv', 'a.csv', '${purpose}',
         '${account.user_id}', now()) RETURNING 1`,
    );
    return id;
  };
  const open = (reader: Reader, account: Person, id: string) =>
    call('POST', `/api/staff/files/${account.account_id}/${id}/link`, { token: tokens.get(reader) ?? '', body: {} });

  it.each(Object.entries(filesOf))('files for %s', async (purpose, allowed) => {
    const id = await addFile(purpose, client);
    for (const reader of readers) {
      const { status } = await open(reader, client, id);
      expect([reader, status]).toEqual([reader, allowed.includes(reader) ? 200 : 403]);
    }
  });

  it.each(Object.entries(pagesOf))('%s with X-Client-Id', async (path, allowed) => {
    for (const reader of readers) {
      const headers = { 'x-client-id': client.account_id };
      const { status } = await call('GET', path, { token: tokens.get(reader) ?? '', headers });
      expect([reader, status]).toEqual([reader, allowed.includes(reader) ? 200 : 403]);
    }
  });

  it('lets every agent serve a client that has none', async () => {
    const alone = await merchant(test);
    const id = await addFile('quote_attachment', alone);
    expect(await open('other agent', alone, id)).toMatchObject({ status: 200 });
  });

  it('records an export that an admin opens, for the client to see', async () => {
    const owner = await merchant(test);
    const id = await addFile('export', owner);
    expect(await open('admin', owner, id)).toMatchObject({ status: 200 });
    const [audited] = await sqlRows<{ account_id: string; details: object }>(
      test,
      `SELECT account_id, details FROM audit_log WHERE action = 'files.staffLink' AND entity_id = '${id}'`,
    );
    expect(audited).toEqual({ account_id: owner.account_id, details: { purpose: 'export' } });
    const logged = await sqlRows(test, `SELECT route FROM access_log WHERE account_id = '${owner.account_id}'`);
    expect(logged).toEqual([{ route: 'files.staffLink' }]);
  });
});
