import { bareValues } from '#testing/app-values.ts';
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { buildApp } from '#server/app.ts';
import { createDatabase } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';

export type Statement = { name?: string; text: string; values: unknown[] };

/** The statements that the app sends for a GET, with their parameters, BEGIN and COMMIT included. */
export async function statementsOf(
  pool: pg.Pool,
  databaseUrl: string,
  call: { path: string; token: string },
): Promise<Statement[]> {
  const run: Statement[] = [];
  const db = createDatabase(noting(pool, run));
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SECRET_KEY: randomBytes(32).toString('base64'),
    CALLS_PER_MINUTE: '0',
    DATABASE_URL: databaseUrl,
  });
  const log = createLog('silent');
  const ground = { db, clock: systemClock, log, app: bareValues() };
  const app = await buildApp({
    config,
    ground,
    pool,
    log,
    mailer: null,
  });
  try {
    const headers = { authorization: `Bearer ${call.token}` };
    await app.fastify.inject({ method: 'GET', url: call.path, headers }); // the first call notes the session's use
    run.length = 0;
    const answer = await app.fastify.inject({ method: 'GET', url: call.path, headers });
    if (answer.statusCode !== 200)
      throw new Error(`${call.path} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
    return run;
  } finally {
    await app.close();
  }
}

/** The pool, of which each statement is noted as it is sent. */
function noting(pool: pg.Pool, run: Statement[]): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: string | Statement, values: unknown[] = []) => {
      run.push(typeof statement === 'string' ? { text: statement, values } : statement);
      return typeof statement === 'string' ? client.query(statement, values) : client.query(statement);
    };
    return { query, release: () => client.release() };
  };
  return { connect, end: () => pool.end() } as unknown as pg.Pool;
}

/** Runs them one after the other, as the request does. */
export async function replay(client: pg.PoolClient, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
