import { type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { lockOrders } from '../records/facts.db.ts';
import { dropHeld, dropPaid, followOrigins } from '../records/related.db.ts';
import * as rows from '../records/write.db.ts';
import { notifyChangesSoon } from './paid-changes.service.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';

/**
 * Orders that were deleted at the shop. Unpaid ones are cancelled; of paid ones nothing more is sent, as when the shop had
 * cancelled them, until their merchant decides. Should the shop report one again, it is as the shop says. Safe to repeat;
 * answers how many were there until now.
 */
export async function removeShopOrders(
  ctx: Ctx,
  store: { account_id: string; id: string },
  externalIds: readonly string[],
): Promise<number> {
  const ids = await rows.markGone(ctx, store, externalIds);
  if (ids.length === 0) return 0;
  const own = forAccount(ctx, store.account_id);
  await lockOrders(own, ids);
  await noteEvents(
    own,
    ids.map((order_id) => ({ order_id, kind: 'deleted_in_store', data: {} })),
  );
  const lost = await dropPaid(own, ids);
  await notifyChangesSoon(
    own,
    lost.map(({ id, units }) => ({ id, paid: true, steps: [-units] })),
  );
  const related = [...(await dropHeld(own, ids)), ...(await followOrigins(own, ids))];
  await reviewOrders(own, { orderIds: [...ids, ...related] });
  publish(ctx, { account_id: store.account_id, kind: 'orders.changed' });
  return ids.length;
}
