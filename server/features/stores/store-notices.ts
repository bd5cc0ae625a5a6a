import type { Entry } from '#server/db/context.ts';
import { findLink } from './stores.db.ts';
import type { StoreRef } from './stores-kit.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';

/** Tells members that a store needs them or has gone; says that all is well when it is back. Safe to repeat. */
export async function tellStatus(entry: Entry, { account_id, id }: StoreRef): Promise<void> {
  await entry.run({ account_id }, async (ctx) => {
    const store = await findLink(ctx, account_id, id);
    if (!store) return;
    if (store.status === 'connected') return resolveNotifications(ctx, account_id, id, ['store_needs_reauth']);
    if (store.status !== 'needs_reauth' && store.status !== 'disconnected') return undefined;
    if (store.status === 'disconnected') await resolveNotifications(ctx, account_id, id, ['store_needs_reauth']);
    await notify(ctx, {
      event: store.status === 'disconnected' ? 'store_disconnected' : 'store_needs_reauth',
      account_id,
      subject: id,
      store_id: id,
      params: { store: store.name },
      link: '/my-store/index',
    });
  });
}
