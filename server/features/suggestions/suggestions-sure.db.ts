import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** How many variants of each of the products have an open suggestion that is at least this sure. */
export async function countSure(
  ctx: Ctx,
  accountId: string,
  productIds: readonly string[],
  confidence: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ product_id: string; n: number }>`
    SELECT v.product_id, count(*)::int AS n FROM store_variants v
    JOIN mapping_suggestions s ON s.account_id = v.account_id AND s.variant_id = v.id AND s.state = 'open' AND s.confidence >= ${confidence}::real
    WHERE v.account_id = ${accountId} AND v.product_id = ANY(${[...productIds]}::uuid[]) AND v.mapping_state = 'suggested' AND v.removed_at IS NULL
    GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map((row) => [row.product_id, row.n]));
}
