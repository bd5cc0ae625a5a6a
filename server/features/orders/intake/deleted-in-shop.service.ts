import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { lockOrders } from '../records/facts.db.ts';
import { dropHeld, followOrigins } from '../records/related.db.ts';
import * as rows from './deleted-in-shop.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';

/**
 * Orders that were deleted at the shop. Unpaid ones are cancelled; what is paid stays to be decided by people. Should the
 * shop tell of one again, it is as the shop says. Safe to repeat; answers how many were there until now.
 */
export async function removeShopOrders(
  ctx: Ctx,
  store: { account_id: string; id: string },
  externalIds: readonly string[],
): Promise<number> {
  const ids = await rows.markGone(ctx, store, externalIds);
  if (ids.length === 0) return 0;
  await lockOrders(ctx, store.account_id, ids);
  await noteEvents(
    ctx,
    store.account_id,
    ids.map((order_id) => ({ order_id, kind: 'deleted_in_store', data: {} })),
  );
  const kin = [...(await dropHeld(ctx, store.account_id, ids)), ...(await followOrigins(ctx, store.account_id, ids))];
  await reviewOrders(ctx, store.account_id, { orderIds: [...ids, ...kin] });
  await publish(ctx, { account_id: store.account_id, kind: 'orders.changed' });
  return ids.length;
}
