import { sql } from 'kysely';
import { maxRateAgeDays } from '#contract/exchange-rates.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

type Days = { from: string; to: string };
/** Where a batch ended: the next one begins behind it. */
export type Place = { placed_at: string; id: string };

/** Orders of these days without a rate; a rate counts for some days after its own. */
const without = ({ from, to }: Days) => sql`sale_rate IS NULL
  AND placed_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
  AND placed_at < (${to}::date + ${maxRateAgeDays + 1}::int)::timestamp AT TIME ZONE 'UTC'`;

export async function findAccountsWithoutRates(ctx: Ctx, days: Days): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM orders WHERE ${without(days)} ORDER BY account_id`.execute(ctx.db);
  return rows.map((row) => row.account_id);
}

/** Gives the next orders the rate of their date, where there is one by now; answers where the batch ended and how many got one. */
export async function keepRatesOf(
  ctx: AccountCtx,
  days: Days,
  after: Place | null,
  limit: number,
): Promise<{ last: Place | null; kept: number }> {
  const behind = after ? sql`AND (placed_at, id) > (${after.placed_at}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows: batch } = await sql<Place>`
    SELECT id, to_json(placed_at) #>> '{}' AS placed_at FROM orders
    WHERE account_id = ${ctx.account} AND ${without(days)} ${behind} ORDER BY placed_at, id LIMIT ${limit}`.execute(
    ctx.db,
  );
  const ids = batch.map((row) => row.id);
  const { numAffectedRows } = await sql`
    UPDATE orders o SET sale_rate = r.rate, sale_rate_day = r.day, sale_rate_source = r.source
    FROM orders n JOIN accounts a ON a.id = n.account_id
    CROSS JOIN LATERAL exchange_rate(n.currency, a.currency, (n.placed_at AT TIME ZONE 'UTC')::date) r
    WHERE n.account_id = ${ctx.account} AND n.id = ANY(${ids}::uuid[]) AND n.sale_rate IS NULL
      AND o.account_id = n.account_id AND o.id = n.id AND o.sale_rate IS NULL`.execute(ctx.db);
  return { last: batch.length === limit ? (batch.at(-1) ?? null) : null, kept: Number(numAffectedRows ?? 0n) };
}
