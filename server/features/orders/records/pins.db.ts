import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

/** Orders that are not paid yet and have a line of the variants, the orders of a mapping that changes. */
const openOrders = (accountId: string, variantIds: readonly string[]) => sql`
  SELECT o.id FROM order_lines l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
  WHERE l.account_id = ${accountId} AND l.variant_id = ANY(${variantIds}::uuid[]) AND l.current_quantity > 0
    AND o.stage IN ('imported', 'quoting', 'awaiting_payment')`;

export async function countOpenOrders(ctx: AccountCtx, variantIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT id)::int AS n FROM (${openOrders(ctx.account, variantIds)}) found`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/**
 * Lets open orders keep the version that their variants have now, or follow the newest again. Orders are locked before their
 * lines, as everywhere.
 */
export async function pinOpenOrders(ctx: AccountCtx, variantIds: readonly string[], keep: boolean): Promise<void> {
  await sql`
    SELECT FROM orders WHERE account_id = ${ctx.account} AND id IN (${openOrders(ctx.account, variantIds)}) ORDER BY id FOR NO KEY UPDATE`.execute(
    ctx.db,
  );
  const pinned = keep
    ? sql`(SELECT m.version FROM store_variants v JOIN mappings m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version
            WHERE v.account_id = l.account_id AND v.id = l.variant_id AND m.outcome <> 'unmapped')`
    : sql`NULL`;
  await sql`
    UPDATE order_lines l SET pinned_version = ${pinned}
    FROM orders o
    WHERE l.account_id = ${ctx.account} AND l.variant_id = ANY(${variantIds}::uuid[])
      AND o.account_id = l.account_id AND o.id = l.order_id AND o.stage IN ('imported', 'quoting', 'awaiting_payment')
      AND (l.pinned_version IS NULL) = ${keep}::boolean`.execute(ctx.db);
}
