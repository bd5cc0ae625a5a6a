import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { ShopError, type ShopSubscription } from '#server/connectors/connector.ts';
import { audit } from '#server/db/audit.ts';
import { requireStore, type Entry, type MerchantActor, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { findTopics, type TopicRow } from './health.db.ts';
import * as rows from '../records/stores.db.ts';
import { connectorOf, sessionOf, type StoresKit } from '../records/kit.ts';
import { callbackUrl } from './link.service.ts';

const weekMs = 7 * 86_400_000;
type MemberEntry = Entry<MerchantActor>;

async function requireLink(entry: MemberEntry, id: string): Promise<rows.StoreLink> {
  const { account_id } = entry.actor;
  requireStore(entry.actor, id);
  const store = await entry.run({ account_id }, (ctx) => rows.findLink(ctx, id));
  if (!store) throw notFound('store');
  return store;
}

/** A week, but nothing of what the shop reported to an account that had it before. */
function sinceWhen(store: rows.StoreLink, now: Date): Date {
  const week = new Date(now.getTime() - weekMs);
  return store.connected_at && store.connected_at > week ? store.connected_at : week;
}

/** When the newest of the counted deliveries came. */
function lastOf(topics: readonly TopicRow[]): Date | null {
  const times = topics.map(({ last_received_at }) => last_received_at.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** How the shop's news arrive: the last of them is one of those that are counted, or older than all. */
export async function storeHealth(entry: MemberEntry, id: string) {
  const store = await requireLink(entry, id);
  const shop = { platform: store.platform, domain: store.domain };
  const since = sinceWhen(store, entry.now);
  const topics = capabilitiesOf(store.platform).webhooks
    ? await entry.run('all_accounts', (ctx) => findTopics(ctx, shop, since))
    : [];
  return {
    since,
    topics,
    waiting: topics.reduce((sum, topic) => sum + topic.waiting, 0),
    failed: topics.reduce((sum, topic) => sum + topic.failed, 0),
    last_event_at: lastOf(topics) ?? (store.last_event_at && store.last_event_at < since ? store.last_event_at : null),
    last_reconciled_at: store.last_reconciled_at,
  };
}

/** A connected store whose shop reports changes by itself. */
async function requireNotifyingShop(entry: MemberEntry, id: string): Promise<rows.StoreLink> {
  const store = await requireLink(entry, id);
  if (!capabilitiesOf(store.platform).webhooks) throw appError('store_not_connected', { text: 'stores.no_webhooks' });
  if (store.status !== 'connected') throw appError('store_not_connected', { text: 'stores.not_connected' });
  return store;
}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ShopError) throw appError('store_not_connected', { text: `stores.${error.reason}` });
    throw error;
  }
}

/** What the shop reports, asked of the shop now. */
export async function listSubscriptions(entry: MemberEntry, kit: StoresKit, id: string): Promise<ShopSubscription[]> {
  const store = await requireNotifyingShop(entry, id);
  return asking(async () =>
    connectorOf(kit, store).subscriptions(sessionOf(store), await callbackUrl(kit, entry, store)),
  );
}

/** Adds what is missing at the shop, removes what goes elsewhere. */
export async function repairSubscriptions(entry: MemberEntry, kit: StoresKit, id: string): Promise<ShopSubscription[]> {
  const store = await requireNotifyingShop(entry, id);
  return asking(async () => {
    const url = await callbackUrl(kit, entry, store);
    const connector = connectorOf(kit, store);
    await connector.subscribe(sessionOf(store), url);
    await entry.run({ account_id: store.account_id }, (ctx) =>
      audit(ctx, { action: 'stores.repair', entity: 'stores', entity_id: id }),
    );
    return connector.subscriptions(sessionOf(store), url);
  });
}
