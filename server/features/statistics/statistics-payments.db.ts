import { sql } from 'kysely';
import type { StatisticsPaid } from '#contract/statistics-figures.ts';
import type { Days } from '#contract/statistics-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { spanOf, within } from '#server/db/day-span.ts';

const payments = ['invoice_payment', 'stock_payment', 'brand_payment', 'service_fee', 'storage_fee'];
const returns = ['credit_note', 'claim_refund'];

/**
 * What the wallet's transactions of each day paid and brought back, as its statement shows them; days are those of the account's time
 * zone. A payment for orders is told apart as its invoice is.
 */
export async function paidByDay(ctx: AccountCtx, { from, to }: Days): Promise<(StatisticsPaid & { day: string })[]> {
  const span = within('t.at', await spanOf(ctx, from, to));
  const { rows } = await sql<StatisticsPaid & { day: string }>`
    SELECT (t.at AT TIME ZONE a.time_zone)::date::text AS day,
      coalesce(sum(i.goods), 0)::bigint AS goods, coalesce(sum(i.freight), 0)::bigint AS freight, coalesce(sum(i.fees), 0)::bigint AS fees,
      coalesce(sum(m.paid) FILTER (WHERE i.id IS NULL AND t.kind = ANY(${payments})), 0)::bigint AS other,
      coalesce(sum(-m.paid) FILTER (WHERE t.kind = ANY(${returns})), 0)::bigint AS returned,
      sum(m.paid)::bigint AS net
    FROM accounts a
    JOIN ledger_transactions t ON t.account_id = a.id AND t.kind = ANY(${[...payments, ...returns]}) AND ${sql.join(span, sql` AND `)}
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(e.amount), 0)::bigint AS paid FROM ledger_entries e
      WHERE e.account_id = t.account_id AND e.seq = t.seq
        AND (e.ledger_account = 'cash' OR starts_with(e.ledger_account, 'bonus:'))) m
    LEFT JOIN invoices i ON t.kind = 'invoice_payment' AND i.account_id = t.account_id AND i.id = t.ref_id
    WHERE a.id = ${ctx.account}
    GROUP BY 1 ORDER BY 1`.execute(ctx.db);
  return rows;
}
