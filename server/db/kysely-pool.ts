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
 * Statements that are marked as prepared, and those that insert a few rows or name one by its key, are sent by name; or those that `isPrepared` picks.
 */
export function kyselyPool(pool: pg.Pool, isPrepared: IsPrepared = isUsual): PostgresPool {
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
const isUsual: IsPrepared = (text) => text.startsWith(preparedMark) || isShortInsert(text) || isByKey(text);

/**
 * Whether a text of Kysely inserts up to four rows of values: no plan of it can be wrong, and there are as many texts as places in
 * the code that write such a row, times four. Not those that name a partial index by its predicate: its values are parameters, and a
 * plan for all parameters finds no such index.
 */
function isShortInsert(text: string): boolean {
  if (!text.startsWith('insert into "') || text.endsWith('returning *') || partialIndex.test(text)) return false;
  const values = text.indexOf(') values ($1, ');
  return values > 0 && !text.includes('), (', nthRow(text, values, 4));
}

const partialIndex = / on conflict \([^)]*\) where /;

/** Whether a text of Kysely reads or changes one row by its key; there are as many texts as places in the code that do so. */
const isByKey: IsPrepared = (text) => (text.startsWith('select "') || text.startsWith('update "')) && byKey.test(text);
const byKey = / where (?:"account_id" = \$\d+ and )?"(?:id|user_id)" = \$\d+(?: for update)?$/;

/** Where the row after `rows` rows of values begins, or the end of the text. */
function nthRow(text: string, from: number, rows: number): number {
  let at = from;
  for (let row = 1; row < rows && at >= 0; row += 1) at = text.indexOf('), (', at + 1);
  return at < 0 ? text.length : at + 1;
}

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
