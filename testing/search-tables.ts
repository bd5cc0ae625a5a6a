import pg from 'pg';
import { inject } from 'vitest';
import type { TestApp } from './app.ts';
import { onServer } from './test-server.ts';

/** Names of the tables that hold a text anywhere in any row, the queue's included; for tests of erasure (P12). */
export async function tablesWith(test: Pick<TestApp, 'url'>, text: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 2`,
    );
    const found: string[] = [];
    for (const { schema, name } of rows) {
      await owner.query('BEGIN');
      // The application's tables are read as jobs read them, the queue's as their owner.
      if (schema === 'public' && !name.startsWith('schema_')) await owner.query('SET LOCAL ROLE tradewind_desk');
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
      const { rowCount } = await owner.query(
        `SELECT 1 FROM ${table} t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`,
        [text],
      );
      await owner.query('ROLLBACK');
      if (rowCount) found.push(name);
    }
    return found;
  } finally {
    await owner.end();
  }
}

/** Resolves when a transaction of the test's database waits for a lock, or when `givenUp` is aborted. */
export async function untilOneWaits(test: Pick<TestApp, 'url'>, givenUp?: AbortSignal): Promise<void> {
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  try {
    for (;;) {
      if (givenUp?.aborted) return;
      const { rowCount } = await owner.query(
        `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE NOT l.granted AND a.datname = current_database()`,
      );
      if (rowCount) return;
    }
  } finally {
    await owner.end();
  }
}

/** Ends the connection that waits for a lock, as a database that restarts would: an administrator's right. */
export async function cutWaiting(test: Pick<TestApp, 'url'>): Promise<void> {
  await untilOneWaits(test);
  const name = new URL(test.url.replace('@/', '@host/')).pathname.slice(1);
  await onServer(
    inject('testServer').adminUrl,
    `SELECT pg_terminate_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE NOT l.granted AND a.datname = '${name}'`,
  );
}
