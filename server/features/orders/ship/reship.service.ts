import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import { openQuantity } from '../rules/units.ts';
import { freezePromises, reduceCost } from '../records/paid.db.ts';
import { findLines } from '../records/detail.db.ts';
import { lockOrders } from '../records/facts.db.ts';
import { takeSent, takeUnsent } from '../records/replacements.db.ts';
import { copyOrder, hasAddress, isReplacement } from './ship.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { holdWorth } from '#server/features/invoices/index.ts';
import { moveReserved } from '#server/features/stock/index.ts';

/** Units of one order that left in a parcel, or never did. */
export type ClaimedUnits = {
  /** Null when the units never left. */
  parcel_id: string | null;
  lines: readonly { line_id: string; quantity: number }[];
};
export type Reship = Omit<ClaimedUnits, 'lines'> & {
  /** Names the action: one replacement each. */
  cause: string;
  /** What the timeline says it is for, such as CLM-1001. */
  label: string;
  /** What was paid for the units of each line, in minor units: as long as the replacement holds them, it is not given back. */
  lines: readonly { line_id: string; quantity: number; worth: number }[];
};
/**
 * Sends units of an order once more at no price: an order of its own that goes to the warehouse without a payment, linked
 * with the first. Units that never left are taken out of the first order, with the pieces of stock that it holds for them;
 * those that did are marked, so that nobody gives them back or sends them again, and the client's own stock is left alone.
 * Throws `claim_refused` when the buyer's address is gone or one of the units is.
 */
export async function reshipOrder(
  ctx: AccountCtx,
  orderId: string,
  reship: Reship,
): Promise<{ id: string; name: string }> {
  await lockOrders(ctx, [orderId]);
  if (!(await hasAddress(ctx, orderId))) throw appError('claim_refused', { text: 'orders.reship_address_erased' });
  const { cause, label, parcel_id } = reship;
  const lines = reship.lines.map(({ line_id, quantity }) => ({ line_id, quantity }));
  const taken = parcel_id
    ? await takeSent(ctx, parcel_id, 'resent', lines)
    : await takeUnsent(ctx, orderId, 'replaced', lines);
  if (!taken) throw unitsGone();
  const worth = reship.lines.reduce((sum, line) => sum + line.worth, 0);
  // what was paid for units of a replacement is kept for it already, by the order that they were paid with
  if (!(await isReplacement(ctx, orderId))) await holdWorth(ctx, orderId, worth);
  const id = uuid();
  const sent = reship.lines.map((line) => ({ ...line, id: uuid() }));
  const made = await copyOrder(ctx, orderId, {
    id,
    external_id: `reship:${cause}`,
    parcel_id,
    lines: sent,
  });
  await freezePromises(ctx, [id]); // it is paid from the start, and takes as long as the first one
  if (parcel_id === null) {
    const open = new Map((await findLines(ctx, orderId)).map((line) => [line.id, openQuantity(line)]));
    const handed = sent.map((line) => ({
      from: { order_id: orderId, line_id: line.line_id },
      open: open.get(line.line_id) ?? 0,
      to: { order_id: id, line_id: line.id },
      units: line.quantity,
    }));
    await moveReserved(ctx, handed);
  }
  const words = termsOf([made.name, ...made.skus]);
  await saveTerms(
    ctx,
    words.map((term) => ({ order_id: id, term })),
  );
  await noteEvents(ctx, [
    { order_id: id, kind: 'reship_made', data: { of: made.of, for: label } },
    { order_id: orderId, kind: 'reshipped', data: { name: made.name, for: label } },
  ]);
  await reviewOrders(ctx, { orderIds: [orderId] });
  await audit(ctx, {
    action: 'orders.reship',
    account_id: ctx.account,
    entity: 'orders',
    entity_id: id,
    details: { of: orderId, for: label, lines: lines.length },
  });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
  publish(ctx, { account_id: null, kind: 'orders.changed' }); // the warehouse's queue
  return { id, name: made.name };
}

/**
 * Records that a claim gives the money for units back: those that never left are cancelled (`kept` of their worth stays, as a
 * fee), those that left can be neither given back nor sent again. Throws `claim_refused` when one of them is gone.
 */
export async function markRefunded(
  ctx: AccountCtx,
  orderId: string,
  { parcel_id, lines, label, kept }: ClaimedUnits & { label: string; kept: number },
): Promise<void> {
  if (lines.length === 0) return;
  if (parcel_id) {
    if (!(await takeSent(ctx, parcel_id, 'refunded', lines))) throw unitsGone();
    return;
  }
  if (!(await takeUnsent(ctx, orderId, 'cancelled', lines))) throw unitsGone();
  if (kept > 0) await reduceCost(ctx, orderId, { by: 0, kept });
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  await noteEvents(ctx, [{ order_id: orderId, kind: 'units_cancelled', data: { units, for: label } }]);
  await reviewOrders(ctx, { orderIds: [orderId] });
}

const unitsGone = () => appError('claim_refused', { text: 'orders.claim_units_gone' });
