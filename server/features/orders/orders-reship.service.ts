import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { termsOf } from './order-terms.ts';
import { saveTerms } from './orders-apply.db.ts';
import { copyOrder, hasAddress } from './orders-reship.db.ts';
import { noteEvents } from './orders-review.service.ts';

export type Reship = {
  /** Names the act: one replacement each. */
  cause: string;
  /** What the timeline says it is for, such as CLM-1001. */
  label: string;
  lines: readonly { line_id: string; quantity: number }[];
};

/**
 * Sends units of an order once more at no price: an order of its own that goes to the warehouse without a payment, linked
 * with the first. The client's own stock is left alone. Throws `claim_refused` when the buyer's address is gone.
 */
export async function reshipOrder(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  reship: Reship,
): Promise<{ id: string; name: string }> {
  if (!(await hasAddress(ctx, accountId, orderId)))
    throw appError('claim_refused', 'The buyer’s address was erased, so nothing can be sent. Give the money back.');
  const id = uuid();
  const { cause, label, lines } = reship;
  const made = await copyOrder(ctx, accountId, orderId, {
    id,
    external_id: `reship:${cause}`,
    lines: lines.map((line) => ({ ...line, id: uuid() })),
  });
  const words = termsOf([made.name, ...made.skus]);
  await saveTerms(
    ctx,
    accountId,
    words.map((term) => ({ order_id: id, term })),
  );
  await noteEvents(ctx, accountId, [
    { order_id: id, kind: 'reship_made', data: { of: made.of, for: label } },
    { order_id: orderId, kind: 'reshipped', data: { name: made.name, for: label } },
  ]);
  await audit(ctx, {
    action: 'orders.reship',
    account_id: accountId,
    entity: 'orders',
    entity_id: id,
    details: { of: orderId, for: label, lines: lines.length },
  });
  await publish(ctx, { account_id: accountId, kind: 'orders.changed' });
  await publish(ctx, { account_id: null, kind: 'orders.changed' }); // the warehouse's queue
  return { id, name: made.name };
}
