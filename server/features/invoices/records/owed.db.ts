import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { requestedInvoices } from '#server/features/sub-accounts/index.ts';
import type { Status } from './status.db.ts';
import { depositBefore, matching } from './invoices.db.ts';

async function sumOf(ctx: AccountCtx, condition: RawBuilder<unknown>): Promise<Owed> {
  const { rows } = await sql<Owed>`${prepared}
    SELECT count(*)::int AS count, coalesce(sum(i.total), 0)::bigint AS amount,
      CASE WHEN count(*) = 1 THEN min(i.id::text)::uuid END AS only_id
    FROM invoices i WHERE ${condition}`.execute(ctx.db);
  return rows[0] ?? { count: 0, amount: 0, only_id: null };
}

/** What of invoices is issued and not paid; invoices of paid orders never are. */
export const findOwed = (ctx: AccountCtx, statuses: readonly Status[]) => sumOf(ctx, matching(ctx, { statuses }));

const payable = (ctx: AccountCtx) =>
  sql`${matching(ctx, { statuses: ['open'] })} AND NOT EXISTS (SELECT 1 ${depositBefore})`;

/** The invoices that can be paid now. */
export const findPayable = (ctx: AccountCtx) => sumOf(ctx, payable(ctx));

/** The same without those whose payment waits for a colleague's approval. */
export const findToPay = (ctx: AccountCtx) =>
  sumOf(ctx, sql`${payable(ctx)} AND i.id NOT IN (${requestedInvoices(ctx.account)})`);

export type Owed = {
  count: number;
  amount: number;
  /** The one invoice, where there is one. */
  only_id: string | null;
};
