import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { type Ctx, entryFor, type MerchantActor } from './context.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function inTransaction<T>(action: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await test.pool.connect();
  try {
    await client.query('BEGIN');
    return await action(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Tables of the provider, the same for everybody, and the few that say which shop or notice is meant (P38). */
const shared = new Set([
  'schema_migrations',
  'warehouses',
  'sites',
  'partner_links',
  'exchange_rates',
  'pictures',
  'picture_descriptors',
  'catalog_looks',
  'shopify_apps',
  'shop_logins',
  'channels',
  'transit_days',
  'transit_windows',
  'channel_rates',
  'holidays',
  'cut_offs',
  'claim_policies',
  'option_words',
  'catalog_pictures',
  'recharge_methods',
  'notices',
  'notice_accounts',
  'notice_marks',
]);

describe('row-level security', () => {
  it('is forced on every table that is not the same for everybody', async () => {
    const { rows } = await test.pool.query<{ name: string; forced: boolean }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => !row.forced && !shared.has(row.name)).map((row) => row.name)).toEqual([]);
  });

  it('keys account tables by account: primary keys, unique constraints and foreign keys hold account_id', async () => {
    const { rows } = await test.pool.query<{ constraint: string }>(
      `SELECT DISTINCT c.conrelid::regclass || '.' || c.conname AS constraint
       FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attname = 'account_id'
       JOIN pg_class t ON t.oid = c.conrelid AND t.relforcerowsecurity
       JOIN pg_policy p ON p.polrelid = t.oid AND (p.polname = 'account_rows' OR t.relname = 'outbox')
       LEFT JOIN pg_attribute f ON f.attrelid = c.confrelid AND f.attname = 'account_id'
       WHERE c.contype IN ('p', 'u', 'f') AND NOT (a.attnum = ANY (c.conkey))
         AND (c.contype <> 'f' OR f.attnum IS NOT NULL)`,
    );
    // The audit log and the outbox also hold rows of no account; their keys are ids made in code.
    expect(rows.map((row) => row.constraint).sort()).toEqual([
      'access_log.access_log_pkey',
      'audit_log.audit_log_pkey',
      'outbox.outbox_key',
      'outbox.outbox_pkey',
    ]);
  });

  it('shows nothing and takes nothing without an account, and only its own rows with one', async () => {
    const [own, other] = [await merchant(test), await merchant(test)];
    const insert = (client: pg.PoolClient, account: string) =>
      client.query(
        `INSERT INTO stores (account_id, id, platform, external_domain, name, status, created_at) VALUES ($1, $2, 'file', $3, 'x', 'connected', now())`,
        [account, uuid(), uuid()],
      );
    await inTransaction(async (client) => {
      await expect(insert(client, own.account_id)).rejects.toThrow(/row-level security/);
    });
    await inTransaction(async (client) => {
      await client.query(`SELECT set_config('app.account_id', $1, true)`, [own.account_id]);
      await insert(client, own.account_id);
      expect((await client.query('SELECT 1 FROM stores')).rowCount).toBe(1);
      await client.query(`SELECT set_config('app.account_id', $1, true)`, [other.account_id]);
      expect((await client.query('SELECT 1 FROM stores')).rowCount).toBe(0);
      expect((await client.query(`UPDATE stores SET name = 'y'`)).rowCount).toBe(0);
      await expect(insert(client, own.account_id)).rejects.toThrow(/row-level security/);
    });
  });

  it('forgets the account with the transaction', async () => {
    const { account_id } = await merchant(test);
    const client = await test.pool.connect();
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.account_id', $1, true)`, [account_id]);
    await client.query('COMMIT');
    const { rows } = await client.query<{ account: string | null }>('SELECT app_account() AS account');
    client.release();
    expect(rows[0]?.account).toBeNull();
  });
});

describe('a statement of a merchant’s call', () => {
  let own: Person;
  let other: Person;
  const asMerchant = <T>(action: (ctx: Ctx) => Promise<T>): Promise<T> => {
    const actor = { kind: 'merchant', user_id: own.user_id } as MerchantActor; // what the scope looks at
    return entryFor(test.ground, actor, 'test').run({ account_id: own.account_id }, action);
  };
  const asked = (statement: string) =>
    asMerchant(async ({ db }) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows);

  beforeAll(async () => {
    [own, other] = [await merchant(test), await merchant(test)];
    for (const { user_id, account_id } of [own, other]) {
      const at = 'now(), now()';
      await sqlRows(
        test,
        `INSERT INTO idempotency_keys VALUES ('${user_id}', 'a.b', '${uuid()}', '', '{"secret": 1}', now());
         INSERT INTO user_links VALUES ('${uuid()}', '${user_id}', 'create_password', NULL, ${at});
         INSERT INTO login_attempts VALUES ('${uuid()}', 'x@example.com', '10.0.0.1', '${user_id}', true, now());
         INSERT INTO recharges (account_id, id, method, status, currency, amount, reference, expires_at, created_at)
           SELECT '${account_id}', '${user_id}', code, 'expired', 'USD', 100, '${uuid()}', ${at} FROM recharge_methods LIMIT 1;
         INSERT INTO external_payments VALUES ('bank', '${uuid()}', '${account_id}', '${user_id}', now())`,
      );
    }
  });

  it.each([
    ['accounts', 'id', 'account_id'],
    ['users', 'id', 'user_id'],
    ['memberships', 'user_id', 'user_id'],
    ['sessions', 'user_id', 'user_id'],
    ['login_attempts', 'user_id', 'user_id'],
    ['idempotency_keys', 'actor_id', 'user_id'],
    ['external_payments', 'account_id', 'account_id'],
  ] as const)('reads and writes no rows of others in %s', async (table, column, key) => {
    expect(await asked(`SELECT DISTINCT ${column} AS id FROM ${table}`)).toEqual([{ id: own[key] }]);
    for (const change of [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`]) {
      const where = `${column} = '${other[key]}'`;
      const refused = await asked(`${change} WHERE ${where} RETURNING ${column}`).catch((error: unknown) =>
        String(error),
      );
      if (typeof refused === 'string') expect(refused).toMatch(/permission denied/);
      else expect(refused).toEqual([]);
    }
    expect(await sqlRows(test, `SELECT 1 FROM ${table} WHERE ${column} = '${other[key]}'`)).not.toEqual([]);
  });

  it('reads no links of mails, and no events of payments or carriers', async () => {
    for (const table of ['user_links', 'payment_events', 'carrier_inbox', 'webhook_inbox']) {
      expect(await asked(`SELECT 1 FROM ${table}`), table).toEqual([]);
    }
  });

  it('reads no password hash, not even its own, but every other column of its people', async () => {
    await expect(asked('SELECT password_hash FROM users')).rejects.toThrow(/permission denied/);
    await expect(asked('SELECT * FROM users')).rejects.toThrow(/permission denied/);
    const closed = await sqlRows(
      test,
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'users'::regclass AND attnum > 0 AND NOT attisdropped
       AND NOT has_column_privilege('tradewind_app', attrelid, attnum, 'SELECT')`,
    );
    // A new column of users needs GRANT SELECT (name), UPDATE (name) ON users TO tradewind_app in its migration.
    expect(closed).toEqual([{ name: 'password_hash' }]);
  });

  it('gives nobody a role, a membership or an account', async () => {
    for (const statement of [
      `INSERT INTO staff_roles VALUES ('${own.user_id}', 'staff', 'admin')`,
      `INSERT INTO memberships (account_id, user_id, role) VALUES ('${other.account_id}', '${own.user_id}', 'owner')`,
      `UPDATE memberships SET role = 'owner'`,
      `INSERT INTO accounts (id, name) VALUES (gen_random_uuid(), 'x')`,
    ]) {
      await expect(asked(statement), statement).rejects.toThrow(/permission denied/);
    }
    await expect(
      asked(`INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
        VALUES (gen_random_uuid(), 'x', '${other.user_id}', now(), now(), now())`),
    ).rejects.toThrow(/row-level security/);
  });

  it('forgets the person with the transaction', async () => {
    await asked('SELECT 1');
    const { rows } = await test.pool.query<{ person: string | null }>('SELECT app_user() AS person');
    expect(rows[0]?.person).toBeNull();
  });
});

describe('the application role', () => {
  it('owns no table, cannot bypass row-level security and is what RESET ROLE leads back to', async () => {
    const client = await test.pool.connect();
    await client.query('RESET ROLE');
    const { rows } = await client.query<{ role: string; bypass: boolean; owned: number }>(
      `SELECT current_user AS role, rolbypassrls OR rolsuper AS bypass,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_roles r WHERE rolname = current_user`,
    );
    client.release();
    expect(rows).toEqual([{ role: 'tradewind_app', bypass: false, owned: 0 }]);
  });

  it.each([
    'audit_log',
    'access_log',
    'ledger_transactions',
    'ledger_entries',
    'comparison_reports',
    'stock_movements',
  ])('can only add to %s', async (table) => {
    for (const role of ['tradewind_app', 'tradewind_desk']) {
      for (const statement of [
        `UPDATE ${table} SET account_id = account_id`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]) {
        await inTransaction(async (client) => {
          await client.query(`SET LOCAL ROLE ${role}`);
          await expect(client.query(statement)).rejects.toThrow(/permission denied|append-only|foreign key/);
        });
      }
    }
  });
});
