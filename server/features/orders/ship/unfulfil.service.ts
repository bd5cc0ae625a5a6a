import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import { parcelQueue, sendLater } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { PlainText } from '#server/lib/refusal-texts.ts';
import { lockFor } from '../review/actions.service.ts';
import { findStore, isOfShop } from '../records/orders.db.ts';
import { noteEvents } from '../review/review.service.ts';
import { readOrder } from '../review/orders.service.ts';

/** What to do where the shop cannot be asked. */
const manually: Record<string, PlainText> = {
  woocommerce: 'orders.unfulfill_in_woo',
  file: 'orders.unfulfill_in_file',
};

/** Has the shop cancel what somebody else marked as sent; its news then take the block away. */
export async function cancelFulfilment(ctx: MerchantCtx, id: string, version: number) {
  const accountId = accountOf(ctx);
  const order = await lockFor(ctx, accountId, id, 'cancel_fulfilment', version);
  const store = await findStore(ctx, accountId, order.store_id);
  if (!store) throw notFound('order');
  if (!capabilitiesOf(store.platform).cancels_fulfilments || !(await isOfShop(ctx, accountId, id)))
    throw appError('order_not_editable', { text: manually[store.platform] ?? 'orders.unfulfill_in_store' });
  const payload = { account_id: accountId, store_id: store.id, order_id: id };
  const key = `unfulfil:${id}:${version}`;
  await sendLater(ctx, { kind: 'shop_unfulfil', key, queue: parcelQueue(store.id), account_id: accountId, payload });
  await noteEvents(ctx, accountId, [{ order_id: id, kind: 'fulfilment_cancel_asked' }]);
  await audit(ctx, { action: 'orders.cancel_fulfilment', entity: 'orders', entity_id: id });
  return readOrder(ctx, accountId, id);
}
