import { deleteTokens } from '#server/connectors/shopify/tokens.ts';
import { missingScopes } from '#server/connectors/shopify/scopes.ts';
import { deleteAccess } from '#server/connectors/woocommerce/keys.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import * as refusals from './refusals.db.ts';
import * as rows from './stores.db.ts';
import type { StoreRef } from './kit.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { freeDomain } from './shop-domains.db.ts';

/** Changes a store's connection if it is in one of `from`; open pages and the audit log learn of it. */
export async function changeStatus(
  ctx: Ctx,
  store: StoreRef,
  to: { status: rows.StoreRow['status']; status_reason: string | null; disconnected_at?: Date },
  from: readonly rows.StoreRow['status'][],
): Promise<boolean> {
  const changed = await rows.updateStore(ctx, store, to, from);
  if (!changed) return false;
  await audit(ctx, {
    action: 'stores.status',
    entity: 'stores',
    entity_id: store.id,
    account_id: store.account_id,
    fields: ['status'],
    details: { status: to.status, reason: to.status_reason },
  });
  publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id: store.id });
  await notifyStatusSoon(ctx, store);
  return true;
}

/** Lets the worker tell the members of the store's new status, once this is committed. */
export const notifyStatusSoon = (ctx: Ctx, { account_id, id }: StoreRef): Promise<void> =>
  enqueue(ctx, 'store_tell_status', { account_id, id });

/** Tells members that a store needs them or has gone; says that all is well when it is back. Safe to repeat. */
export async function notifyStatus(entry: Entry, { account_id, id }: StoreRef): Promise<void> {
  await entry.run({ account_id }, async (ctx) => {
    const store = await rows.findLink(ctx, id);
    if (!store) return;
    if (store.status === 'connected') return resolveNotifications(ctx, id, ['store_needs_reauth']);
    if (store.status !== 'needs_reauth' && store.status !== 'disconnected') return undefined;
    if (store.status === 'disconnected') await resolveNotifications(ctx, id, ['store_needs_reauth']);
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

/** The kept sentence for scopes that were not granted; null when all are there. */
export function scopeProblem(granted: readonly string[], required: readonly string[]): string | null {
  const missing = missingScopes(granted, required);
  return missing.length === 0 ? null : keepSentence({ text: 'stores.scopes_missing', params: { scopes: missing } });
}

/** The merchant removed the app: tokens go at once, data stays (domain.md §3.1). */
export async function disconnect(ctx: Ctx, store: StoreRef, reason: Phrase): Promise<void> {
  await deleteTokens(ctx, store);
  await deleteAccess(ctx, store);
  await freeDomain(ctx, store);
  await refusals.clear(ctx, store);
  await changeStatus(
    ctx,
    store,
    { status: 'disconnected', status_reason: keepSentence(reason), disconnected_at: ctx.now },
    ['pending', 'connected', 'needs_reauth', 'suspended'],
  );
}
