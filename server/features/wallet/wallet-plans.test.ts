import { sql } from 'kysely';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { planOf } from '#testing/explain.ts';
import { inAccount, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

/** As the application role, on tables with rows of other accounts, analysed (P37). */
let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  const crowd = await Promise.all(Array.from({ length: 8 }, () => merchant(test)));
  for (const { account_id } of [...crowd, person]) {
    await givenMoney(test, account_id, 1_000);
    await inAccount(test, account_id, async ({ db, now }) => {
      await db
        .insertInto('recharges')
        .values(
          Array.from({ length: 400 }, (_, index) => ({
            account_id,
            id: uuid(),
            method: 'bank',
            status: index % 50 === 0 ? 'submitted' : 'cancelled',
            currency: 'USD',
            amount: 5_000,
            reference: `TW-${index}`,
            external_ref: `R${index}`,
            expires_at: now,
            created_at: new Date(now.getTime() - index * 60_000),
          })),
        )
        .execute();
      await db
        .insertInto('invoices')
        .values(
          Array.from({ length: 400 }, (_, index) => ({
            account_id,
            id: uuid(),
            kind: 'orders',
            status: 'expired',
            currency: 'USD',
            goods: 1,
            freight: 0,
            fees: 0,
            total: 1,
            orders_count: 1,
            billed_to: '{}',
            seller: '{}',
            issued_at: new Date(now.getTime() - index * 60_000),
            price_valid_until: now,
          })),
        )
        .execute();
    });
  }
  await systemEntry(test).run('all_accounts', async ({ db }) => {
    for (const { account_id } of [...crowd, person]) {
      await sql`INSERT INTO ledger_transactions (account_id, seq, id, at, kind, ref_kind, ref_id, ref_label, actor_kind, idempotency_key, prev_hash, hash)
        SELECT ${account_id}, n, gen_random_uuid(), now(), 'adjustment', 't', gen_random_uuid(), '', 'system', n::text, sha256(n::text::bytea), sha256(n::text::bytea)
        FROM generate_series(2, 500) n`.execute(db);
      await sql`INSERT INTO ledger_entries (account_id, seq, line, ledger_account, amount, currency, balance_after)
        SELECT ${account_id}, n, line, CASE line WHEN 1 THEN 'cash' ELSE 'revenue' END, CASE line WHEN 1 THEN 1 ELSE -1 END, 'USD', CASE line WHEN 1 THEN n ELSE -n END
        FROM generate_series(2, 500) n, generate_series(1, 2) line`.execute(db);
    }
  });
  await analyse();
});
afterAll(() => test.close());

/** Statistics are the owner's to gather. */
async function analyse(): Promise<void> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query('ANALYZE recharges, invoices, ledger_transactions, ledger_entries');
  await client.end();
}

const own = () => ({ account_id: person.account_id });

it.each([
  [
    'the newest recharges',
    'recharges',
    'recharges_list_idx',
    () =>
      sql`SELECT id FROM recharges WHERE account_id = ${person.account_id} ORDER BY created_at DESC, id DESC LIMIT 10`,
  ],
  [
    'the newest invoices',
    'invoices',
    'invoices_list_idx',
    () =>
      sql`SELECT id FROM invoices WHERE account_id = ${person.account_id} ORDER BY issued_at DESC, id DESC LIMIT 10`,
  ],
  [
    'a tab’s count of invoices',
    'invoices',
    'invoices_status_idx',
    () =>
      sql`SELECT count(*) FROM (SELECT 1 FROM invoices WHERE account_id = ${person.account_id} AND status = ANY(ARRAY['open', 'paying']) LIMIT 25001) few`,
  ],
  [
    'the statement',
    'ledger_transactions',
    'ledger_transactions_pkey',
    () => sql`SELECT seq FROM ledger_transactions WHERE account_id = ${person.account_id} ORDER BY seq DESC LIMIT 10`,
  ],
  [
    'a kind of the statement',
    'ledger_transactions',
    'ledger_transactions_kind_idx',
    () =>
      sql`SELECT seq FROM ledger_transactions WHERE account_id = ${person.account_id} AND kind = 'recharge' ORDER BY seq DESC LIMIT 10`,
  ],
  [
    'the entries of a filtered statement’s sums',
    'ledger_entries',
    'ledger_entries_pkey',
    () =>
      sql`SELECT count(*), sum(m.amount) FROM (SELECT sum(e.amount) AS amount FROM ledger_transactions t LEFT JOIN ledger_entries e
        ON e.account_id = t.account_id AND e.seq = t.seq AND (e.ledger_account = 'cash' OR starts_with(e.ledger_account, 'bonus:'))
        WHERE t.account_id = ${person.account_id} AND t.kind = 'recharge' GROUP BY t.seq) m`,
  ],
  [
    'a balance',
    'ledger_entries',
    'ledger_entries_balance_idx',
    () =>
      sql`SELECT balance_after FROM ledger_entries WHERE account_id = ${person.account_id} AND ledger_account = 'cash' ORDER BY seq DESC, line DESC LIMIT 1`,
  ],
] as const)('%s come by their index', async (_name, table, index, statement) => {
  const plan = await planOf(test, own(), statement());
  expect(plan).toContain(index);
  expect(plan).not.toContain(`Seq Scan on ${table}`);
});

it('the finance queue comes by its index', async () => {
  const plan = await planOf(
    test,
    'all_accounts',
    sql`SELECT id FROM recharges WHERE status = ANY(ARRAY['submitted', 'under_review']) ORDER BY created_at, id LIMIT 10`,
  );
  expect(plan).toContain('recharges_staff_idx');
});
