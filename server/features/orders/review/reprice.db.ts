import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type Job = { account_id: string; id: string };

/** Notes the unpaid orders with these SKUs, under any version or rule, for a job to price again; answers how many. */
export async function insertRepricings(ctx: Ctx, job: Job, skuIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO order_repricings (account_id, job_id, order_id)
    SELECT DISTINCT ${job.account_id}::uuid, ${job.id}::uuid, o.id
    FROM orders o
    JOIN order_lines l ON l.account_id = o.account_id AND l.order_id = o.id
    JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    JOIN mapping_components m ON m.account_id = l.account_id AND m.variant_id = l.variant_id
      AND m.version = coalesce(l.pinned_version, v.mapping_version)
    WHERE o.account_id = ${job.account_id} AND o.stage IN ('imported', 'quoting', 'awaiting_payment')
      AND m.catalog_sku_id = ANY(${[...skuIds]}::uuid[])`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Takes the next orders of a job; they are gone from its list when the transaction commits, and there again when it does not. */
export async function takeRepricings(ctx: Ctx, job: Job, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    DELETE FROM order_repricings r
    WHERE r.account_id = ${job.account_id} AND r.job_id = ${job.id} AND r.order_id = ANY(ARRAY(
      SELECT order_id FROM order_repricings WHERE account_id = ${job.account_id} AND job_id = ${job.id}
      ORDER BY order_id LIMIT ${limit} FOR UPDATE))
    RETURNING r.order_id`.execute(ctx.db);
  return rows.map((row) => row.order_id).sort();
}
