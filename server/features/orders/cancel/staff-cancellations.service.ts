import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, forAccount, notFound, type StaffActor, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { requestAnswer } from '../records/answers.ts';
import { openQuantity, removedQuantity } from '../rules/units.ts';
import { lockFor } from '../review/actions.service.ts';
import { lockWithReplacements, returnFreed } from './cancel-remaining.service.ts';
import { notifyDecided } from './cancel-in-shop.service.ts';
import * as rows from '../records/cancel.db.ts';
import { after, removedOf, worthOf } from './cancel.service.ts';
import { reduceCost } from '../records/paid.db.ts';
import { findLines } from '../records/detail.db.ts';
import { noteEvents } from '../review/review.service.ts';
import { unitsCancelled } from '../review/refunds.events.ts';
import { creditOrder } from '../pay/pay.service.ts';
import { orderPaid, keepOf } from '#server/features/invoices/index.ts';
type Decision = ParsedOf<typeof orders.decideCancel>['body'];

/** Staff's list of asked cancellations, the one that is due first at the top. */
export async function cancelRequests(ctx: StaffCtx, query: ParsedOf<typeof orders.cancelRequests>['query']) {
  const found = await rows.findQueue(ctx, query.tab, query.q, pageOf(query));
  const counts = await rows.countQueue(ctx);
  const total = query.q ? await rows.countFound(ctx, query.tab, query.q) : counts[query.tab];
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orders.cancelRequests',
    accounts: found.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const data = [];
  for (const row of found) data.push(await staffAnswer(ctx, row));
  return { data, meta: metaOf(query, total, counts) };
}

/** One of them, as it is now. */
export async function cancelRequest(ctx: AccountCtx<StaffActor>, id: string) {
  const row = await rows.findInQueue(ctx, id);
  if (!row) throw notFound('cancellation');
  return staffAnswer(ctx, row);
}

async function staffAnswer(ctx: Ctx, row: rows.StaffCancelRow) {
  const { account_id: _account, order_id: _order, ...answer } = row;
  const { refundable, currency } = await refundableOf(ctx, row);
  return { ...requestAnswer(answer), client: row.client, order: row.order, refundable, currency };
}

/** What can go back at most for what has not left. */
async function refundableOf(ctx: Ctx, request: { account_id: string; order_id: string; units: 'open' | 'removed' }) {
  const { account_id, order_id } = request;
  const { left, currency } = await orderPaid(forAccount(ctx, account_id), order_id);
  const lines = await findLines(forAccount(ctx, account_id), order_id);
  const open = (line: (typeof lines)[number]) => (request.units === 'open' ? openQuantity(line) : 0);
  const units = new Map(lines.map((line) => [line.id, open(line) + removedQuantity(line)]));
  return { refundable: worthOf({ lines }, left, units), currency: currency ?? 'USD' };
}

/** Answers an asked cancellation: what has not left is cancelled and paid back less its cost, or the order goes on. */
export async function decideCancel(ctx: AccountCtx<StaffActor>, id: string, body: Decision): Promise<void> {
  const found = await rows.findRequest(ctx, id);
  if (!found) throw notFound('cancellation');
  const { order_id } = found;
  await lockWithReplacements(ctx, [order_id]);
  const order = await lockFor(ctx, order_id, 'decide_cancel');
  const request = await rows.findRequest(ctx, id);
  if (request?.status !== 'open') throw appError('order_action_refused', { text: 'orders.cancel_answered' });
  const close = (decided: { status: 'accepted' | 'rejected'; cost: number | null; refund: number | null }) =>
    rows.closeRequest(ctx, { id, order_id, answer: body.answer, ...decided }, ctx.actor.user_id);
  if (!body.accept) {
    if (body.answer === '') throw appError('invalid_input', { text: 'orders.cancel_answer_missing' }, 'answer');
    await close({ status: 'rejected', cost: null, refund: null });
    await noteEvents(ctx, [{ order_id, kind: 'cancel_rejected', data: { reason: body.answer } }]);
    await notifyDecided(ctx, id, null);
    await after(ctx, order_id, 'reject_cancel');
    return;
  }
  const { refundable, currency } = await refundableOf(ctx, { account_id: ctx.account, ...request });
  if (body.cost > refundable)
    throw appError(
      'invalid_input',
      { text: 'orders.cancel_cost_too_high', params: { most: moneyText(refundable, currency) } },
      'cost',
    );
  const refund = refundable - body.cost;
  if (body.expected_refund !== undefined && body.expected_refund !== refund)
    throw appError('price_changed', { text: 'orders.refund_changed', params: { refund: moneyText(refund, currency) } });
  if (request.units === 'open') {
    const freed = await rows.cancelRemaining(ctx, [order_id]);
    await returnFreed(ctx, freed, [order]);
  } else await rows.cancelRemovedUnits(ctx, order_id, removedOf(order));
  const note = {
    amount: refund,
    reason: {
      text: request.units === 'open' ? ('ledger.order_cancelled' as const) : ('ledger.units_removed' as const),
      params: { name: order.name },
    },
    cause: `cancel_requests:${id}`,
    as: 'credit_note' as const,
  };
  if (refund > 0) await creditOrder(ctx, order_id, note);
  if (body.cost > 0) {
    await keepOf(ctx, order_id, body.cost);
    await reduceCost(ctx, order_id, { by: 0, kept: body.cost });
  }
  await close({ status: 'accepted', cost: body.cost, refund });
  await noteEvents(ctx, [
    {
      order_id,
      kind: request.units === 'open' ? 'cancelled' : 'removed_paid_back',
      data: { refund, cost: body.cost, currency },
    },
  ]);
  await notifyDecided(ctx, id, { refund, currency });
  await after(ctx, order_id, 'accept_cancel', { refund, cost: body.cost });
  await unitsCancelled.emit(ctx, { accountId: ctx.account, orderIds: [order_id] });
}
