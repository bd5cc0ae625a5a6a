import {
  stockOrderActs,
  type StockOrderAct,
  stockOrderCan,
  type StockOrderStatus,
} from '#contract/stock-order-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { type Change, saveState } from './stock-orders-act.db.ts';
import { findOrder, type StockOrderRow } from './stock-orders.db.ts';

/** Why an act is refused in a state, as its reader can act on it. */
const stands: Record<StockOrderStatus, string> = {
  requested: 'it waits for its price',
  quoted: 'its price waits for the client',
  open: 'its deposit is not paid yet',
  partly_paid: 'it waits for production',
  producing: 'it is being produced',
  inbound: 'it is on its way to the warehouse',
  receiving: 'it is being received',
  stocked: 'it is in stock',
  closed: 'it is settled and closed',
  cancelled: 'it was cancelled',
};
const verbs: Record<StockOrderAct, string> = {
  quote: 'be quoted',
  accept: 'be accepted',
  deposit: 'be paid',
  produce: 'go into production',
  send: 'be sent',
  receive: 'be received',
  stock: 'be received',
  close: 'be closed',
  cancel: 'be cancelled',
};

/** The order, locked, if the act is possible in its state and in the version that was seen; throws a sentence otherwise. */
export async function lockFor(
  ctx: Ctx,
  accountId: string,
  id: string,
  act: StockOrderAct,
  version?: number,
): Promise<StockOrderRow> {
  const order = await findOrder(ctx, accountId, id, true);
  if (!order) throw notFound('stock order');
  if (version !== undefined && order.version !== version)
    throw appError('stale_version', `${order.number} was changed a moment ago. Look at it again, then repeat.`);
  if (!stockOrderCan(act, order.status))
    throw appError('stock_order_not_open', `${order.number} cannot ${verbs[act]}: ${stands[order.status]}.`);
  return order;
}

/** Brings a locked order to the state that the act leads to; leaves its audit row and tells open pages. */
export async function moveOn(
  ctx: Ctx,
  order: StockOrderRow,
  act: StockOrderAct,
  more: { change?: Change; note?: string; details?: Record<string, unknown> } = {},
): Promise<void> {
  await saveState(ctx, order, stockOrderActs[act].to, more.change, more.note);
  await noted(ctx, order, act, more.details);
}

/** Leaves the audit row of an act and tells open pages of it. */
export async function noted(
  ctx: Ctx,
  order: Pick<StockOrderRow, 'account_id' | 'id' | 'number'>,
  act: StockOrderAct | 'ask' | 'credit',
  details: Record<string, unknown> = {},
): Promise<void> {
  const { account_id, id, number } = order;
  await audit(ctx, {
    action: `stockOrders.${act}`,
    account_id,
    entity: 'stock_orders',
    entity_id: id,
    details: { number, ...details },
  });
  await publish(ctx, { account_id, kind: 'stock.changed', id });
  await publish(ctx, { account_id: null, kind: 'stock.changed', id });
}
