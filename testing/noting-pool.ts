import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type AccountCtx, entryFor } from '#server/db/context.ts';
import { kyselyPool } from '#server/db/kysely-pool.ts';
import type { DB } from '#server/db/tables.ts';
import type { TestApp } from './app.ts';

/** Does a job of an account, and answers the texts that it sends to the database, in their sequence. */
export async function statementsOf(
  test: TestApp,
  account_id: string,
  action: (ctx: AccountCtx) => Promise<unknown>,
): Promise<string[]> {
  const sent: string[] = [];
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(noting(test.pool, sent)) }) });
  const entry = entryFor({ ...test.ground, db }, { kind: 'system', name: 'tests' }, 'statements');
  await entry.run({ account_id }, action);
  return sent.map((text) => text.replace('/* prepared */', '').replace(/\s+/g, ' ').trim());
}

/** The pool, of which each text that is sent is noted. */
function noting(pool: pg.Pool, sent: string[]): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
      sent.push(typeof statement === 'string' ? statement : statement.text);
      return client.query(statement, values);
    };
    return { query, release: () => client.release() };
  };
  return { connect } as unknown as pg.Pool;
}
