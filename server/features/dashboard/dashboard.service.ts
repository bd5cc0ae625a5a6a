import { type DashboardTask, dashboardTasks } from '#contract/dashboard.ts';
import { allows, type Feature, type StaffRole } from '#contract/rights.ts';
import type { MerchantCtx, StaffCtx } from '#server/db/context.ts';
import * as rows from './dashboard.db.ts';
import { countToMatch } from '#server/features/bank-statements/index.ts';
import { invoicesToPay } from '#server/features/invoices/index.ts';
import { payableNow } from '#server/features/orders/index.ts';
import { productsThatWait } from '#server/features/products/index.ts';
import { getWallet } from '#server/features/wallet/index.ts';

/** Open work and money, all from the snapshot of one transaction (domain.md §4.1). */
export async function getDashboard(ctx: MerchantCtx) {
  const counts = await rows.tabCounts(ctx);
  const blocks = await rows.topBlocks(ctx);
  const figures = await rows.figures(ctx);
  const due = await payableNow(ctx);
  const waiting = await waitingTasks(ctx);
  const wallet = allows(ctx.actor.rights, 'wallet', 'view') ? await getWallet(ctx) : null;
  // each of them is unmapped, and nobody has asked for it
  const toMap = (waiting.accept_matches?.count ?? 0) + (waiting.request_quotes?.count ?? 0);
  const count = (tab: string) => counts[tab] ?? 0;
  return {
    as_of: ctx.now,
    work: {
      action_needed: count('action_needed'),
      quoting: count('quoting'),
      waiting_for_us: count('waiting_for_us'),
      waiting_due_at: await rows.firstDue(ctx),
      to_pay: due.orders,
      to_pay_amount: due.total,
      to_pay_invoiced: figures.invoiced,
      to_pay_requested: due.requested,
      // what came to a paid order is a block of it too
      orders_waiting: due.orders - due.additions + count('action_needed') - figures.to_pay_blocked,
      processing: count('processing'),
      shipped: count('shipped'),
      quotes_to_answer: waiting.accept_quotes?.count ?? 0,
      unmapped_products: toMap,
      unmapped_without_orders: figures.unmapped_products - toMap,
    },
    tasks: dashboardTasks.flatMap((key) => {
      const task = waiting[key];
      return task && task.count > 0 && allows(ctx.actor.rights, featureOfTask[key], 'view') ? [{ key, ...task }] : [];
    }),
    blocks: blocks.slice(0, rows.shownBlocks),
    more_blocks: blocks.length > rows.shownBlocks,
    wallet,
    stores: {
      connected: figures.connected,
      needs_reauth: figures.needs_reauth,
      last_reconciled_at: figures.last_reconciled_at,
    },
    agent: figures.agent_id && figures.agent_name ? { id: figures.agent_id, name: figures.agent_name } : null,
  };
}

/** Whose page a task leads to. */
const featureOfTask: Record<DashboardTask, Feature> = {
  reconnect_stores: 'stores',
  accept_matches: 'products',
  request_quotes: 'products',
  bring_evidence: 'claims',
  answer_quotes: 'quotes',
  accept_quotes: 'quotes',
  approve_payments: 'wallet',
  renew_proofs: 'wallet',
  pay_invoices: 'invoices',
  accept_stock: 'stock',
  review_prices: 'quotes',
  read_messages: 'orders',
};

type Waiting = Partial<Record<DashboardTask, { count: number; only_id: string | null; amount: number | null }>>;

/** What waits for the client, and how much of it. */
export async function waitingTasks(ctx: MerchantCtx): Promise<Waiting> {
  const counted = (await rows.waitingTasks(ctx)).map(({ key, ...task }) => [key, { ...task, amount: null }] as const);
  const products = {
    accept_matches: { ...(await productsThatWait(ctx, 'to_match')), amount: null },
    request_quotes: { ...(await productsThatWait(ctx, 'to_quote')), amount: null },
  };
  return { ...Object.fromEntries(counted), ...products, pay_invoices: await invoicesToPay(ctx) };
}

/** What waits for a member of staff: numbers only, so that no client's record is read. */
export async function getStaffWork(ctx: StaffCtx) {
  const serves = (role: StaffRole) => ctx.actor.roles.includes(role) || ctx.actor.roles.includes('admin');
  return {
    quotes: serves('agent') ? await rows.quotesDue(ctx) : null,
    recharges: serves('finance') ? await rows.rechargesToReview(ctx, ctx.actor.user_id) : null,
    bank_payments: serves('finance') ? await countToMatch(ctx, rows.mostCounted) : null,
    withdrawals: serves('finance') ? await rows.withdrawalsToDecide(ctx, ctx.actor.user_id) : null,
    adjustments: serves('finance') ? await rows.adjustmentsToDecide(ctx, ctx.actor.user_id) : null,
    orders: serves('warehouse') ? await rows.ordersToShip(ctx) : null,
    cancellations: serves('agent') || serves('warehouse') ? await rows.cancellationsAsked(ctx) : null,
    messages: serves('agent') ? await rows.messagesWaiting(ctx) : null,
    stock_orders: serves('agent') ? await rows.stockOrdersToMove(ctx) : null,
    stock_requests: serves('warehouse') ? await rows.stockRequestsToAnswer(ctx) : null,
    deliveries: serves('warehouse') ? await rows.deliveriesToCount(ctx) : null,
    claims: serves('agent') || serves('finance') ? await rows.claimsToDecide(ctx) : null,
    line_disputes: serves('agent') || serves('finance') ? await rows.disputesToDecide(ctx) : null,
  };
}
