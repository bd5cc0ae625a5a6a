import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOn, databaseUrl, dropOn, loginUrl, onServer } from '#testing/test-server.ts';
import { createLog } from '../lib/log.ts';
import { createPool } from './client.ts';
import { migrate } from './migrate.ts';
import { checkServer } from './server-checks.ts';

const { adminUrl, prefix } = inject('testServer');
const mark = randomBytes(4).toString('hex');
const login = `${prefix}login_${mark}`;
const name = `${prefix}roles_${mark}`;
const url = loginUrl(databaseUrl(adminUrl, name), login, 'secret');
const asAdmin = (sql: string) => onServer(adminUrl, sql);

async function onDatabase<T>(action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

beforeAll(() => asAdmin(`CREATE ROLE ${login} LOGIN PASSWORD 'secret'`));
afterAll(() => asAdmin(`DROP ROLE ${login}`));

describe('the login that the manual describes: no superuser, may create roles, owns its database', () => {
  beforeAll(async () => {
    await asAdmin(`ALTER ROLE ${login} CREATEROLE`);
    await createOn(adminUrl, name, { owner: login });
  });
  afterAll(() => dropOn(adminUrl, name));

  it('migrates, and calls run as the application role', async () => {
    // Since PostgreSQL 16 this is what CREATE ROLE leaves its maker with: the right to give the role, and no more.
    const [server] = await asAdmin(`SELECT current_setting('server_version_num')::int AS version`);
    const options = Number(server?.version) < 160_000 ? '' : ', INHERIT FALSE, SET FALSE';
    await asAdmin(
      `GRANT tradewind_app, tradewind_desk TO ${login} WITH ADMIN ${options ? 'TRUE' : 'OPTION'}${options}`,
    );
    await migrate({ url, log: () => {} });
    const pool = createPool({ url, max: 1, log: createLog('silent') });
    try {
      const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role');
      expect(rows).toEqual([{ role: 'tradewind_app' }]);
      await pool.query('BEGIN; SET LOCAL ROLE tradewind_desk; SELECT count(*) FROM orders; COMMIT');
    } finally {
      await pool.end();
    }
  });

  it('sees the rows of every account, so that migrations and dumps do not miss them', async () => {
    const accounts = await onDatabase(async (client) => {
      await client.query(`
        INSERT INTO accounts (id, name) SELECT gen_random_uuid(), 'One' FROM generate_series(1, 2);
        INSERT INTO jobs (account_id, id, kind, created_at) SELECT id, gen_random_uuid(), 'test', now() FROM accounts`);
      return (await client.query('SELECT DISTINCT account_id FROM jobs')).rowCount;
    });
    expect(accounts).toBe(2);
  });
});

describe('a start on a server that cannot serve', () => {
  const refusal = async (connections?: number): Promise<string> => {
    const failed = await migrate({ url, log: () => {}, ...(connections && { connections }) }).catch(
      (error: unknown) => error,
    );
    const made = await asDatabase(`SELECT 1 FROM pg_namespace WHERE nspname = 'graphile_worker'
      UNION ALL SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
    expect(made).toEqual([]);
    return failed instanceof Error && failed.name === 'Refusal' ? failed.message : String(failed);
  };
  const asDatabase = (sql: string) => onServer(databaseUrl(adminUrl, name), sql);

  it.each([
    {
      lack: 'the roles and the right to give them',
      owner: login,
      sentence: /may not act as tradewind_app and tradewind_desk.* Run as an administrator of the server: GRANT /,
    },
    {
      lack: 'the right to create schemas',
      owner: undefined,
      sentence: /may not create schemas in this database\. Make it the owner/,
    },
    {
      lack: 'transactions that write',
      owner: login,
      setting: 'SET default_transaction_read_only = on',
      sentence: /Transactions on this database are read-only/,
    },
    {
      lack: 'connections',
      owner: login,
      connections: 29,
      setting: 'CONNECTION LIMIT 12',
      sentence: /allows 12 connections, but this process uses up to 29\. Raise .*, or lower DATABASE_POOL/,
    },
    {
      lack: 'UTF-8',
      owner: login,
      create: `ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`,
      sentence: /has the encoding SQL_ASCII; Tradewind needs UTF8\. Create it with/,
    },
  ])('says in a sentence that it lacks $lack, and changes nothing', async (given) => {
    await asAdmin(`ALTER ROLE ${login} NOCREATEROLE`);
    await asAdmin(`REVOKE tradewind_app, tradewind_desk FROM ${login} CASCADE`);
    await asAdmin(
      `CREATE DATABASE ${name} ${given.owner ? `OWNER ${given.owner}` : ''} ${given.create ?? 'TEMPLATE template1'}`,
    );
    try {
      if (given.setting) await asAdmin(`ALTER DATABASE ${name} ${given.setting}`);
      expect(await refusal(given.connections)).toMatch(given.sentence);
    } finally {
      await dropOn(adminUrl, name);
    }
  });

  it('says which commands create a role that it can neither find nor create', async () => {
    await asAdmin(`CREATE DATABASE ${name} OWNER ${login}`);
    try {
      const checked = onDatabase((client) => checkServer(client, { roles: ['tradewind_absent'] }));
      await expect(checked).rejects.toThrow(/tradewind_absent does not exist\. .*CREATE ROLE tradewind_absent NOLOGIN/);
    } finally {
      await dropOn(adminUrl, name);
    }
  });

  it('says what is wrong with the address or the login', async () => {
    const at = (address: string) => migrate({ url: address, log: () => {} });
    await expect(at('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
      /DATABASE_URL: the database does not answer/,
    );
    await expect(at(databaseUrl(adminUrl, 'nowhere'))).rejects.toThrow(/DATABASE_URL: there is no such database/);
  });
});
