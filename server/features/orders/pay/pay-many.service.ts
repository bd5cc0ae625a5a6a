import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import type { PaidDemand } from '#server/features/stock/index.ts';
import { lockOrders } from '../records/facts.db.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import type { OrderRow } from '../rules/rows.ts';
import { evaluate, noteEvents, reviewOrders, saveEvaluation } from '../review/review.service.ts';
import { markWholePaid, paidDemand, payableOf, type PayableOrder, notifyPaid } from './pay.service.ts';

/** An order of a payment that is running or of an open invoice, as it is billed and what it takes from stock. */
export type PayingOrder = PayableOrder & {
  demand: PaidDemand;
  version: number;
  /** What of the order its cost was computed for: another value means another order. */
  content: string;
};
/** What keeps orders for their payment: one that runs in the background, or an open invoice. */
type Keeper = 'paying' | 'invoiced';

/** Orders that wait for payment no more: those that were taken, and the names of those that waited no more before. */
type Started = { taken: ReadonlySet<string>; gone: string[] };

/** Takes orders that wait for payment into one that runs in the background, or onto an invoice. */
export async function startPaying(
  ctx: AccountCtx,
  orderIds: readonly string[],
  keeper: Keeper = 'paying',
): Promise<Started> {
  const ids = [...orderIds].sort();
  await lockOrders(ctx, ids);
  const { rows: started } = await sql<{ id: string }>`
    UPDATE orders SET payment = ${keeper}, stage = 'paying', stage_since = ${ctx.now}, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) AND stage = 'awaiting_payment' AND payment = 'none' AND NOT held
    RETURNING id`.execute(ctx.db);
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
  const taken = new Set(started.map(({ id }) => id));
  if (taken.size === ids.length) return { taken, gone: [] };
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM orders
    WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) AND NOT id = ANY(${[...taken]}::uuid[])
    ORDER BY id`.execute(ctx.db);
  return { taken, gone: rows.map((row) => row.name) };
}

/**
 * What orders of a running payment, or of an invoice that is issued, cost now and why one cannot be paid, by the evaluation of all orders; they go on holding
 * their pieces of stock, and keep what they cost.
 */
export async function evaluatePaying(ctx: AccountCtx, orderIds: readonly string[]): Promise<PayingOrder[]> {
  const paying = new Set<string>();
  const evaluated = await evaluate(ctx, orderIds, true, (row: OrderRow): OrderRow => {
    if (!kept.has(row.payment)) return row;
    paying.add(row.id);
    return { ...row, payment: 'none' };
  });
  await saveEvaluation(ctx, evaluated.filter(({ row, state }) => paying.has(row.id) && state.payable).map(stillPaying));
  const versions = await findVersions(ctx, orderIds);
  return evaluated.map((order) => ({
    ...payableOf(order),
    ...(!paying.has(order.row.id) && { refusal: { text: 'invoices.order_changed' } }),
    demand: paidDemand(order),
    version: versions.get(order.row.id) ?? 0,
    content: contentOf(order),
  }));
}

const kept: ReadonlySet<string> = new Set<Keeper>(['paying', 'invoiced']);

/**
 * What an order's cost depends on beside prices: its pieces, where they go, and the shipping method that was chosen for it.
 * Without an address, as once its buyer is erased, nothing can be sent: that is another order as well.
 */
function contentOf({ row, toPrice }: Evaluated): string {
  const pieces = toPrice.map(({ line_id, quantity, components }) => [
    line_id,
    quantity,
    components.map((part) => [part.sku_id, part.quantity]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([row.country, row.chosen_channel_id, pieces, Boolean(row.recipient?.address1)]))
    .digest('hex');
}

/** What orders cost now, with `without` as if they were on no invoice; changes nothing. */
export async function previewInvoiced(
  ctx: AccountCtx,
  orderIds: readonly string[],
  without: boolean,
): Promise<(PayableOrder & { content: string })[]> {
  const evaluated = await evaluate(ctx, orderIds, false, (row) =>
    without && row.payment === 'invoiced' ? { ...row, payment: 'none' } : row,
  );
  return evaluated.map((order) => ({ ...payableOf(order), content: contentOf(order) }));
}

type InvoicedOrder = { demand: PaidDemand; name: string; refusal: Phrase | null };

/**
 * Locks the orders of an open invoice for its payment; a refusal says that one is not any more what it was issued for. What
 * they cost stays as it was issued, and the pieces of stock that they hold stay theirs.
 */
export async function lockInvoiced(
  ctx: AccountCtx,
  orders: readonly { order_id: string; content: string }[],
): Promise<InvoicedOrder[]> {
  const issued = new Map(orders.map(({ order_id, content }) => [order_id, content]));
  const evaluated = await evaluate(ctx, [...issued.keys()].sort(), true);
  return evaluated.map((order) => {
    const { row, state } = order;
    const same = row.payment === 'invoiced' && state.stage === 'paying' && contentOf(order) === issued.get(row.id);
    const refusal: Phrase | null = same ? null : { text: 'invoices.order_changed' };
    return { demand: paidDemand(order), name: row.name, refusal };
  });
}

/** What it costs is kept, and it stays where it is. */
const stillPaying = (order: Evaluated): Evaluated => ({
  ...order,
  state: { ...order.state, stage: 'paying', blocks: [] },
});

async function findVersions(ctx: AccountCtx, orderIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    SELECT id, version FROM orders WHERE account_id = ${ctx.account} AND id = ANY(${[...orderIds]}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** Locks orders of a running payment until the transaction ends; answers the names of those that changed since a version. */
export async function lockPaying(
  ctx: AccountCtx,
  orders: readonly { order_id: string; version: number }[],
): Promise<string[]> {
  await lockOrders(
    ctx,
    orders.map((order) => order.order_id),
  );
  const { rows } = await sql<{ name: string }>`
    SELECT o.name FROM json_to_recordset(${JSON.stringify(orders)}::json) AS r(order_id uuid, version int)
    JOIN orders o ON o.account_id = ${ctx.account} AND o.id = r.order_id
    WHERE o.payment <> 'paying' OR o.version <> r.version ORDER BY o.id`.execute(ctx.db);
  return rows.map((row) => row.name);
}

/** Records the payment of orders that `lockPaying` locked in this transaction. */
export async function markPayingPaid(ctx: AccountCtx, paid: readonly PaidDemand[]): Promise<void> {
  await markWholePaid(ctx, paid);
  await notifyPaid(ctx);
}

/** Reports in the timelines of orders that they are on an invoice now, each with what it costs there (minor units). */
export async function noteInvoiced(
  ctx: AccountCtx,
  orders: readonly { order_id: string; total: number }[],
  { number, currency }: { number: string; currency: string },
): Promise<void> {
  await noteEvents(
    ctx,
    orders.map(({ order_id, total }) => ({ order_id, kind: 'invoiced', data: { number, amount: total, currency } })),
  );
}

/** Takes orders off an invoice that ended unpaid: they wait for payment again, and their timelines say why. */
export async function endInvoiced(
  ctx: AccountCtx,
  orderIds: readonly string[],
  { number, status }: { number: string; status: 'expired' | 'void' },
): Promise<void> {
  await endPaying(ctx, orderIds, 'invoiced');
  await noteEvents(
    ctx,
    orderIds.map((order_id) => ({ order_id, kind: `invoice_${status}` as const, data: { number } })),
  );
}

/** The payment did not come through, or the invoice ended unpaid: orders wait for it again, with the state and cost that they have now. */
export async function endPaying(
  ctx: AccountCtx,
  orderIds: readonly string[],
  keeper: Keeper = 'paying',
): Promise<void> {
  await lockOrders(ctx, [...orderIds].sort());
  const { rows } = await sql<{ id: string }>`
    UPDATE orders SET payment = 'none', stage = 'awaiting_payment', version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${[...orderIds]}::uuid[]) AND payment = ${keeper} RETURNING id`.execute(
    ctx.db,
  );
  await reviewOrders(ctx, { orderIds: rows.map((row) => row.id) });
}
