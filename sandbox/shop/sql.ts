import type pg from 'pg';

/** Anything that runs SQL: the pool, or the one connection of a transaction. */
export type Db = Pick<pg.Pool, 'query'>;

/** All rows of a query. */
export async function rows<Row extends pg.QueryResultRow>(
  db: Db,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows;
}

/** The first row of a query, if any. */
export async function firstRow<Row extends pg.QueryResultRow>(
  db: Db,
  text: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  return (await db.query<Row>(text, values)).rows[0];
}

/** Runs `work` in one transaction; anything thrown rolls it back. */
export async function inTransaction<Answer>(pool: pg.Pool, work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection may be what failed; the pool drops it then
    throw error;
  } finally {
    client.release();
  }
}

/** `count` fresh ids, ascending, as decimal text (they exceed what a JavaScript number can hold). */
export async function newIds(db: Db, count: number): Promise<string[]> {
  if (count === 0) return [];
  const made = await rows<{ id: string }>(db, `select nextval('shop_ids')::text as id from generate_series(1, $1)`, [
    count,
  ]);
  return made.map((row) => row.id);
}

/** One fresh id as decimal text. */
export async function newId(db: Db): Promise<string> {
  const [id] = await newIds(db, 1);
  if (id === undefined) throw new Error('the id sequence gave nothing');
  return id;
}
