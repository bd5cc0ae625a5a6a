import type { Entry } from '#server/db/context.ts';
import { applyProducts } from './sync.service.ts';
import { connectorOf, sessionOf, type StoreRef, type StoresKit, loadStore } from '#server/features/stores/index.ts';
import { removeShopProduct } from '#server/features/products/index.ts';

/** Brings one product to what its shop says; one that the shop has no more is removed. */
export async function readProduct(
  kit: StoresKit,
  entry: Entry,
  { external_id, ...ref }: StoreRef & { external_id: string },
): Promise<void> {
  const store = await loadStore(entry, ref);
  if (store?.status !== 'connected') return;
  const product = await connectorOf(kit, store).product(sessionOf(store), external_id);
  if (product) await applyProducts(entry, store, [product], null);
  else await entry.run({ account_id: ref.account_id }, (ctx) => removeShopProduct(ctx, store, external_id));
}
