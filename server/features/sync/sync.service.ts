import { isLeftInShop, type StoreSettings } from '#contract/store-rules.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import {
  type ShopOrder,
  type ShopPage,
  type ShopProduct,
  ShopError,
  type OrderFacts,
} from '#server/connectors/connector.ts';
import type { Entry, AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import * as rows from '#server/features/stores/index.ts';
import {
  changeStatus,
  scopeProblem,
  connectorOf,
  sessionOf,
  type StoresKit,
  loadStore,
  callbackUrl,
  type StoreRef,
} from '#server/features/stores/index.ts';
import { applyShopOrders, removeShopOrders } from '#server/features/orders/index.ts';
import { applyShopProducts, removeShopProduct } from '#server/features/products/index.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';

/** Overlap of a look with the one before: Shopify's changes may become visible late (shopify.md §2.4). */
const overlapMs = 2 * 60_000;
const dayMs = 86_400_000;

export type Progress = (done: number) => Promise<void>;
type Applied = (page: readonly { external_id: string }[]) => Promise<void>;
type Link = rows.StoreLink;
const noProgress: Progress = async () => undefined;

const scopeOf = (store: Link) => ({ account_id: store.account_id });
const before = (watermark: Date) => new Date(watermark.getTime() - overlapMs);
const earlier = (a: Date, b: Date) => (a < b ? a : b);
const latest = (items: readonly { updated_at: Date }[]) =>
  new Date(Math.max(...items.map((item) => item.updated_at.getTime())));
/** Where the next look at the orders starts: the first one at the chosen import start. */
export const ordersSince = (store: Link): Date =>
  store.orders_watermark ? before(store.orders_watermark) : (store.import_from ?? new Date(0));
export const productsSince = (store: Link): Date | null => store.products_watermark && before(store.products_watermark);

/** Orders placed before the chosen start stay in the shop (domain.md §4.2). */
export const isWanted = (store: Pick<Link, 'import_from'>, order: Pick<ShopOrder, 'placed_at'>): boolean =>
  store.import_from === null || order.placed_at >= store.import_from;

/** What a look at the shop met: records read, and which of them were new or different here. */
export type Seen = { seen: number; created: number; updated: number };
export const nothingSeen: Seen = { seen: 0, created: 0, updated: 0 };
export const addSeen = (a: Seen, b: Seen): Seen => ({
  seen: a.seen + b.seen,
  created: a.created + b.created,
  updated: a.updated + b.updated,
});

/** Writes orders; a sweep moves the watermark in the same transaction, so that a crash repeats a page and loses none. */
export async function applyOrders(
  entry: Entry,
  store: Link,
  orders: readonly ShopOrder[],
  watermark: Date | null,
): Promise<Seen> {
  if (orders.length === 0) return nothingSeen;
  const settings = readStoreSettings(store.settings);
  return entry.run(scopeOf(store), async (ctx) => {
    const ours = orders.filter((order) => isWanted(store, order));
    const { created, updated } = await applyShopOrders(ctx, store, ours, 'api', (order) =>
      isLeftInShop(settings, order),
    );
    if (watermark) await rows.updateStore(ctx, store, { orders_watermark: watermark });
    if (created + updated > 0) publish(ctx, { account_id: store.account_id, kind: 'orders.changed' });
    return { seen: orders.length, created, updated };
  });
}

export async function applyProducts(
  entry: Entry,
  store: Link,
  products: readonly ShopProduct[],
  watermark: Date | null,
): Promise<Seen> {
  if (products.length === 0) return nothingSeen;
  return entry.run(scopeOf(store), async (ctx) => {
    const { created, updated } = await applyShopProducts(ctx, store, products);
    if (watermark) await rows.updateStore(ctx, store, { products_watermark: watermark });
    if (created + updated > 0) publish(ctx, { account_id: store.account_id, kind: 'products.changed' });
    return { seen: products.length, created, updated };
  });
}

/** Reads changed products page by page, oldest change first. `sweep` moves the watermark. */
export async function readProducts(
  kit: StoresKit,
  entry: Entry,
  store: Link,
  since: Date | null,
  options: Pick<ReadOptions, 'sweep' | 'progress' | 'applied'>,
): Promise<Seen> {
  const connector = connectorOf(kit, store);
  let done = nothingSeen;
  for (let cursor: string | null = null; ; ) {
    const page: ShopPage<ShopProduct> = await connector.changedProducts(sessionOf(store), since, cursor);
    // While a first look is under way the watermark stays empty: products are read by change, but a new start must see all.
    const mark =
      options.sweep && page.items.length > 0 && (since !== null || page.next === null) ? latest(page.items) : null;
    done = addSeen(done, await applyProducts(entry, store, page.items, mark));
    await options.applied?.(page.items);
    await (options.progress ?? noProgress)(done.seen);
    cursor = page.next;
    if (cursor === null) return done;
  }
}

type ReadOptions = {
  /** Moves the watermark: only for looks that leave nothing out. */
  sweep: boolean;
  expected?: number;
  progress?: Progress;
  only?: (order: ShopOrder) => boolean;
  /** Called with each page once it is saved. */
  applied?: Applied;
};

/** Reads changed orders by pages, or above the kit's limit in one bulk read (shopify.md §2.5). */
export async function readOrders(
  kit: StoresKit,
  entry: Entry,
  store: Link,
  since: Date,
  options: ReadOptions,
): Promise<Seen> {
  const connector = connectorOf(kit, store);
  const progress = options.progress ?? noProgress;
  const keep = (items: readonly ShopOrder[]) => (options.only ? items.filter(options.only) : items);
  let done = nothingSeen;
  if (connector.capabilities.bulk_reads && (options.expected ?? 0) > kit.bulkAbove) {
    const begun = entry.now;
    let newest: Date | null = null;
    let read = 0;
    await connector.bulkOrders(sessionOf(store), since, async (batch) => {
      done = addSeen(done, await applyOrders(entry, store, keep(batch), null)); // a bulk file is in no order of change
      // What changes while the shop writes the file may be missing in it: the next look begins where this one began.
      newest = earlier(begun, latest([...batch, ...(newest ? [{ updated_at: newest }] : [])]));
      read += batch.length;
      await progress(read);
    });
    const watermark = newest;
    if (watermark && options.sweep)
      await entry.run(scopeOf(store), (ctx) => rows.updateStore(ctx, store, { orders_watermark: watermark }));
    return done;
  }
  let read = 0;
  for (let cursor: string | null = null; ; ) {
    const page: ShopPage<ShopOrder> = await connector.changedOrders(sessionOf(store), since, cursor);
    const mark = options.sweep && page.items.length > 0 ? latest(page.items) : null;
    done = addSeen(done, await applyOrders(entry, store, keep(page.items), mark));
    await options.applied?.(page.items);
    read += page.items.length;
    await progress(read);
    cursor = page.next;
    if (cursor === null) return done;
  }
}

/** Name, currency, time zone and granted scopes as the shop has them now. */
export async function refreshIdentity(kit: StoresKit, entry: Entry, store: Link): Promise<void> {
  const { scopes, ...identity } = await connectorOf(kit, store).identity(sessionOf(store));
  await entry.run(scopeOf(store), async (ctx) => {
    await rows.updateStore(ctx, store, { ...identity, scopes_granted: scopes });
    const [row] = await rows.findStores(
      ctx,
      { accountId: store.account_id, stores: null, id: store.id },
      { offset: 0, limit: 1 },
    );
    const problem = scopeProblem(scopes, row?.required_scopes ?? []);
    if (problem)
      await changeStatus(ctx, store, { status: 'needs_reauth', status_reason: problem }, [
        'pending',
        'connected',
        'suspended',
      ]);
    else
      await changeStatus(ctx, store, { status: 'connected', status_reason: null }, [
        'pending',
        'needs_reauth',
        'suspended',
      ]);
    publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id: store.id });
  });
}

/** Records that a store was compared with its shop. */
export async function noteSwept(entry: Entry, store: Link): Promise<void> {
  await entry.run(scopeOf(store), async (ctx) => {
    await rows.updateStore(ctx, store, { last_reconciled_at: ctx.now });
    publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id: store.id });
  });
}

/**
 * Compares a store with its shop from the last look on: finds what lost webhooks would have told. Subscriptions are
 * repaired once a day (shopify.md §2.10).
 */
export async function reconcile(kit: StoresKit, entry: Entry, ref: { account_id: string; id: string }): Promise<void> {
  const store = await loadStore(entry, ref);
  if (store?.status !== 'connected') return;
  const connector = connectorOf(kit, store);
  try {
    const looked = store.last_reconciled_at?.getTime() ?? 0;
    if (Math.floor(looked / dayMs) !== Math.floor(entry.now.getTime() / dayMs)) {
      await connector.subscribe(sessionOf(store), await callbackUrl(kit, entry, store));
    }
    await readProducts(kit, entry, store, productsSince(store), { sweep: true });
    const since = ordersSince(store);
    const long = entry.now.getTime() - since.getTime() > dayMs;
    const expected = long ? await connector.countOrders(sessionOf(store), since) : 0;
    await readOrders(kit, entry, store, since, { sweep: true, expected });
    await noteSwept(entry, store);
  } catch (error) {
    // The state is noted on the store; the next sweep tries again.
    if (error instanceof ShopError)
      entry.log.warn({ store: store.id, reason: error.reason }, 'a store could not be compared with its shop');
    else throw error;
  }
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
  if (order) await applyOrders(entry, store, [order], null);
  else await entry.run({ account_id: ref.account_id }, (ctx) => removeShopOrders(ctx, store, [external_id]));
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
  if (product) await applyProducts(entry, store, [product], null);
  else await entry.run({ account_id: ref.account_id }, (ctx) => removeShopProduct(ctx, store, external_id));
}

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
export async function findComparable(ctx: AccountCtx, id: string): Promise<ComparableStore | undefined> {
  const store = await rows.findLink(ctx, id);
  return store && capabilitiesOf(store.platform).compares_orders ? asComparable(store, ctx.now) : undefined;
}

/** Whether the store's own rules bring such an order here; one that is here already stays, whatever they say. */
export const isComparable = (store: ComparableStore, order: OrderFacts): boolean =>
  isWanted({ import_from: store.reaches_from }, order) && !isLeftInShop(store.rules, order);

/** Brings one order to what the shop says now, by the way of every import; reports one that is not there any more. */
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
