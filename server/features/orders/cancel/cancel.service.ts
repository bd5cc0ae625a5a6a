import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import type { AccountCtx, MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { dueAfter } from '#server/lib/business-time.ts';
import { removedQuantity } from '../rules/units.ts';
import { lockFor } from '../review/actions.service.ts';
import { cancelRemainingOfOrders, cancelledNote, lockWithReplacements } from './cancel-remaining.service.ts';
import { resolveRequested, notifyRequested } from './cancel-in-shop.service.ts';
import * as rows from '../records/cancel.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { unitsCancelled } from '../review/refunds.events.ts';
import { creditOrder } from '../pay/pay.service.ts';
import { orderPaid } from '#server/features/invoices/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';

type Cancel = ParsedOf<typeof orders.cancel>['body'];
type Locked = Awaited<ReturnType<typeof lockFor>>;

/** Within what a cancellation that was asked for is answered. */
export const answerTime = { hours: 4 };

/** Cancels an order that nobody prepares: what was paid for it goes back in the same transaction. */
export async function cancelOrder(ctx: MerchantCtx, id: string, body: Cancel): Promise<void> {
  await lockWithReplacements(ctx, [id]);
  const order = await lockFor(ctx, id, 'cancel', body.version);
  const refunds = await cancelRemainingOfOrders(ctx, [order], body.reason);
  await recordAction(ctx, id, 'cancel', { refund: refunds.get(id)?.amount ?? 0 });
}

/** What follows an action that calls units off: state and stock again, its audit row, open pages notified. */
export async function after(
  ctx: AccountCtx,
  id: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await reviewOrders(ctx, { orderIds: [id] });
  await recordAction(ctx, id, action, details);
}

/** What units of an order were worth: goods at the price they were paid at; freight only when nothing of it leaves. */
export function worthOf(order: Pick<Locked, 'lines'>, rest: number, units: ReadonlyMap<string, number>): number {
  const left = order.lines.reduce(
    (sum, line) => sum + line.paid_quantity - line.cancelled_quantity - (units.get(line.id) ?? 0),
    0,
  );
  if (left === 0) return rest;
  const goods = order.lines.reduce((sum, line) => sum + (units.get(line.id) ?? 0) * (line.unit_cost ?? 0), 0);
  return Math.min(rest, goods);
}

/** Units of each line that the shop took away and that were not given back. */
export const removedOf = ({ lines }: Pick<Locked, 'lines'>) =>
  lines.flatMap((line) => {
    const quantity = removedQuantity(line);
    return quantity > 0 ? [{ line_id: line.id, quantity }] : [];
  });

/** The money for units that the shop removed after they were paid. */
export async function takeBack(ctx: MerchantCtx, id: string, version: number): Promise<void> {
  const order = await lockFor(ctx, id, 'take_back', version);
  const removed = removedOf(order);
  const { left, currency } = await orderPaid(ctx, id);
  const refund = worthOf(order, left, new Map(removed.map((line) => [line.line_id, line.quantity])));
  await rows.cancelRemovedUnits(ctx, id, removed);
  // The sum of cancelled units names the occasion: the same units are never given back twice.
  const occasion = order.lines.reduce((sum, line) => sum + line.cancelled_quantity, 0);
  if (refund > 0) await creditOrder(ctx, id, cancelledNote(order, refund, `orders_take_back:${id}:${occasion}`));
  const units = removed.reduce((sum, line) => sum + line.quantity, 0);
  await noteEvents(ctx, [{ order_id: id, kind: 'taken_back', data: { units, refund, currency } }]);
  await after(ctx, id, 'take_back', { units, refund });
  await unitsCancelled.emit(ctx, { accountId: ctx.account, orderIds: [id] });
}

/** Asks to cancel what is being prepared, or for the money of units that the shop took away meanwhile. */
export async function requestCancel(
  ctx: MerchantCtx,
  id: string,
  body: { reason: string; units: 'open' | 'removed'; version: number },
): Promise<void> {
  const { units } = body;
  await lockFor(ctx, id, units === 'open' ? 'request_cancel' : 'request_take_back', body.version);
  const due_at = dueAfter(ctx.now, answerTime, await workingTime(ctx));
  const request = { account_id: ctx.account, id: uuid(), order_id: id, units, reason: body.reason, due_at };
  await rows.insertRequest(ctx, { ...request, asked_by: ctx.actor.user_id });
  await noteEvents(ctx, [{ order_id: id, kind: 'cancel_asked', data: { reason: body.reason } }]);
  await notifyRequested(ctx, request.id);
  await after(ctx, id, 'request_cancel');
}

/** Takes an asked cancellation back. */
export async function withdrawCancel(ctx: MerchantCtx, id: string): Promise<void> {
  await lockFor(ctx, id, 'withdraw_cancel');
  const request = await rows.findLatest(ctx, id);
  if (!request) return;
  const { answer } = request;
  await rows.closeRequest(
    ctx,
    { id: request.id, order_id: id, status: 'withdrawn', cost: null, refund: null, answer },
    ctx.actor.user_id,
  );
  await resolveRequested(ctx, request.id);
  await noteEvents(ctx, [{ order_id: id, kind: 'cancel_withdrawn' }]);
  await after(ctx, id, 'withdraw_cancel');
}

/** The audit row of an action, and open pages notified. */
export async function recordAction(
  ctx: AccountCtx,
  id: string,
  action: string,
  details?: Record<string, unknown>,
): Promise<void> {
  const row = { action: `orders.${action}`, account_id: ctx.account, entity: 'orders', entity_id: id };
  await audit(ctx, { ...row, ...(details && { details }) });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
  publish(ctx, { account_id: null, kind: 'orders.changed', id });
}
