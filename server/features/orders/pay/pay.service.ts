import type { BlockCode } from '#contract/orders.ts';
import { type Ctx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import type { CostLine } from '../rules/pricing.ts';
import { demandOf, piecesOf, type Stock, withoutStock } from '../rules/stock-demand.ts';
import { freezePromises } from '../records/delivery-estimate.db.ts';
import { savePaid } from '../records/evaluation.db.ts';
import { findAsked } from '../records/addition.db.ts';
import { orderReasons } from '#contract/order-reasons.ts';
import { agreePrices } from '../records/account-rules.db.ts';
import { markAdditionsPaid } from '../review/addition.service.ts';
import { evaluate, evaluateAll, noteEvents, settle } from '../review/review.service.ts';

/** An order as a checkout sees it: what it costs now, or why it cannot be paid. */
export type PayableOrder = {
  order_id: string;
  name: string;
  store: { id: string; name: string };
  /** A sentence with what to do; null when the order can be paid. */
  refusal: string | null;
  channel_id: string | null;
  weight_g: number | null;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  currency: string | null;
  lines: CostLine[];
  /** It was paid before: this is a part that came later, with an invoice order of its own. */
  addition: boolean;
  /** Dearer than its store’s guard lets pass: it is paid by hand alone. */
  over_guard: boolean;
};

const blockSentences: Record<BlockCode, string> = {
  UNMAPPED_VARIANT: 'A product has no match yet. Ask for a price under Products.',
  MAPPING_CHANGED: 'A product changed in the store. Check its match under Products.',
  NO_PRICE: 'A product has no price yet. Ask for one under Products.',
  COUNTRY_NOT_SERVED: 'There is no price to this country yet. Ask for it in the quote.',
  ADDRESS_INCOMPLETE: 'The address is incomplete. Complete it under the order.',
  ADDRESS_NOT_DELIVERABLE: 'The carrier cannot deliver to this address. Correct it under the order.',
  PHONE_REQUIRED: 'The carrier needs the buyer’s phone number. Add it to the address.',
  TAX_ID_REQUIRED: 'Customs there ask for the buyer’s tax id. Add it to the address.',
  CHANNEL_RESTRICTION: 'The channel does not take these goods. Choose another one under the order.',
  CUSTOMS_DATA_MISSING: 'We are completing the customs data of its goods.',
  DUPLICATE_SUSPECT: 'It looks like another order of the same buyer. Compare the two under the order.',
  STORE_UNPAID: 'The buyer has not paid yet. Capture the payment in the store.',
  HIGH_RISK: 'The store calls this order risky. Look at it, then accept the risk under the order.',
  PRICE_APPROVAL:
    'The price of its goods has ended, and the new one is not decided. Accept or reject it under Quotes, Price changes.',
  PRICE_GUARD: 'It costs more than the store’s price guard lets pass. Accept the new cost under the order.',
  STORE_HOLD: 'The order is on hold in the store. Release it there.',
  MARKED_FULFILLED_IN_STORE: 'The order is marked as fulfilled in the store. Cancel that fulfilment there.',
  OUT_OF_STOCK: 'Your own stock is short, and its store sends from it alone. Order more under Product stock.',
  COUNTRY_CHANGED: 'The store names another country since it was paid. Choose one of the two under the order.',
  CHANGED_AFTER_PAYMENT: 'The order changed in the store after it was paid.',
};

function refusalOf({ row, state, addition }: Evaluated): string | null {
  if (state.payable) return null;
  if (addition && !row.held) return addition.reason && blockSentences[addition.reason];
  if (row.held) return 'The order is on hold. Release it first.';
  const block = state.blocks[0];
  if (state.stage === 'quoting') return 'The quote is not answered yet.';
  if (block && state.stage === 'imported') return blockSentences[block.code];
  if (state.stage === 'paying') return 'Its payment is under way.';
  if (state.stage === 'cancelled') return 'The order was cancelled.';
  if (state.stage === 'closed') return 'Nothing in this order is left for us to send.';
  return 'The order is already paid.';
}

function payableOf(order: Evaluated): PayableOrder {
  const { row, addition } = order;
  const cost = addition ? addition.cost : order.cost;
  return {
    order_id: row.id,
    name: row.name,
    store: { id: row.store_id, name: row.store_name },
    refusal: refusalOf(order),
    channel_id: cost?.channel_id ?? null,
    weight_g: cost?.weight_g ?? null,
    goods: cost?.goods ?? 0,
    freight: cost?.freight ?? 0,
    fees: cost?.fees ?? 0,
    total: cost?.total ?? 0,
    currency: cost?.currency ?? null,
    lines: cost?.lines ?? [],
    addition: addition !== null,
    over_guard: (addition?.over_guard ?? null) !== null,
  };
}

async function payables(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  lock: boolean,
  stock: Stock,
): Promise<Evaluated[]> {
  const ids = [...new Set(orderIds)].sort();
  const found = await evaluate(ctx, accountId, ids, lock, stock);
  const { actor } = ctx;
  const hidden =
    actor.kind === 'merchant' && actor.stores ? found.some(({ row }) => !actor.stores?.includes(row.store_id)) : false;
  if (found.length < ids.length || hidden) throw notFound('order');
  return found;
}

/** What these orders cost now and which cannot be paid; changes nothing. Throws 404 for ids of another account. */
export async function previewPayable(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  stock: Stock = withoutStock,
): Promise<PayableOrder[]> {
  return (await payables(ctx, accountId, orderIds, false, stock)).map(payableOf);
}

/** The same under a lock that holds until the transaction ends, in the order of ids; stored costs are brought up to date. */
export async function lockPayable(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  stock: Stock = withoutStock,
): Promise<PayableOrder[]> {
  const found = await payables(ctx, accountId, orderIds, true, stock);
  await settle(ctx, accountId, found);
  const asked = await findAsked(ctx, accountId, orderIds);
  return found.map((order) =>
    asked.has(order.row.id) ? { ...payableOf(order), refusal: orderReasons.cancel_asked } : payableOf(order),
  );
}

/** Remembers the prices that orders were paid at: later ones are measured against them (domain.md §4.2). */
export async function rememberPrices(ctx: Ctx, accountId: string, orders: readonly PayableOrder[]): Promise<void> {
  await agreePrices(ctx, accountId, pricesOf(orders));
}

const pricesOf = (orders: readonly { lines: readonly CostLine[] }[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap((line) => line.price_id ?? []))),
];

/** Records the payment of orders that `lockPayable` locked in this transaction, or of what came to them later. */
export async function markPaid(
  ctx: Ctx,
  accountId: string,
  orderIds: readonly string[],
  stock: Stock = withoutStock,
): Promise<void> {
  const { evaluated } = await evaluateAll(ctx, accountId, orderIds, false);
  const whole = evaluated.filter(({ addition }) => addition === null);
  const ids = whole.map(({ row }) => row.id);
  const paid = whole.map((order) => ({ ...demandOf(order), lines: piecesOf(order.toPrice) }));
  await stock.commit(ctx, accountId, paid);
  await savePaid(ctx, accountId, ids);
  await freezePromises(ctx, accountId, ids);
  await noteEvents(
    ctx,
    accountId,
    ids.map((order_id) => ({ order_id, kind: 'paid' })),
  );
  await markAdditionsPaid(ctx, accountId, evaluated, stock);
  await publish(ctx, { account_id: accountId, kind: 'orders.changed' });
  await publish(ctx, { account_id: null, kind: 'orders.changed' }); // the warehouse's queue
}
