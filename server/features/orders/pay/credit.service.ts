import type { ClaimEvent } from '#contract/order-events.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { lessenCost, setClaimed, setPayment } from '../records/credit.db.ts';
import { noteEvents } from '../review/review.service.ts';

/** Notes that money paid for an order went back to the wallet; `whole`: all of it, with what went back before. */
export async function markCredited(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  credit: {
    amount: number;
    currency: string;
    numbers: readonly string[];
    whole: boolean;
    as: 'credit_note' | 'claim_refund';
  },
): Promise<void> {
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
