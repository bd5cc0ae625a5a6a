import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

const mostCounted = 1000; // the menu says 99+ long before

/** Store scope as SQL: every figure on the page respects it (P3). */
function inScope(ctx: Ctx, column: string) {
  const stores = ctx.actor.kind === 'merchant' ? ctx.actor.stores : null;
  return stores ? sql<boolean>`${sql.ref(column)} = ANY(${[...stores]}::uuid[])` : sql<boolean>`true`;
}

export async function tabCounts(ctx: Ctx, accountId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ tab: string; n: number }>`
    SELECT tab, sum(n)::int AS n FROM order_tab_counts
    WHERE account_id = ${accountId} AND ${inScope(ctx, 'store_id')} GROUP BY tab`.execute(ctx.db);
  return Object.fromEntries(rows.map((row) => [row.tab, row.n]));
}

export async function topBlocks(ctx: Ctx, accountId: string) {
  const { rows } = await sql<{ code: string; orders: number }>`
    SELECT b.code, count(*)::int AS orders FROM order_blocks b
    -- OFFSET 0: by the order's key, however many there are
    CROSS JOIN LATERAL (SELECT store_id, stage FROM orders r WHERE r.account_id = b.account_id AND r.id = b.order_id OFFSET 0) o
    WHERE b.account_id = ${accountId} AND ${inScope(ctx, 'o.store_id')} AND o.stage <> 'cancelled'
    GROUP BY b.code ORDER BY orders DESC, b.code LIMIT 3`.execute(ctx.db);
  return rows;
}

export type Figures = {
  to_pay_amount: number;
  to_pay_blocked: number;
  quotes_to_answer: number;
  unmapped_products: number;
  connected: number;
  needs_reauth: number;
  last_reconciled_at: Date | null;
  agent_id: string | null;
  agent_name: string | null;
};

/** The remaining counters in one statement, so that they are of one moment. */
export async function figures(ctx: Ctx, accountId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT
      coalesce((SELECT sum(cost_total) FROM orders o WHERE o.account_id = ${accountId} AND o.stage = 'awaiting_payment'
        AND ${inScope(ctx, 'o.store_id')}), 0)::bigint AS to_pay_amount,
      (SELECT count(*)::int FROM orders o WHERE o.account_id = ${accountId} AND o.stage = 'awaiting_payment' AND o.blocked
        AND ${inScope(ctx, 'o.store_id')}) AS to_pay_blocked,
      (SELECT count(*)::int FROM quotes q WHERE q.account_id = ${accountId} AND q.status = 'quoted'
        AND ${inScope(ctx, 'q.store_id')}) AS quotes_to_answer,
      (SELECT count(*)::int FROM store_products p WHERE p.account_id = ${accountId} AND p.removed_at IS NULL
        AND p.mapping_state = 'unmapped' AND ${inScope(ctx, 'p.store_id')}) AS unmapped_products,
      (SELECT count(*)::int FROM stores s WHERE s.account_id = ${accountId} AND s.status = 'connected' AND ${inScope(ctx, 's.id')}) AS connected,
      (SELECT count(*)::int FROM stores s WHERE s.account_id = ${accountId} AND s.status = 'needs_reauth' AND ${inScope(ctx, 's.id')}) AS needs_reauth,
      (SELECT max(last_reconciled_at) FROM stores s WHERE s.account_id = ${accountId} AND ${inScope(ctx, 's.id')}) AS last_reconciled_at,
      u.id AS agent_id, coalesce(nullif(u.nick_name, ''), u.username) AS agent_name
    FROM accounts a LEFT JOIN users u ON u.id = a.agent_user_id WHERE a.id = ${accountId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('the account of this session is gone');
  return row;
}

async function counted(ctx: Ctx, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (${rows} LIMIT ${mostCounted}) few`.execute(
    ctx.db,
  );
  return found.rows[0]?.n ?? 0;
}

/** Requests of all clients that wait for prices. */
export const openQuotes = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM quotes WHERE status IN ('submitted', 'in_progress', 'need_info', 'countered')`);

/** Recharges of all clients with a proof to look at. */
export const rechargesToReview = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM recharges WHERE status IN ('submitted', 'under_review')`);

/** Paid orders of all clients of which nothing has left yet. */
export const ordersToShip = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM orders WHERE stage IN ('processing', 'ready_to_ship')`);

/** Cancellations of all clients that wait for an answer. */
export const cancellationsAsked = (ctx: Ctx) => counted(ctx, sql`SELECT 1 FROM cancel_requests WHERE status = 'open'`);

/** Claims of all clients that wait for a decision. */
export const claimsToDecide = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM claims WHERE status IN ('submitted', 'under_review')`);
