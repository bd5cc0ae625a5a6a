import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { loginUrl, onServer } from '#testing/test-server.ts';
import { createLog } from '../lib/log.ts';
import { loginName, openAppLogin } from './app-login.ts';
import { createPool } from './client.ts';

const { adminUrl } = inject('testServer');
const asAdmin = (sql: string) => onServer(adminUrl, sql);
const secretKey = randomBytes(32).toString('base64');
let database: TestDatabase;
let made: string;

async function asCalls<T>(url: string, action: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = createPool({ url, max: 1, log: createLog('silent') });
  const client = await pool.connect();
  try {
    return await action(client);
  } finally {
    client.release();
    await pool.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  made = loginName(new URL(database.url.replace('@/', '@host/')).pathname.slice(1));
});
afterAll(async () => {
  await database.drop();
  await asAdmin(`DROP ROLE IF EXISTS ${made}`);
});

describe('the login of calls and jobs', () => {
  it('is made at the start, owns nothing, and cannot become the owner or read what is the owner’s', async () => {
    const { url, problem } = await openAppLogin({ ownerUrl: database.url, secretKey });
    expect(problem).toBeNull();
    await asCalls(url, async (client) => {
      const { rows } = await client.query<{ login: string; owner: string }>(
        `SELECT session_user AS login, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()`,
      );
      expect(rows[0]?.login).toBe(made);
      const owner = rows[0]?.owner ?? '';
      for (const statement of [
        `SET ROLE ${owner}`,
        `SET SESSION AUTHORIZATION ${owner}`,
        'SELECT rolpassword FROM pg_authid',
        'SELECT * FROM graphile_worker._private_jobs',
        'SELECT * FROM schema_migrations FOR UPDATE',
        'CREATE TABLE public.mine (id int)',
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
      }
      await client.query('SET ROLE NONE'); // the bare login, which inherits nothing
      await expect(client.query('SELECT FROM orders')).rejects.toThrow(/permission denied/);
      const { rows: held } = await client.query(
        `SELECT m.roleid::regrole::text AS role, (SELECT count(*)::int FROM pg_shdepend d
           WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = m.member AND d.deptype = 'o') AS owned
         FROM pg_auth_members m WHERE m.member = session_user::regrole ORDER BY 1`,
      );
      expect(held).toEqual([
        { role: 'tradewind_app', owned: 0 },
        { role: 'tradewind_desk', owned: 0 },
      ]);
    });
  });

  it('has a password that follows from SECRET_KEY, and another one after SECRET_KEY has changed', async () => {
    const passwordOf = async (key: string) => {
      const { url, problem } = await openAppLogin({ ownerUrl: database.url, secretKey: key });
      expect(problem).toBeNull();
      const password = /&password=([^&]*)$/.exec(url)?.[1] ?? '';
      expect(await accepts(made, password)).toBe(true);
      return password;
    };
    const first = await passwordOf(secretKey);
    expect(await passwordOf(secretKey)).toBe(first);
    await passwordOf(randomBytes(32).toString('base64'));
    expect(await accepts(made, first)).toBe(false);
  });

  it('is the one of DATABASE_APP_URL, which must be of the same database and own nothing', async () => {
    expect(await openAppLogin({ ownerUrl: database.url, appUrl: database.appUrl, secretKey })).toEqual({
      url: database.appUrl,
      problem: null,
    });
    const open = (appUrl: string) => openAppLogin({ ownerUrl: database.url, appUrl, secretKey });
    await expect(open(database.url)).rejects.toThrow(/DATABASE_APP_URL: this login may change the server/);
    const elsewhere = await createTestDatabase();
    try {
      await expect(open(elsewhere.appUrl)).rejects.toThrow(/DATABASE_APP_URL: this is another database/);
    } finally {
      await elsewhere.drop();
    }
  });

  it('is told in a sentence where it cannot be made, and calls run as the owner’s login in the application role', async () => {
    const login = `plain_${randomBytes(4).toString('hex')}`;
    await asAdmin(`CREATE ROLE ${login} LOGIN PASSWORD 'secret'; GRANT tradewind_app, tradewind_desk TO ${login}`);
    try {
      const ownerUrl = loginUrl(database.url, login, 'secret');
      const { url, problem } = await openAppLogin({ ownerUrl, secretKey });
      expect(problem).toMatch(
        /^Calls and jobs use the login of DATABASE_URL, .*\(it may not create roles\)\. Create one/,
      );
      expect(await asCalls(url, async (client) => (await client.query('SELECT current_user AS role')).rows)).toEqual([
        { role: 'tradewind_app' },
      ]);
    } finally {
      await asAdmin(`DROP ROLE ${login}`);
    }
  });
});

/** Whether the server takes the password: the test server itself lets everybody in who reaches its socket. */
async function accepts(login: string, password: string): Promise<boolean> {
  const [row] = await asAdmin(`SELECT rolpassword FROM pg_authid WHERE rolname = '${login}'`);
  const [, iterations = '', salt = '', stored] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):/.exec(String(row?.rolpassword)) ?? [];
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
  const key = createHmac('sha256', salted).update('Client Key').digest();
  return createHash('sha256').update(key).digest('base64') === stored;
}
