import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { applyOrders, loadStore } from './store-sync.service.ts';
import * as rows from './stores.db.ts';
import { connectorOf, hookQueueOf, sessionOf, type StoreRef, type StoresKit } from './stores-kit.ts';

export const readOrderTask = 'store_read_order';

/** Has one order read from its shop, in the line of what the shop tells by itself. */
export async function readOrderSoon(ctx: Ctx, store: StoreRef, externalId: string): Promise<void> {
  const link = await rows.findLink(ctx, store.account_id, store.id);
  if (!link) return;
  const { account_id, id } = store;
  await enqueue(
    ctx,
    readOrderTask,
    { account_id, id, external_id: externalId },
    { key: `${readOrderTask}:${id}:${externalId}`, queue: hookQueueOf(link.domain), attempts: 5 },
  );
}

/** Brings one order to what its shop says; one that the shop has no more is removed. */
export async function readOrder(
  kit: StoresKit,
  entry: Entry,
  { external_id, ...ref }: StoreRef & { external_id: string },
): Promise<void> {
  const store = await loadStore(entry, ref);
  if (store?.status !== 'connected') return;
  const order = await connectorOf(kit, store).order(sessionOf(store), external_id);
  if (order) await applyOrders(kit, entry, store, [order], null);
  else await entry.run({ account_id: ref.account_id }, (ctx) => kit.needs.removeShopOrders(ctx, store, [external_id]));
}
