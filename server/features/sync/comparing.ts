import { isLeftInShop, type StoreSettings } from '#contract/store-rules.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import type { OrderFacts } from '#server/connectors/connector.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { applyOrders, isWanted } from './sync.service.ts';
import * as rows from '#server/features/stores/index.ts';
import { connectorOf, sessionOf, type StoresKit, loadStore } from '#server/features/stores/index.ts';
import { removeShopOrders } from '#server/features/orders/index.ts';

const dayMs = 86_400_000;
/** Older orders are invisible without this scope (shopify.md §2.4); a day is left for time zones. */
const visibleDays = 59;
const allOrders = 'read_all_orders';

export type ComparableStore = {
  account_id: string;
  id: string;
  domain: string;
  name: string;
  status: rows.StoreRow['status'];
  zone: string;
  connected_at: Date | null;
  /** Orders placed before are not here, or the shop shows them no more. */
  reaches_from: Date;
  rules: StoreSettings;
};

/** The store as comparisons need it; undefined for one whose shop cannot be listed. */
export async function findComparable(ctx: Ctx, accountId: string, id: string): Promise<ComparableStore | undefined> {
  const store = await rows.findLink(ctx, accountId, id);
  return store && capabilitiesOf(store.platform).compares_orders ? asComparable(store, ctx.now) : undefined;
}

/** Whether the store's own rules bring such an order here; one that is here already stays, whatever they say. */
export const isComparable = (store: ComparableStore, order: OrderFacts): boolean =>
  isWanted({ import_from: store.reaches_from }, order) && !isLeftInShop(store.rules, order);

/** Brings one order to what the shop says now, by the way of every import; tells of one that is not there any more. */
export async function refetchOrder(
  kit: StoresKit,
  entry: Entry,
  { account_id, id }: { account_id: string; id: string },
  externalId: string,
): Promise<void> {
  const store = await loadStore(entry, { account_id, id });
  if (!store) return;
  const order = await connectorOf(kit, store).order(sessionOf(store), externalId);
  if (order) await applyOrders(entry, store, [order], null);
  else await entry.run({ account_id }, (ctx) => removeShopOrders(ctx, store, [externalId]));
}

function asComparable(store: rows.StoreLink, now: Date): ComparableStore {
  const { account_id, id, domain, name, status, connected_at } = store;
  const visible = new Date(store.scopes_granted.includes(allOrders) ? 0 : now.getTime() - visibleDays * dayMs);
  const from = store.import_from ?? visible;
  return {
    account_id,
    id,
    domain,
    name,
    status: status as rows.StoreRow['status'], // the column's CHECK
    zone: store.time_zone ?? 'UTC',
    rules: readStoreSettings(store.settings),
    connected_at,
    reaches_from: from > visible ? from : visible,
  };
}
