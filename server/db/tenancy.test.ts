import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function inTransaction<T>(act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await test.pool.connect();
  try {
    await client.query('BEGIN');
    return await act(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Tables without an account's rows, and why (decision 38). */
const directory = new Set([
  'schema_migrations',
  'warehouses',
  'sites',
  'partner_links',
  'accounts',
  'users',
  'staff_roles',
  'memberships',
  'membership_stores',
  'sessions',
  'user_links',
  'login_attempts',
  'idempotency_keys',
  'file_links',
  'pictures',
  'picture_descriptors',
  'catalog_looks',
  'shopify_apps',
  'shop_domains',
  'oauth_states',
  'shop_logins',
  'shop_identities',
  'webhook_inbox',
  'woo_authorizations',
  'quote_shares',
  'channels',
  'carrier_inbox',
  'transit_days',
  'transit_windows',
  'channel_rates',
  'holidays',
  'cut_offs',
  'claim_policies',
  'option_words',
  'catalog_pictures',
  'recharge_methods',
  'external_payments',
  'payment_events',
  'notices',
  'notice_accounts',
  'notice_marks',
]);

describe('row-level security', () => {
  it('is forced on every table that is not a named directory table', async () => {
    const { rows } = await test.pool.query<{ name: string; forced: boolean }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => !row.forced && !directory.has(row.name)).map((row) => row.name)).toEqual([]);
  });

  it('keys account tables by account: primary keys, unique constraints and foreign keys hold account_id', async () => {
    const { rows } = await test.pool.query<{ constraint: string }>(
      `SELECT c.conrelid::regclass || '.' || c.conname AS constraint
       FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attname = 'account_id'
       JOIN pg_class t ON t.oid = c.conrelid AND t.relforcerowsecurity
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
