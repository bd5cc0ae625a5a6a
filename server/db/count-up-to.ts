import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from './context.ts';

/** How many rows a query has, counted no further than `most`. */
export async function countUpTo(ctx: Ctx, query: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (${query} LIMIT ${most}) counted`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}
