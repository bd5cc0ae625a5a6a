import { v7 as uuid } from 'uuid';
import { auditAll } from '#server/db/audit.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Finding, Outcome, Refusal } from '#server/http/list-actions.ts';
import { dueAfter } from '#server/lib/business-time.ts';
import { workingTime } from '#server/features/shipping/index.ts';
import { findForActions, lockForActions, type ManyOrder, refusalFor } from '../review/actions.service.ts';
import { cancelRemainingOfOrders, lockWithReplacements } from './cancel-remaining.service.ts';
import { notifyRequested } from './cancel-in-shop.service.ts';
import * as rows from '../records/cancel.db.ts';
import { answerTime } from './cancel.service.ts';
import { findRecallableWorth } from '../records/replacements.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { ordersPaid } from '#server/features/invoices/index.ts';

type Paid = { left: number; currency: string | null };

/** Cancelled for nothing, cancelled with what was paid given back, or asked for because the goods are bought. */
type Way = 'cancelled' | 'refunded' | 'asked';
type Judged = Finding & { way?: Way };

function judge(order: ManyOrder, { left, currency }: Paid, recallable: number): Judged {
  const { id, name, facts } = order;
  const refusal = refusalFor('cancel', facts);
  if (refusal === null) {
    const amount = left + recallable;
    if (amount <= 0 || currency === null) return { id, name, refusal, way: 'cancelled' };
    return { id, name, refusal, way: 'refunded', money: { amount, currency } };
  }
  return refusalFor('request_cancel', facts) === null
    ? { id, name, refusal: null, way: 'asked' }
    : { id, name, refusal };
}

const nothingPaid: Paid = { left: 0, currency: null };

async function judgeAll(ctx: MerchantCtx, orders: readonly ManyOrder[]): Promise<Judged[]> {
  const paidIds = orders.filter((order) => order.payment !== 'none').map((order) => order.id);
  const paid = await ordersPaid(ctx, paidIds);
  const recallable = await findRecallableWorth(ctx, paidIds);
  return orders.map((order) => judge(order, paid.get(order.id) ?? nothingPaid, recallable.get(order.id) ?? 0));
}

/** What cancelling each of these orders would come to now. */
export async function findCancellable(ctx: MerchantCtx, ids: readonly string[]): Promise<Finding[]> {
  return judgeAll(ctx, await findForActions(ctx, ids));
}

const noReason: Refusal = {
  code: 'invalid_input',
  reason: { text: 'orders.cancel_reason_missing' },
};

/** Cancels orders that nobody prepares, and asks for the cancellation of those that are being prepared. */
export async function cancelOrders(ctx: MerchantCtx, ids: readonly string[], reason: string): Promise<Outcome[]> {
  await lockWithReplacements(ctx, ids);
  const judged = (await judgeAll(ctx, await lockForActions(ctx, ids))).map((one) =>
    one.way === 'asked' && reason === '' ? { id: one.id, name: one.name, refusal: noReason } : one,
  );
  const able = judged.filter((one) => one.refusal === null);
  await cancelRemaining(
    ctx,
    able.filter(({ way }) => way !== 'asked'),
    reason,
  );
  await ask(
    ctx,
    able.filter(({ way }) => way === 'asked'),
    reason,
  );
  if (able.length > 0) {
    publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
    publish(ctx, { account_id: null, kind: 'orders.changed' });
  }
  return judged;
}

async function cancelRemaining(ctx: MerchantCtx, judged: readonly Judged[], reason: string): Promise<void> {
  if (judged.length === 0) return;
  await cancelRemainingOfOrders(ctx, judged, reason);
  await auditAll(
    ctx,
    judged.map(({ id, money }) => trace('orders.cancel', id, { refund: money?.amount ?? 0 })),
  );
}

async function ask(ctx: MerchantCtx, judged: readonly Judged[], reason: string): Promise<void> {
  if (judged.length === 0) return;
  const due_at = dueAfter(ctx.now, answerTime, await workingTime(ctx));
  for (const { id: order_id } of judged) {
    const request = { account_id: ctx.account, id: uuid(), order_id, units: 'open' as const, reason, due_at };
    await rows.insertRequest(ctx, { ...request, asked_by: ctx.actor.user_id });
    await notifyRequested(ctx, request.id);
  }
  await noteEvents(
    ctx,
    judged.map(({ id }) => ({ order_id: id, kind: 'cancel_asked', data: { reason } })),
  );
  await reviewOrders(ctx, { orderIds: judged.map(({ id }) => id) });
  await auditAll(
    ctx,
    judged.map(({ id }) => trace('orders.request_cancel', id)),
  );
}

const trace = (action: string, id: string, details: Record<string, unknown> = {}) => ({
  action,
  entity: 'orders',
  entity_id: id,
  details,
});
