import type { Phrase } from '#server/lib/refusal-texts.ts';
import { type Ctx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import { demandOf, piecesOf } from '../rules/stock-demand.ts';
import { freezePromises } from '../records/delivery-estimate.db.ts';
import { savePaid } from '../records/evaluation.db.ts';
import { findAsked } from '../records/addition.db.ts';
import { agreePrices } from '../records/account-rules.db.ts';
import { markAdditionsPaid } from '../review/addition.service.ts';
import { evaluate, noteEvents, settle } from '../review/review.service.ts';
import type { CostLine } from '#server/features/shipping/index.ts';
import { commitStock } from '#server/features/stock/index.ts';

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
  currency: string | null;
  lines: CostLine[];
  /** It was paid before: this is a part that came later, with an invoice order of its own. */
  addition: boolean;
  /** Dearer than its store’s guard lets pass: it is paid by hand alone. */
  over_guard: boolean;
};

function refusalOf({ row, state, addition }: Evaluated): Phrase | null {
  if (state.payable) return null;
  if (addition && !row.held) return addition.reason && { text: `orders.blocked_${addition.reason}` };
  if (row.held) return { text: 'orders.unpayable_held' };
  const block = state.blocks[0];
  if (state.stage === 'quoting') return { text: 'orders.unpayable_quoting' };
  if (block && state.stage === 'imported') return { text: `orders.blocked_${block.code}` };
  if (state.stage === 'paying' || state.stage === 'cancelled' || state.stage === 'closed')
    return { text: `orders.unpayable_${state.stage}` };
  return { text: 'orders.unpayable_paid' };
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

async function payables(ctx: Ctx, accountId: string, orderIds: readonly string[], lock: boolean): Promise<Evaluated[]> {
  const ids = [...new Set(orderIds)].sort();
  const found = await evaluate(ctx, accountId, ids, lock);
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
): Promise<PayableOrder[]> {
  return (await payables(ctx, accountId, orderIds, false)).map(payableOf);
}

/** An order that is locked for its payment, with the evaluation that it was priced by. */
export type LockedOrder = PayableOrder & { evaluated: Evaluated };

/** The same under a lock that holds until the transaction ends, in the order of ids; stored costs are brought up to date. */
export async function lockPayable(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<LockedOrder[]> {
  const found = await payables(ctx, accountId, orderIds, true);
  await settle(ctx, accountId, found);
  const asked = await findAsked(ctx, accountId, orderIds);
  return found.map((evaluated) => {
    const payable = payableOf(evaluated);
    const refusal = asked.has(evaluated.row.id) ? ({ text: 'order-reasons.cancel_asked' } as const) : payable.refusal;
    return { ...payable, refusal, evaluated };
  });
}

/** Remembers the prices that orders were paid at: later ones are measured against them (domain.md §4.2). */
export async function rememberPrices(ctx: Ctx, accountId: string, orders: readonly PayableOrder[]): Promise<void> {
  await agreePrices(ctx, accountId, pricesOf(orders));
}

const pricesOf = (orders: readonly { lines: readonly CostLine[] }[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap((line) => line.price_id ?? []))),
];

/** Records the payment of orders that `lockPayable` locked in this transaction, or of what came to them later. */
export async function markPaid(ctx: Ctx, accountId: string, orders: readonly LockedOrder[]): Promise<void> {
  const evaluated = orders.map((order) => order.evaluated);
  const whole = evaluated.filter(({ addition }) => addition === null);
  const ids = whole.map(({ row }) => row.id);
  const paid = whole.map((order) => ({ ...demandOf(order), lines: piecesOf(order.toPrice) }));
  await commitStock(ctx, accountId, paid);
  await savePaid(ctx, accountId, ids);
  await freezePromises(ctx, accountId, ids);
  await noteEvents(
    ctx,
    accountId,
    ids.map((order_id) => ({ order_id, kind: 'paid' })),
  );
  await markAdditionsPaid(ctx, accountId, evaluated);
  await publish(ctx, { account_id: accountId, kind: 'orders.changed' });
  await publish(ctx, { account_id: null, kind: 'orders.changed' }); // the warehouse's queue
}
