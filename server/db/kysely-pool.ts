import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';

/** What the text of a prepared statement begins with. */
export const preparedMark = '/* prepared */ ';

/**
 * Stands before a statement that each connection shall parse and plan once, not each time. For texts that never change and run
 * in most calls only: each stays in every connection's memory, and its plan must fit all parameters. It names its columns: the
 * result of a prepared `SELECT *` may not change while the process lives.
 */
export const prepared = sql.raw<never>(preparedMark);

/**
 * The pool for Kysely. A transaction begins with its first statement: BEGIN travels with it when it has no parameters, as the
 * one that sets the scope (`context.ts`), and costs no round trip of its own; without a statement there is no transaction.
 * Statements that are marked as prepared are sent by name; or those that `isPrepared` picks.
 */
export function kyselyPool(pool: pg.Pool, isPrepared: IsPrepared = isMarked): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client);
      if (known) return known;
      const made = kyselyClient(client, isPrepared);
      wrapped.set(client, made);
      return made;
    },
    end: () => pool.end(),
  };
}

type IsPrepared = (text: string) => boolean;
const isMarked: IsPrepared = (text) => text.startsWith(preparedMark);

function kyselyClient(client: pg.PoolClient, isPrepared: IsPrepared): PostgresPoolClient {
  let hasToBegin = false;
  const send = (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters];
    return isPrepared(text) ? client.query({ name: nameOf(text), text, values }) : client.query(text, values);
  };
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (text === 'begin') {
      hasToBegin = true;
      return nothing;
    }
    if (!hasToBegin) return send(text, parameters);
    hasToBegin = false;
    if (text === 'commit' || text === 'rollback') return nothing;
    if (parameters.length > 0) {
      await client.query('begin');
      return send(text, parameters);
    }
    const both = await client.query(`begin; ${text}`);
    return (both as unknown as pg.QueryResult[]).at(-1) ?? nothing; // one result for each statement of the text
  };
  return {
    query: query as unknown as PostgresPoolClient['query'], // no cursors: Kysely uses those of a class that it is not given
    release() {
      hasToBegin = false;
      client.release();
    },
  };
}

const nothing = { command: 'SELECT', rowCount: 0, rows: [] };

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
