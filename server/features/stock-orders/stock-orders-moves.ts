import { stockOrderActions, type StockOrderAction, stockOrderCan } from '#contract/stock-order-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { type Change, saveState } from './stock-orders-change.db.ts';
import { findOrder, type StockOrderRow } from './stock-orders.db.ts';

/** The order, locked, if the action is possible in its state and in the version that was seen; throws a sentence otherwise. */
export async function lockFor(
  ctx: AccountCtx,
  id: string,
  action: StockOrderAction,
  version?: number,
): Promise<StockOrderRow> {
  const order = await findOrder(ctx, id, true);
  if (!order) throw notFound('stock_order');
  if (version !== undefined && order.version !== version)
    throw appError('stale_version', { text: 'stock-orders.changed', params: { number: order.number } });
  if (!stockOrderCan(action, order.status))
    throw appError('stock_order_not_open', {
      text: `stock-orders.is_${order.status}`,
      params: { number: order.number },
    });
  return order;
}

/** Brings a locked order to the state that the action leads to; leaves its audit row and notifies open pages. */
export async function applyAction(
  ctx: Ctx,
  order: StockOrderRow,
  action: StockOrderAction,
  more: { change?: Change; note?: string; details?: Record<string, unknown> } = {},
): Promise<void> {
  await saveState(ctx, order, stockOrderActions[action].to, more.change, more.note);
  await recordAction(ctx, order, action, more.details);
}

/** Leaves the audit row of an action and notifies open pages of it. */
export async function recordAction(
  ctx: Ctx,
  order: Pick<StockOrderRow, 'account_id' | 'id' | 'number'>,
  action: StockOrderAction | 'ask' | 'credit',
  details: Record<string, unknown> = {},
): Promise<void> {
  const { account_id, id, number } = order;
  await audit(ctx, {
    action: `stockOrders.${action}`,
    account_id,
    entity: 'stock_orders',
    entity_id: id,
    details: { number, ...details },
  });
  publish(ctx, { account_id, kind: 'stock.changed', id });
  publish(ctx, { account_id: null, kind: 'stock.changed', id });
}
