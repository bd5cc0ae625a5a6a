import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { noteAccess } from '#server/db/audit.ts';
import { type Ctx, notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { requestAnswer } from '../records/answers.ts';
import { openQuantity, removedQuantity } from '../rules/units.ts';
import { lockFor } from '../review/actions.service.ts';
import { lockWithReplacements, returnFreed } from './cancel-remaining.service.ts';
import { tellDecided } from './cancel-in-shop.service.ts';
import * as rows from '../records/cancel.db.ts';
import { after, removedOf, told, worthOf } from './cancel.service.ts';
import { lessenCost } from '../records/credit.db.ts';
import { findLines } from '../records/detail.db.ts';
import { noteEvents } from '../review/review.service.ts';
import { unitsCancelled } from '../review/refunds.events.ts';
import { creditOrder } from '../pay/credit.service.ts';
import { orderPaid, keepOf } from '#server/features/invoices/index.ts';

type Which = { account_id: string; id: string };
type Decision = ParsedOf<typeof orders.decideCancel>['body'];

/** The desk's list of asked cancellations, the one that is due first at the top. */
export async function cancelRequests(ctx: StaffCtx, query: ParsedOf<typeof orders.cancelRequests>['query']) {
  const found = await rows.findQueue(ctx, query.tab, pageOf(query));
  const counts = await rows.countQueue(ctx);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orders.cancelRequests',
    accounts: found.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const data = [];
  for (const row of found) data.push(await deskAnswer(ctx, row));
  return { data, meta: metaOf(query, counts[query.tab], counts) };
}

/** One of them, as it is now. */
export async function cancelRequest(ctx: StaffCtx, which: Which) {
  const row = await rows.findInQueue(ctx, which.account_id, which.id);
  if (!row) throw notFound('cancellation');
  return deskAnswer(ctx, row);
}

async function deskAnswer(ctx: Ctx, row: rows.DeskCancelRow) {
  const { account_id: _account, order_id: _order, ...answer } = row;
  const { refundable, currency } = await refundableOf(ctx, row);
  return { ...requestAnswer(answer), client: row.client, order: row.order, refundable, currency };
}

/** What can go back at most for what has not left. */
async function refundableOf(ctx: Ctx, request: { account_id: string; order_id: string; units: 'open' | 'removed' }) {
  const { account_id, order_id } = request;
  const { left, currency } = await orderPaid(ctx, account_id, order_id);
  const lines = await findLines(ctx, account_id, order_id);
  const open = (line: (typeof lines)[number]) => (request.units === 'open' ? openQuantity(line) : 0);
  const units = new Map(lines.map((line) => [line.id, open(line) + removedQuantity(line)]));
  return { refundable: worthOf({ lines }, left, units), currency: currency ?? 'USD' };
}

/** Answers an asked cancellation: what has not left is cancelled and paid back less its cost, or the order goes on. */
export async function decideCancel(ctx: StaffCtx, which: Which, body: Decision): Promise<void> {
  const { account_id } = which;
  const found = await rows.findRequest(ctx, account_id, which.id);
  if (!found) throw notFound('cancellation');
  const { order_id } = found;
  await lockWithReplacements(ctx, account_id, [order_id]);
  const order = await lockFor(ctx, account_id, order_id, 'decide_cancel');
  const request = await rows.findRequest(ctx, account_id, which.id);
  if (request?.status !== 'open') throw appError('order_act_refused', { text: 'orders.cancel_answered' });
  const close = (decided: { status: 'accepted' | 'rejected'; cost: number | null; refund: number | null }) =>
    rows.closeRequest(ctx, account_id, { id: which.id, order_id, answer: body.answer, ...decided }, ctx.actor.user_id);
  if (!body.accept) {
    if (body.answer === '') throw appError('invalid_input', { text: 'orders.cancel_answer_missing' }, 'answer');
    await close({ status: 'rejected', cost: null, refund: null });
    await noteEvents(ctx, account_id, [{ order_id, kind: 'cancel_rejected', data: { reason: body.answer } }]);
    await tellDecided(ctx, which, null);
    await told(ctx, account_id, order_id, 'reject_cancel');
    return;
  }
  const { refundable, currency } = await refundableOf(ctx, { account_id, ...request });
  if (body.cost > refundable)
    throw appError(
      'invalid_input',
      { text: 'orders.cancel_cost_too_high', params: { most: moneyText(refundable, currency) } },
      'cost',
    );
  const refund = refundable - body.cost;
  if (request.units === 'open') {
    const freed = await rows.cancelRemaining(ctx, account_id, [order_id]);
    await returnFreed(ctx, account_id, freed, [order]);
  } else await rows.cancelRemovedUnits(ctx, account_id, order_id, removedOf(order));
  const note = {
    amount: refund,
    reason: request.units === 'open' ? `Order ${order.name} cancelled` : `Units of order ${order.name} removed`,
    cause: `cancel_requests:${which.id}`,
    as: 'credit_note' as const,
  };
  if (refund > 0) await creditOrder(ctx, account_id, order_id, note);
  if (body.cost > 0) {
    await keepOf(ctx, account_id, order_id, body.cost);
    await lessenCost(ctx, account_id, order_id, { by: 0, kept: body.cost });
  }
  await close({ status: 'accepted', cost: body.cost, refund });
  await noteEvents(ctx, account_id, [
    {
      order_id,
      kind: request.units === 'open' ? 'cancelled' : 'removed_paid_back',
      data: { refund, cost: body.cost, currency },
    },
  ]);
  await tellDecided(ctx, which, { refund, currency });
  await after(ctx, account_id, order_id, 'accept_cancel', { refund, cost: body.cost });
  await unitsCancelled.emit(ctx, { accountId: account_id, orderIds: [order_id] });
}
