import type { Entry } from '#server/db/context.ts';
import { applyOrders } from './sync.service.ts';
import { connectorOf, sessionOf, type StoreRef, type StoresKit, loadStore } from '#server/features/stores/index.ts';
import { removeShopOrders } from '#server/features/orders/index.ts';

/** Brings one order to what its shop says; one that the shop has no more is removed. */
export async function readOrder(
  kit: StoresKit,
  entry: Entry,
  { external_id, ...ref }: StoreRef & { external_id: string },
): Promise<void> {
  const store = await loadStore(entry, ref);
  if (store?.status !== 'connected') return;
  const order = await connectorOf(kit, store).order(sessionOf(store), external_id);
  if (order) await applyOrders(entry, store, [order], null);
  else await entry.run({ account_id: ref.account_id }, (ctx) => removeShopOrders(ctx, store, [external_id]));
}
