import type { Phrase } from '#server/lib/refusal-texts.ts';
import { type AccountCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import { piecesOf } from '../rules/stock-demand.ts';
import { reduceCost, setClaimed, setPayment, findAsked, savePaidParts } from '../records/paid.db.ts';
import { savePaid } from '../records/evaluation.db.ts';
import { agreePrices } from '../records/account-rules.db.ts';
import { evaluate, noteEvents, saveEvaluation, reviewOrders } from '../review/review.service.ts';
import type { DeliveryDays } from '#contract/delivery-days.ts';
import type { Cost, CostLine } from '#server/features/shipping/index.ts';
import { commitStock, type PaidDemand } from '#server/features/stock/index.ts';
import type { ClaimEvent } from '#contract/order-events.ts';
import { audit } from '#server/db/audit.ts';
import {
  creditInvoices,
  type Credited,
  type OrderCredit,
  type OrderCreditNote,
} from '#server/features/invoices/index.ts';

/** An order as a checkout sees it: what it costs now, or why it cannot be paid. */
export type PayableOrder = {
  order_id: string;
  name: string;
  store: { id: string; name: string };
  /** A sentence with what to do; null when the order can be paid. */
  refusal: Phrase | null;
  channel_id: string | null;
  weight_g: number | null;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  /** What own stock covers of its goods. */
  own_stock: number;
  currency: string | null;
  /** What paying promises; null for a part that came later: the promise of the order stays. */
  days: DeliveryDays | null;
  lines: CostLine[];
  /** It was paid before: this is a part that came later, with an invoice order of its own. */
  addition: boolean;
  /** A sample that was ordered with a quote. */
  sample: boolean;
  /** Dearer than its store’s guard lets pass: it is paid manually alone. */
  over_guard: boolean;
};

function refusalOf({ row, state, addition }: Evaluated): Phrase | null {
  if (state.payable) return null;
  if (addition && !row.held) return addition.reason && { text: `orders.blocked_${addition.reason}` };
  if (row.held) return { text: 'orders.unpayable_held' };
  const block = state.blocks[0];
  if (state.stage === 'quoting') return { text: 'orders.unpayable_quoting' };
  if (block && state.stage === 'imported') return { text: `orders.blocked_${block.code}` };
  if (state.stage === 'paying' && row.payment === 'invoiced') return { text: 'orders.unpayable_invoiced' };
  if (state.stage === 'paying' || state.stage === 'cancelled' || state.stage === 'self_fulfilled')
    return { text: `orders.unpayable_${state.stage}` };
  return { text: 'orders.unpayable_paid' };
}

const noCost = {
  channel_id: null,
  weight_g: null,
  goods: 0,
  freight: 0,
  fees: 0,
  total: 0,
  own_stock: 0,
  currency: null,
  lines: [],
};

const costFields = ({ channel_id, weight_g, goods, freight, fees, total, own_stock, currency, lines }: Cost) => {
  return { channel_id, weight_g, goods, freight, fees, total, own_stock, currency, lines };
};

export function payableOf(order: Evaluated): PayableOrder {
  const { row, addition } = order;
  const cost = addition ? addition.cost : order.cost;
  return {
    order_id: row.id,
    name: row.name,
    store: { id: row.store_id, name: row.store_name },
    refusal: refusalOf(order),
    ...(cost ? costFields(cost) : noCost),
    days: addition ? null : (order.cost?.days ?? null),
    addition: addition !== null,
    sample: row.quote_id !== null,
    over_guard: (addition?.over_guard ?? null) !== null,
  };
}

async function payables(ctx: AccountCtx, orderIds: readonly string[], lock: boolean): Promise<Evaluated[]> {
  const ids = [...new Set(orderIds)].sort();
  const found = await evaluate(ctx, ids, lock);
  const { actor } = ctx;
  const hidden =
    actor.kind === 'merchant' && actor.stores ? found.some(({ row }) => !actor.stores?.includes(row.store_id)) : false;
  if (found.length < ids.length || hidden) throw notFound('order');
  return found;
}

/** What these orders cost now and which cannot be paid; changes nothing. Throws 404 for ids of another account. */
export async function previewPayable(ctx: AccountCtx, orderIds: readonly string[]): Promise<PayableOrder[]> {
  return unlessAsked(ctx, (await payables(ctx, orderIds, false)).map(payableOf));
}

/** Orders that somebody asks to cancel are not paid meanwhile. */
async function unlessAsked<Order extends PayableOrder>(ctx: AccountCtx, orders: readonly Order[]): Promise<Order[]> {
  const asked = await findAsked(
    ctx,
    orders.map((order) => order.order_id),
  );
  return orders.map((order) =>
    asked.has(order.order_id) ? { ...order, refusal: { text: 'order-reasons.cancel_asked' } } : order,
  );
}

/** An order that is locked for its payment, with the evaluation that it was priced by. */
export type LockedOrder = PayableOrder & { evaluated: Evaluated };

/** The same under a lock that holds until the transaction ends, in the order of ids; stored costs are brought up to date. */
export async function lockPayable(ctx: AccountCtx, orderIds: readonly string[]): Promise<LockedOrder[]> {
  const found = await payables(ctx, orderIds, true);
  await saveEvaluation(ctx, found);
  return unlessAsked(
    ctx,
    found.map((evaluated) => ({ ...payableOf(evaluated), evaluated })),
  );
}

/** Remembers the prices that orders were paid at: later ones are measured against them (domain.md §4.2). */
export async function rememberPrices(ctx: AccountCtx, priceIds: readonly string[], offered?: Date): Promise<void> {
  await agreePrices(ctx, priceIds, offered);
}

/** The prices by which orders are billed. */
export const pricesOf = (orders: readonly { lines: readonly Pick<CostLine, 'price_id'>[] }[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap((line) => line.price_id ?? []))),
];

/** Records the payment of orders that `lockPayable` locked in this transaction, or of what came to them later. */
export async function markPaid(ctx: AccountCtx, orders: readonly LockedOrder[]): Promise<void> {
  const evaluated = orders.map((order) => order.evaluated);
  const whole = evaluated.filter(({ addition }) => addition === null);
  await markWholePaid(ctx, whole.map(paidDemand));
  await markAdditionsPaid(ctx, evaluated);
  await notifyPaid(ctx);
}

/** What an order takes from stock when it is paid. */
export const paidDemand = ({ row, toPrice }: Evaluated): PaidDemand => ({
  order_id: row.id,
  lines: piecesOf(toPrice),
});

/** Records the payment of whole orders that are locked in this transaction. */
export async function markWholePaid(ctx: AccountCtx, paid: readonly PaidDemand[]): Promise<void> {
  if (paid.length === 0) return;
  const ids = paid.map((order) => order.order_id);
  await commitStock(ctx, paid);
  await savePaid(ctx, ids);
  await noteEvents(
    ctx,
    ids.map((order_id) => ({ order_id, kind: 'paid' })),
  );
}

/** Tells the account's open pages and the warehouse's queue that orders were paid. */
export async function notifyPaid(ctx: AccountCtx): Promise<void> {
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
  publish(ctx, { account_id: null, kind: 'orders.changed' });
}

async function markCredited(ctx: AccountCtx, orderId: string, credit: Credited): Promise<void> {
  const { amount, currency, numbers, whole } = credit;
  await setPayment(ctx, orderId, whole ? 'refunded' : 'partly_refunded');
  if (credit.as === 'credit_note') await reduceCost(ctx, orderId, { by: amount, kept: 0 });
  const data = { amount, currency, numbers: numbers.join(', ') };
  await noteEvents(ctx, [{ order_id: orderId, kind: 'credited', data }]);
  await audit(ctx, {
    action: 'orders.credited',
    account_id: ctx.account,
    entity: 'orders',
    entity_id: orderId,
    fields: ['payment'],
  });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id: orderId });
}

/**
 * Gives money back for an order by credit notes, once per cause, and notes it on the order. Throws `credit_too_much` above
 * what was paid and not given back yet.
 */
export async function creditOrder(ctx: AccountCtx, orderId: string, note: OrderCreditNote): Promise<OrderCredit[]> {
  const { credits, credited } = await creditInvoices(ctx, orderId, note);
  if (credited) await markCredited(ctx, orderId, credited);
  return credits;
}

/** Puts an order into the tab of claims, or takes it out, and reports the claim in its timeline. */
export async function markClaimed(
  ctx: AccountCtx,
  orderId: string,
  claim: { claimed: boolean; action: ClaimEvent; number: string },
): Promise<void> {
  const { claimed, action, number } = claim;
  await setClaimed(ctx, orderId, claimed);
  await noteEvents(ctx, [{ order_id: orderId, kind: `claim_${action}`, data: { number } }]);
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id: orderId });
}

/** Records that what the shop added to paid orders is paid too: it is prepared like the rest, and nothing of the rest changes. */
async function markAdditionsPaid(ctx: AccountCtx, evaluated: readonly Evaluated[]): Promise<void> {
  const parts = evaluated.flatMap(({ row, addition }) => {
    if (!addition?.cost) return [];
    const { goods, freight, fees, total, weight_g, currency, unit_costs } = addition.cost;
    const lines = addition.lines.map((line) => ({ ...line, unit_cost: unit_costs.get(line.line_id) ?? 0 }));
    return [{ order_id: row.id, goods, freight, fees, total, weight_g, currency, lines, units: addition.units }];
  });
  if (parts.length === 0) return;
  await savePaidParts(ctx, parts);
  await noteEvents(
    ctx,
    parts.map(({ order_id, units, total, currency }) => ({
      order_id,
      kind: 'addition_paid',
      data: { units, total, currency },
    })),
  );
  await reviewOrders(ctx, { orderIds: parts.map((part) => part.order_id) });
}
