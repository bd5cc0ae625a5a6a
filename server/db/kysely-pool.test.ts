import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { kyselyPool, prepared } from './kysely-pool.ts';
import type { DB } from './tables.ts';

let test: TestApp;
let db: Kysely<DB>;
const sent: string[] = [];
beforeAll(async () => {
  test = await startTestApp();
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query(`CREATE TABLE late (n int, m int); GRANT SELECT, INSERT ON late TO tradewind_app;
    CREATE UNIQUE INDEX late_open_key ON late (n) WHERE m = -1`);
  await owner.end();
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(noting(test.pool)) }) });
});
beforeEach(() => sent.splice(0));
afterAll(() => test.close());

/** The pool, of which each text that is sent is noted. */
function noting(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
      sent.push(typeof statement === 'string' ? statement : `by name: ${statement.text}`);
      return client.query(statement, values);
    };
    return { query, release: () => client.release() };
  };
  return { connect } as unknown as pg.Pool;
}

const kept = async () => (await test.pool.query<{ n: number }>('SELECT n FROM late ORDER BY n')).rows.map(({ n }) => n);

it('begins with the first statement of a transaction, in one round trip when it has no parameters', async () => {
  const two = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ n: number }>`SELECT 1 + 1 AS n`.execute(tx);
    await sql`SELECT ${1}::int`.execute(tx);
    return rows[0]?.n;
  });
  expect(two).toBe(2);
  expect(sent).toEqual(['begin; SELECT 1 + 1 AS n', 'SELECT $1::int', 'commit']);
});

it('begins before a first statement with parameters, and takes all back when one fails', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await sql`INSERT INTO late VALUES (${1})`.execute(tx);
    await sql`INSERT INTO late VALUES (${'nonsense'})`.execute(tx);
  });
  await expect(failing).rejects.toThrow(/invalid input syntax/);
  expect(sent.filter((text) => !text.startsWith('INSERT'))).toEqual(['begin', 'rollback']);
  expect(await kept()).toEqual([]);
});

it('takes back a transaction whose first statement fails, and uses the connection for the next one', async () => {
  await expect(db.transaction().execute((tx) => sql`SELECT nonsense`.execute(tx))).rejects.toThrow(/nonsense/);
  await db.transaction().execute((tx) => sql`INSERT INTO late VALUES (7)`.execute(tx));
  expect(await kept()).toEqual([7]);
});

it('sends nothing for a transaction without a statement', async () => {
  expect(await db.transaction().execute(async () => 'done')).toBe('done');
  await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(sent).toEqual([]);
});

it('sends a statement that is marked as prepared by name, within the transaction', async () => {
  for (const n of [20, 30]) {
    await db.transaction().execute(async (tx) => {
      await sql`${prepared}INSERT INTO late VALUES (${n})`.execute(tx);
    });
  }
  const named = 'by name: /* prepared */ INSERT INTO late VALUES ($1)';
  expect(sent).toEqual(['begin', named, 'commit', 'begin', named, 'commit']);
  expect(await kept()).toEqual([7, 20, 30]);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
});

it('sends an insert of a few rows by name, and one of many as it is', async () => {
  const insert = (rows: number) =>
    new Kysely<{ late: { n: number; m: number } }>({
      dialect: new PostgresDialect({ pool: kyselyPool(noting(test.pool)) }),
    })
      .insertInto('late')
      .values(Array.from({ length: rows }, () => ({ n: 40, m: rows })))
      .execute();
  for (const rows of [1, 4, 5]) await insert(rows);
  expect(sent.map((text) => text.slice(0, 30))).toEqual([
    'by name: insert into "late" ("',
    'by name: insert into "late" ("',
    'insert into "late" ("n", "m") ',
  ]);
});

it('finds a partial index by its predicate, however often', async () => {
  const some = new Kysely<{ late: { n: number; m: number } }>({
    dialect: new PostgresDialect({ pool: kyselyPool(noting(test.pool)) }),
  });
  const insert = () =>
    some
      .insertInto('late')
      .values({ n: 50, m: -1 })
      .onConflict((conflict) => conflict.column('n').where('m', '=', -1).doNothing())
      .executeTakeFirst();
  // a connection plans a prepared statement for all parameters from the sixth time on
  for (let time = 1; time <= 8; time += 1) expect((await insert()).numInsertedOrUpdatedRows).toBe(time === 1 ? 1n : 0n);
});

it('sends what names one row by its key by name, and nothing else of that table', async () => {
  const id = '0198c5a0-0000-7000-8000-000000000001';
  const some = new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(noting(test.pool)) }) });
  const orders = some.selectFrom('orders').select(['id', 'name']).where('account_id', '=', id);
  await orders.where('id', '=', id).execute();
  await orders.where('stage', '=', 'closed').execute();
  await some.updateTable('accounts').set({ name: 'Nobody' }).where('id', '=', id).execute();
  await some.updateTable('accounts').set({ name: 'Nobody' }).where('name', '=', 'Nobody else').execute();
  expect(sent.map((text) => text.startsWith('by name: '))).toEqual([true, false, true, false]);
});
