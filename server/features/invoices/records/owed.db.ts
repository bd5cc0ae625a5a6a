import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { hasStatus, type Status } from './status.db.ts';
import { matching } from './invoices.db.ts';

/** What of invoices is issued and not paid; invoices of paid orders never are. */
export async function findOwed(ctx: AccountCtx, statuses: readonly Status[]): Promise<Owed> {
  const { rows } = await sql<Owed>`
    SELECT count(*)::int AS count, coalesce(sum(i.total), 0)::bigint AS amount,
      CASE WHEN count(*) = 1 THEN min(i.id::text)::uuid END AS only_id
    FROM invoices i WHERE ${matching(ctx, { statuses })}`.execute(ctx.db);
  return rows[0] ?? { count: 0, amount: 0, only_id: null };
}
/** What the invoices come to that can be paid now: the balance of a stock order waits for its deposit. */
export async function findPayable(ctx: AccountCtx): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(i.total), 0)::bigint AS amount FROM invoices i
    WHERE i.account_id = ${ctx.account} AND ${hasStatus(ctx.now, ['open'])} AND (i.part IS DISTINCT FROM 'balance' OR NOT EXISTS (
      SELECT 1 FROM invoices d WHERE d.account_id = i.account_id AND d.stock_order_id = i.stock_order_id
        AND d.part = 'deposit' AND d.status = 'open'))`.execute(ctx.db);
  return rows[0]?.amount ?? 0;
}

export type Owed = {
  count: number;
  amount: number;
  /** The one invoice, where there is one. */
  only_id: string | null;
};
