import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { applyProducts, loadStore } from './store-sync.service.ts';
import * as rows from './stores.db.ts';
import { connectorOf, hookQueueOf, sessionOf, type StoreRef, type StoresKit } from './stores-kit.ts';

export const readProductTask = 'store_read_product';

/** Has one product read from its shop, in the line of what the shop tells by itself. */
export async function readProductSoon(ctx: Ctx, store: StoreRef, externalId: string): Promise<void> {
  const link = await rows.findLink(ctx, store.account_id, store.id);
  if (!link) return;
  const { account_id, id } = store;
  await enqueue(
    ctx,
    readProductTask,
    { account_id, id, external_id: externalId },
    { key: `${readProductTask}:${id}:${externalId}`, queue: hookQueueOf(link.domain), attempts: 5 },
  );
}

/** Brings one product to what its shop says; one that the shop has no more is removed. */
export async function readProduct(
  kit: StoresKit,
  entry: Entry,
  { external_id, ...ref }: StoreRef & { external_id: string },
): Promise<void> {
  const store = await loadStore(entry, ref);
  if (store?.status !== 'connected') return;
  const product = await connectorOf(kit, store).product(sessionOf(store), external_id);
  if (product) await applyProducts(kit, entry, store, [product], null);
  else await entry.run({ account_id: ref.account_id }, (ctx) => kit.needs.removeShopProduct(ctx, store, external_id));
}
