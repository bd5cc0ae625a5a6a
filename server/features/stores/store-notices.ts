import type { Entry } from '#server/db/context.ts';
import { findLink } from './stores.db.ts';
import type { StoreRef, StoresKit } from './stores-kit.ts';

/** Tells members that a store needs them or has gone; says that all is well when it is back. Safe to repeat. */
export async function tellStatus(kit: StoresKit, entry: Entry, { account_id, id }: StoreRef): Promise<void> {
  await entry.run({ account_id }, async (ctx) => {
    const store = await findLink(ctx, account_id, id);
    if (!store) return;
    if (store.status === 'connected') return kit.needs.settle(ctx, account_id, id, ['store_needs_reauth']);
    if (store.status !== 'needs_reauth' && store.status !== 'disconnected') return undefined;
    if (store.status === 'disconnected') await kit.needs.settle(ctx, account_id, id, ['store_needs_reauth']);
    await kit.needs.notify(ctx, {
      event: store.status === 'disconnected' ? 'store_disconnected' : 'store_needs_reauth',
      account_id,
      subject: id,
      store_id: id,
      params: { store: store.name },
      link: '/my-store/index',
    });
  });
}
