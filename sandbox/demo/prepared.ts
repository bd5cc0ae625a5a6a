import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** A pool that prepares each statement when it comes a second time: the fill repeats a few hundred of them many thousand times. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const named = (text: string) => {
    const name = names.get(text);
    if (name === undefined) names.set(text, createHash('sha1').update(text).digest('base64'));
    return name === undefined ? {} : { name };
  };
  return {
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ text, values: [...values], ...(values.length > 0 && named(text)) });
      return { query: query as never, release: () => client.release() }; // nothing here reads by cursor
    },
    end: () => pool.end(),
  };
}
