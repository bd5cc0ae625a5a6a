import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/**
 * Freezes what paid orders are promised: the days that deliveries by their channel to their country took lately, where
 * there are enough of them, else those of the price that was paid.
 */
export async function freezePromises(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE orders o SET days_min = d.days_min, days_max = d.days_max,
      promised_from = (o.paid_at AT TIME ZONE 'UTC')::date + d.days_min, promised_by = (o.paid_at AT TIME ZONE 'UTC')::date + d.days_max
    FROM (SELECT p.id, coalesce(w.days_p50, p.days_min) AS days_min, coalesce(w.days_p90, p.days_max) AS days_max
          FROM orders p LEFT JOIN transit_windows w ON w.channel_id = p.channel_id AND w.country = p.country
          WHERE p.account_id = ${accountId} AND p.id = ANY(${orderIds}::uuid[])) d
    WHERE o.account_id = ${accountId} AND o.id = d.id AND d.days_max >= d.days_min`.execute(ctx.db);
}
