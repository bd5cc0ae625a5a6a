import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Deliveries of the days from `from` on, counted anew: some are told late. Answers how many deliveries that were. */
export async function countDeliveries(ctx: Ctx, from: string): Promise<number> {
  await sql`DELETE FROM transit_days WHERE day >= ${from}::date`.execute(ctx.db);
  const { rows } = await sql<{ n: number }>`
    WITH counted AS (
      INSERT INTO transit_days (channel_id, country, day, days, n)
      SELECT p.channel_id, o.country, (p.delivered_at AT TIME ZONE 'UTC')::date,
        greatest(0, ceil(extract(epoch FROM p.delivered_at - o.paid_at) / 86400))::int, count(*)
      FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
      WHERE p.delivered_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND o.paid_at IS NOT NULL AND o.country IS NOT NULL
      GROUP BY 1, 2, 3, 4 RETURNING n)
    SELECT coalesce(sum(n), 0)::int AS n FROM counted`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Windows of the channels and countries with enough deliveries since a day; the others have none. */
export async function measureWindows(ctx: Ctx, since: string, enough: number): Promise<void> {
  await sql`DELETE FROM transit_windows`.execute(ctx.db);
  await sql`
    INSERT INTO transit_windows (channel_id, country, days_p50, days_p90, samples, measured_at)
    SELECT channel_id, country, min(days) FILTER (WHERE upto * 2 >= total), min(days) FILTER (WHERE upto * 10 >= total * 9), max(total), ${ctx.now}
    FROM (
      SELECT channel_id, country, days, sum(n) OVER (PARTITION BY channel_id, country ORDER BY days) AS upto,
        sum(n) OVER (PARTITION BY channel_id, country) AS total
      FROM (SELECT channel_id, country, days, sum(n) AS n FROM transit_days WHERE day >= ${since}::date GROUP BY 1, 2, 3) histogram
    ) cumulated
    GROUP BY channel_id, country HAVING max(total) >= ${enough}`.execute(ctx.db);
}

/** Whether deliveries were ever counted. */
export async function anyCounted(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`SELECT FROM transit_days LIMIT 1`.execute(ctx.db);
  return rows.length > 0;
}
