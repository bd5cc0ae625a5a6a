import type { AccountCtx } from '#server/db/context.ts';
import { cancelRemaining } from '../records/cancel.db.ts';
import { lockOrders } from '../records/facts.db.ts';
import { type FreedLine, findRecallable, findReplaced, returnUnits } from '../records/replacements.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { unitsCancelled } from '../review/refunds.events.ts';
import { creditOrder } from '../pay/pay.service.ts';
import { type OrderCreditNote, ordersPaid, releaseWorth } from '#server/features/invoices/index.ts';
import { moveReserved } from '#server/features/stock/index.ts';

type Order = { id: string; name: string };

/** Locks orders with those that they replace and the replacements that go with them; a replaced order is always locked first. */
export async function lockWithReplacements(ctx: AccountCtx, ids: readonly string[]): Promise<void> {
  await lockOrders(ctx, [...ids, ...(await findReplaced(ctx, ids))]);
  const replacements = await findRecallable(ctx, ids);
  await lockOrders(
    ctx,
    replacements.map(({ id }) => id),
  );
}

/** What the merchant reads of a cancelled order's money. */
export const cancelledNote = ({ name }: { name: string }, amount: number, cause: string): OrderCreditNote => ({
  amount,
  reason: { text: 'ledger.order_cancelled', params: { name } },
  cause,
  as: 'credit_note',
});

/**
 * Cancels all that has not left of locked orders, with the replacements that send units of theirs and that nobody prepares,
 * and gives back what is left of their payment. Units of a replacement return to its order. Answers the refunds by order.
 */
export async function cancelRemainingOfOrders(
  ctx: AccountCtx,
  orders: readonly Order[],
  reason: string,
): Promise<ReadonlyMap<string, { amount: number; currency: string }>> {
  const ids = orders.map(({ id }) => id);
  const along = (await findRecallable(ctx, ids)).filter(({ id }) => !ids.includes(id));
  const freed = await cancelRemaining(ctx, [...ids, ...along.map(({ id }) => id)]);
  await returnFreed(ctx, freed, orders);
  const paid = await ordersPaid(ctx, ids);
  const refunds = new Map<string, { amount: number; currency: string }>();
  for (const { id, name } of orders) {
    const { left: amount, currency } = paid.get(id) ?? { left: 0, currency: null };
    if (amount <= 0 || currency === null) continue;
    await creditOrder(ctx, id, cancelledNote({ name }, amount, `orders_cancel:${id}`));
    refunds.set(id, { amount, currency });
  }
  const nameOf = (id: string) => orders.find((order) => order.id === id)?.name ?? '';
  const dataOf = (id: string) => {
    const refund = refunds.get(id);
    return { ...(reason && { reason }), ...(refund && { refund: refund.amount, currency: refund.currency }) };
  };
  await noteEvents(ctx, [
    ...ids.map((id) => ({ order_id: id, kind: 'cancelled' as const, data: dataOf(id) })),
    ...along.map(({ id, replaces }) => ({
      order_id: id,
      kind: 'cancelled_with' as const,
      data: { name: nameOf(replaces) },
    })),
  ]);
  await reviewOrders(ctx, { orderIds: [...ids, ...along.map(({ id }) => id)] });
  await unitsCancelled.emit(ctx, { accountId: ctx.account, orderIds: ids });
  return refunds;
}

/**
 * Gives units of replacements that were cancelled back to their orders. An order that is cancelled itself pays back those
 * that never left, unless it is among `orders`, whose whole payment is given back by the caller.
 */
export async function returnFreed(
  ctx: AccountCtx,
  freed: readonly FreedLine[],
  orders: readonly Order[],
): Promise<void> {
  const homes = await returnUnits(ctx, freed);
  const back = freed.filter((line) => line.replaces_parcel_id === null);
  await moveReserved(
    ctx,
    back.map(({ order_id, line_id, home_id, replaces_line_id, units }) => ({
      from: { order_id, line_id },
      open: 0,
      to: { order_id: home_id, line_id: replaces_line_id },
      units,
    })),
  );
  const sum = (lines: readonly FreedLine[], of: 'worth' | 'units') => lines.reduce((all, line) => all + line[of], 0);
  for (const id of new Set(freed.map((line) => line.order_id))) {
    const mine = freed.filter((line) => line.order_id === id);
    const home = homes.find((one) => one.id === mine[0]?.home_id);
    if (!home) throw new Error(`no order gets the units of ${id} back`);
    await releaseWorth(ctx, home.id, sum(mine, 'worth'));
    if (orders.some((order) => order.id === home.id)) continue;
    const unsent = mine.filter((line) => line.replaces_parcel_id === null);
    const { left = 0, currency } = (await ordersPaid(ctx, [home.id])).get(home.id) ?? {};
    const refund = home.cancelled_by_us ? Math.min(sum(unsent, 'worth'), left) : 0;
    if (refund > 0) await creditOrder(ctx, home.id, cancelledNote(home, refund, `orders_cancel:${id}`));
    const kind = unsent.length === 0 ? 'units_claimable' : refund > 0 ? 'units_paid_back' : 'units_returned';
    const name = orders.find((order) => order.id === id)?.name ?? '';
    const data = { units: sum(mine, 'units'), name, ...(refund > 0 && { refund, currency }) };
    await noteEvents(ctx, [{ order_id: home.id, kind, data }]);
    await reviewOrders(ctx, { orderIds: [home.id] });
  }
}
