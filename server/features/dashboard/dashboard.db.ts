import { type RawBuilder, sql } from 'kysely';
import type { CountedStep } from '#contract/order-lacks.ts';
import { type BlockCode, blockableStages } from '#contract/order-states.ts';
import { providerZone } from '#contract/constants.ts';
import { agentStockOrderTabs, staffStockOrderTabs } from '#contract/stock-order-rules.ts';
import type { DashboardTask } from '#contract/dashboard.ts';
import type { AccountCtx, Ctx, MerchantCtx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { quoteStep } from '#server/features/orders/index.ts';
import { toMap } from '#server/features/products/index.ts';
import { mayApprove, requestedOrders } from '#server/features/sub-accounts/index.ts';

export const mostCounted = 1000; // the menu says 99+ long before

/** Store scope as SQL: every figure on the page respects it (P3). */
function inScope(ctx: Ctx, column: string) {
  const stores = ctx.actor.kind === 'merchant' ? ctx.actor.stores : null;
  return stores ? sql<boolean>`${sql.ref(column)} = ANY(${[...stores]}::uuid[])` : sql<boolean>`true`;
}

export async function tabCounts(ctx: AccountCtx): Promise<Record<string, number>> {
  const { rows } = await sql<{ tab: string; n: number }>`
    SELECT tab, sum(n)::int AS n FROM order_tab_counts
    WHERE account_id = ${ctx.account} AND ${inScope(ctx, 'store_id')} GROUP BY tab`.execute(ctx.db);
  return Object.fromEntries(rows.map((row) => [row.tab, row.n]));
}

/** Reasons of blocked orders that the dashboard names. */
export const shownBlocks = 3;

/** Why most orders wait for the client, one reason more than is shown: as many as the list has under each reason, which is the one that its rows say. */
export async function topBlocks(ctx: AccountCtx) {
  const { rows } = await sql<{ code: BlockCode | null; quote: CountedStep | null; orders: number }>`
    SELECT CASE WHEN q.step IN ('accept', 'answer') THEN NULL ELSE b.code END AS code, q.step AS quote,
      count(DISTINCT b.order_id)::int AS orders
    FROM order_blocks b
    CROSS JOIN LATERAL (SELECT ${quoteStep} AS step) q
    -- OFFSET 0: by the order's key, however many there are
    CROSS JOIN LATERAL (SELECT store_id, stage FROM orders r WHERE r.account_id = b.account_id AND r.id = b.order_id OFFSET 0) o
    WHERE b.account_id = ${ctx.account} AND b.owner = 'merchant' AND ${inScope(ctx, 'o.store_id')} AND o.stage = ANY(${blockableStages}::text[])
    GROUP BY 1, 2 ORDER BY orders DESC, code, quote LIMIT ${shownBlocks + 1}`.execute(ctx.db);
  return rows;
}

/** By when the first of what is ours is done. */
export async function firstDue(ctx: AccountCtx): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date }>`
    SELECT b.due_at FROM order_blocks b
    CROSS JOIN LATERAL (SELECT store_id, stage FROM orders r WHERE r.account_id = b.account_id AND r.id = b.order_id OFFSET 0) o
    WHERE b.account_id = ${ctx.account} AND b.owner = 'provider' AND ${inScope(ctx, 'o.store_id')} AND o.stage = ANY(${blockableStages}::text[])
    ORDER BY b.due_at LIMIT 1`.execute(ctx.db);
  return rows[0]?.due_at ?? null;
}

/** Payments of others, for who may approve them. */
const mayDecide = ({ actor }: MerchantCtx) =>
  mayApprove(actor.rights) ? sql<boolean>`r.requested_by <> ${actor.user_id}` : sql<boolean>`false`;

export type TaskRow = { key: DashboardTask; count: number; only_id: string | null };

/** What waits for the merchant, by task: the rows of the lists that the tasks lead to. */
export async function waitingTasks(ctx: MerchantCtx): Promise<TaskRow[]> {
  const mine = (table: string) => sql<boolean>`${sql.ref(`${table}.account_id`)} = ${ctx.account}`;
  const waiting: Record<
    Exclude<DashboardTask, 'pay_invoices' | 'accept_matches' | 'request_quotes'>,
    RawBuilder<unknown>
  > = {
    reconnect_stores: sql`SELECT s.id FROM stores s WHERE ${mine('s')} AND s.status = 'needs_reauth' AND ${inScope(ctx, 's.id')}`,
    bring_evidence: sql`SELECT c.id FROM claims c JOIN orders o ON o.account_id = c.account_id AND o.id = c.order_id
      WHERE ${mine('c')} AND c.status = 'need_evidence' AND o.stage <> 'merged' AND ${inScope(ctx, 'o.store_id')}`,
    answer_quotes: sql`SELECT q.id FROM quotes q WHERE ${mine('q')} AND q.status = 'need_info' AND ${inScope(ctx, 'q.store_id')}`,
    accept_quotes: sql`SELECT q.id FROM quotes q WHERE ${mine('q')} AND q.status = 'quoted' AND ${inScope(ctx, 'q.store_id')}`,
    approve_payments: sql`SELECT r.id FROM payment_requests r WHERE ${mine('r')} AND r.status = 'open' AND ${mayDecide(ctx)}`,
    renew_proofs: sql`SELECT r.id FROM recharges r WHERE ${mine('r')} AND r.status = 'rejected'`,
    accept_stock: sql`SELECT s.id FROM stock_orders s WHERE ${mine('s')} AND s.status = 'quoted'`,
    review_prices: sql`SELECT p.id FROM price_changes p WHERE ${mine('p')} AND p.status IN ('open', 'due')`,
    read_messages: sql`SELECT o.id FROM order_conversations t JOIN orders o ON o.account_id = t.account_id AND o.id = t.order_id
      WHERE ${mine('t')} AND t.client_seen < t.last_seq AND o.stage <> 'merged' AND ${inScope(ctx, 'o.store_id')}`,
  };
  const counts = Object.entries(waiting).map(
    ([key, rows]) => sql`
    SELECT ${key}::text AS key, count(*)::int AS count, CASE WHEN count(*) = 1 THEN min(r.id::text)::uuid END AS only_id FROM (${rows}) r`,
  );
  const { rows } = await sql<TaskRow>`${sql.join(counts, sql` UNION ALL `)}`.execute(ctx.db);
  return rows;
}

export type Figures = {
  to_pay_blocked: number;
  invoiced: number;
  unmapped_products: number;
  connected: number;
  needs_reauth: number;
  last_reconciled_at: Date | null;
  agent_id: string | null;
  agent_name: string | null;
};

/** The remaining counters in one statement, so that they are of one moment. */
export async function figures(ctx: AccountCtx): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT
      (SELECT count(*)::int FROM orders o WHERE o.account_id = ${ctx.account} AND o.stage = 'awaiting_payment' AND o.needs_merchant
        AND o.id NOT IN (${requestedOrders(ctx.account)})
        AND ${inScope(ctx, 'o.store_id')}) AS to_pay_blocked,
      (SELECT count(*)::int FROM orders o WHERE o.account_id = ${ctx.account} AND o.stage = 'paying' AND o.payment = 'invoiced'
        AND ${inScope(ctx, 'o.store_id')}) AS invoiced,
      (SELECT count(*)::int FROM store_products p WHERE p.account_id = ${ctx.account} AND p.removed_at IS NULL
        AND ${toMap} AND ${inScope(ctx, 'p.store_id')}) AS unmapped_products,
      (SELECT count(*)::int FROM stores s WHERE s.account_id = ${ctx.account} AND s.status = 'connected' AND ${inScope(ctx, 's.id')}) AS connected,
      (SELECT count(*)::int FROM stores s WHERE s.account_id = ${ctx.account} AND s.status = 'needs_reauth' AND ${inScope(ctx, 's.id')}) AS needs_reauth,
      (SELECT max(last_reconciled_at) FROM stores s WHERE s.account_id = ${ctx.account} AND ${inScope(ctx, 's.id')}) AS last_reconciled_at,
      u.id AS agent_id, coalesce(nullif(u.nick_name, ''), u.username) AS agent_name
    FROM accounts a LEFT JOIN users u ON u.id = a.agent_user_id WHERE a.id = ${ctx.account}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('the account of this session is gone');
  return row;
}

const counted = (ctx: Ctx, rows: RawBuilder<unknown>) => countUpTo(ctx, rows, mostCounted);

/** Quotes of all clients that wait for prices or have a message that no agent has read, each once; those that wait for a client's answer do not count. */
export const quotesDue = (ctx: Ctx) =>
  counted(
    ctx,
    sql`SELECT 1 FROM quotes WHERE status IN ('submitted', 'in_progress', 'countered') OR client_said > staff_seen`,
  );

/** Conversations of all clients that wait for an answer. */
export const messagesWaiting = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM order_conversations WHERE waiting_since IS NOT NULL`);

const agentStockOrders = agentStockOrderTabs.flatMap((tab) => staffStockOrderTabs[tab]);

/** Stock orders of all clients that wait for an agent: for a price, for the start of production, or for their end. */
export const stockOrdersToMove = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM stock_orders WHERE status = ANY(${agentStockOrders}::text[])`);

/** Deliveries of all clients that the warehouse counts: those of which a part came, and those that are due. */
export const deliveriesToCount = (ctx: Ctx) =>
  counted(
    ctx,
    sql`SELECT 1 FROM stock_orders WHERE status = 'receiving' OR (status = 'inbound' AND eta <= (${ctx.now}::timestamptz AT TIME ZONE ${providerZone})::date)`,
  );

/** Requests of all clients to move stock or to write it off. */
export const stockRequestsToAnswer = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM stock_requests WHERE status = 'asked'`);

/** Recharges of all clients with a proof that this person may still review. */
export const rechargesToReview = (ctx: Ctx, userId: string) =>
  counted(
    ctx,
    sql`SELECT 1 FROM recharges WHERE status IN ('submitted', 'under_review') AND first_approved_by IS DISTINCT FROM ${userId}`,
  );

/** Withdrawals of all clients that this person may still approve, or that are to be paid out. */
export const withdrawalsToDecide = (ctx: Ctx, userId: string) =>
  counted(
    ctx,
    sql`SELECT 1 FROM withdrawals WHERE status = 'approved' OR (status = 'confirmed' AND first_approved_by IS DISTINCT FROM ${userId})`,
  );

/** Proposed adjustments of all clients that this person may decide. */
export const adjustmentsToDecide = (ctx: Ctx, userId: string) =>
  counted(ctx, sql`SELECT 1 FROM adjustments WHERE status = 'proposed' AND proposed_by <> ${userId}`);

/** Paid orders of all clients of which something is still to ship. */
export const ordersToShip = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM orders WHERE stage IN ('processing', 'ready_to_ship', 'partially_shipped')`);

/** Cancellations of all clients that wait for an answer. */
export const cancellationsAsked = (ctx: Ctx) => counted(ctx, sql`SELECT 1 FROM cancel_requests WHERE status = 'open'`);

/** Disputed invoice lines of all clients. */
export const disputesToDecide = (ctx: Ctx) => counted(ctx, sql`SELECT 1 FROM line_disputes WHERE status = 'open'`);

/** Claims of all clients that wait for a decision. */
export const claimsToDecide = (ctx: Ctx) =>
  counted(ctx, sql`SELECT 1 FROM claims WHERE status IN ('submitted', 'under_review')`);
