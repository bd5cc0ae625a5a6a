import type { ClaimEvent } from '#contract/order-events.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { lessenCost, setClaimed, setPayment } from '../records/credit.db.ts';
import { noteEvents } from '../review/review.service.ts';
import {
  creditInvoices,
  type Credited,
  type OrderCredit,
  type OrderCreditNote,
} from '#server/features/invoices/index.ts';

async function markCredited(ctx: Ctx, accountId: string, orderId: string, credit: Credited): Promise<void> {
  const { amount, currency, numbers, whole } = credit;
  await setPayment(ctx, accountId, orderId, whole ? 'refunded' : 'partly_refunded');
  if (credit.as === 'credit_note') await lessenCost(ctx, accountId, orderId, { by: amount, kept: 0 });
  const data = { amount, currency, numbers: numbers.join(', ') };
  await noteEvents(ctx, accountId, [{ order_id: orderId, kind: 'credited', data }]);
  await audit(ctx, {
    action: 'orders.credited',
    account_id: accountId,
    entity: 'orders',
    entity_id: orderId,
    fields: ['payment'],
  });
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id: orderId });
}

/**
 * Gives money back for an order by credit notes, once per cause, and notes it on the order. Throws `credit_too_much` above
 * what was paid and not given back yet.
 */
export async function creditOrder(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  note: OrderCreditNote,
): Promise<OrderCredit[]> {
  const { credits, credited } = await creditInvoices(ctx, accountId, orderId, note);
  if (credited) await markCredited(ctx, accountId, orderId, credited);
  return credits;
}

/** Puts an order into the tab of claims, or takes it out, and tells of the claim in its timeline. */
export async function markClaimed(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  claim: { claimed: boolean; act: ClaimEvent; number: string },
): Promise<void> {
  const { claimed, act, number } = claim;
  await setClaimed(ctx, accountId, orderId, claimed);
  await noteEvents(ctx, accountId, [{ order_id: orderId, kind: `claim_${act}`, data: { number } }]);
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id: orderId });
}
