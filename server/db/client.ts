import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { kyselyPool } from './kysely-pool.ts';
import type { DB } from './tables.ts';

const int8 = 20;
const date = 1082;

/** int8 as number (amounts stay far below 2^53), dates as `YYYY-MM-DD` text; the rest as pg does. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === int8) return (value: string) => Number(value);
    if (oid === date) return (value: string) => value;
    return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
  },
};

export type DatabaseRole = 'tradewind_app' | 'tradewind_desk';

/** Start-up options of a connection of calls and jobs: the role is one, so that RESET ROLE leads back to it. */
export const asApplication = { options: '-c role=tradewind_app -c timezone=UTC' };

/**
 * A pool whose connections run as the application role from their first statement on (P37).
 * @param options.url The login of calls and jobs, which owns nothing; or the owner's where there is none.
 */
export function createPool(options: { url: string; max: number; log: Log; name?: string }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    ...asApplication,
    application_name: options.name ?? 'tradewind',
    types,
  });
  survive(pool, options.log);
  return pool;
}

/** Connections of the owner, for the queue, whose own pool stops listening for lost connections before it has ended. */
export function createOwnerPool(options: { url: string; max: number; log: Log }): pg.Pool {
  const pool = new pg.Pool({ connectionString: options.url, max: options.max, application_name: 'tradewind queue' });
  survive(pool, options.log);
  return pool;
}

function survive(pool: pg.Pool, log: Log): void {
  // An idle connection that breaks (server restart) must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  // Nor one that is in use: whoever uses it learns of it by the query that fails.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'database connection lost'));
  });
}

export function createDatabase(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }) });
}

/** Network errors, and PostgreSQL's classes "connection exception" and "operator intervention" (shutdown, crash, starting up). */
const lost = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|08...|57P0.)$/;

/** Whether an error says that the database is gone for now, and nothing else. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return lost.test(error.code);
  return /^Connection terminated|not queryable$/.test(error.message);
}
