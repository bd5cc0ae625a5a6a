import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { last30Days } from '#server/db/last-30-days.ts';
import { mappingBlocks } from '#contract/order-states.ts';
import type { StoreSettings } from '#contract/store-rules.ts';
import type { StoreRef } from './kit.ts';

export type StoreRow = {
  id: string;
  platform: 'shopify' | 'file' | 'woocommerce';
  external_domain: string;
  name: string;
  currency: string | null;
  time_zone: string | null;
  status: 'pending' | 'connected' | 'needs_reauth' | 'suspended' | 'disconnected';
  status_reason: string | null;
  refused_since: Date | null;
  refused_reason: string | null;
  paused: boolean;
  scopes_granted: string[];
  required_scopes: string[] | null;
  products: number;
  products_mapped: number;
  orders: number;
  orders_30d: number;
  orders_unmapped: number;
  settings: unknown;
  last_event_at: Date | null;
  last_reconciled_at: Date | null;
  connected_at: Date | null;
};
export type Which = {
  accountId: string;
  stores: readonly string[] | null;
  id?: string;
  q?: string | undefined;
  status?: StoreRow['status'] | undefined;
  platform?: StoreRow['platform'] | undefined;
};

/** Stores are few per account: its rows by the key's prefix, the search over what is left. */
function matching({ accountId, stores, id, q, status, platform }: Which) {
  const scope = stores ? sql`AND s.id = ANY(${[...stores]}::uuid[])` : sql``;
  const one = id ? sql`AND s.id = ${id}` : sql``;
  const word = q ? sql`AND position(${q.toLowerCase()} IN lower(s.name || ' ' || s.external_domain)) > 0` : sql``;
  const state = status ? sql`AND s.status = ${status}` : sql``;
  const kind = platform ? sql`AND s.platform = ${platform}` : sql``;
  return sql`s.account_id = ${accountId} ${scope} ${one} ${word} ${state} ${kind}`;
}

/** The statement of the list, for the check of its plan. */
export function listStatement(which: Which, page: { offset: number; limit: number }, now: Date) {
  return sql<StoreRow>`
    SELECT s.id, s.platform, s.external_domain, s.name, s.currency, s.time_zone, s.status, s.status_reason, s.refused_since, s.refused_reason, s.paused,
      s.scopes_granted, a.scopes AS required_scopes, s.last_event_at, s.last_reconciled_at, s.connected_at,
      p.products, p.products_mapped, o.orders, m.orders_30d, u.orders_unmapped, s.settings
    FROM (SELECT * FROM stores s WHERE ${matching(which)} ORDER BY s.created_at, s.id OFFSET ${page.offset} LIMIT ${page.limit}) s
    LEFT JOIN shopify_apps a ON a.id = s.app_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS products, count(*) FILTER (WHERE p.mapping_state IN ('mapped', 'not_ours'))::int AS products_mapped
      FROM store_products p WHERE p.account_id = s.account_id AND p.store_id = s.id AND p.removed_at IS NULL) p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.n), 0)::int AS orders
      FROM order_tab_counts c WHERE c.account_id = s.account_id AND c.store_id = s.id AND c.tab = 'all') o
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS orders_30d
      FROM orders r WHERE r.account_id = s.account_id AND r.store_id = s.id AND r.placed_at >= ${last30Days(which.accountId, now)}) m
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT b.order_id)::int AS orders_unmapped
      FROM order_blocks b
      -- OFFSET 0: by the order's key, never through all orders of the store, whatever the statistics of a first import say
      CROSS JOIN LATERAL (SELECT r.store_id FROM orders r WHERE r.account_id = b.account_id AND r.id = b.order_id OFFSET 0) r
      WHERE b.account_id = s.account_id AND b.code = ANY(${mappingBlocks}::text[]) AND r.store_id = s.id) u
    ORDER BY s.created_at, s.id`;
}

export async function findStores(ctx: Ctx, which: Which, page: { offset: number; limit: number }): Promise<StoreRow[]> {
  const { rows } = await listStatement(which, page, ctx.now).execute(ctx.db);
  return rows;
}

export async function countStores(ctx: Ctx, which: Which): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM stores s WHERE ${matching(which)}`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function findOptions(ctx: Ctx, which: Which, page: { offset: number; limit: number }) {
  const { rows } = await sql<{ id: string; label: string }>`
    SELECT s.id, s.name AS label FROM stores s WHERE ${matching(which)}
    ORDER BY s.name, s.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function insertFileStore(
  ctx: Ctx,
  store: { account_id: string; id: string; name: string; currency: string },
): Promise<void> {
  await ctx.db
    .insertInto('stores')
    .values({
      ...store,
      platform: 'file',
      external_domain: store.id,
      status: 'connected',
      connected_at: ctx.now,
      created_at: ctx.now,
    })
    .execute();
}

/** The domain of the one store per account that is no shop. */
const noShop = 'by-hand';

/** The account's store of orders that are of no shop; `created` when it was not there yet. */
export async function ensureStoreByHand(ctx: AccountCtx, name: string): Promise<{ id: string; created: boolean }> {
  const { currency } = await ctx.db
    .selectFrom('accounts')
    .select('currency')
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
  const made = await ctx.db
    .insertInto('stores')
    .values({
      account_id: ctx.account,
      id: uuid(),
      platform: 'file',
      external_domain: noShop,
      name,
      currency,
      status: 'connected',
      connected_at: ctx.now,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'platform', 'external_domain']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, created: true };
  const { id } = await ctx.db
    .updateTable('stores')
    .set({ status: 'connected', disconnected_at: null })
    .where('account_id', '=', ctx.account)
    .where('platform', '=', 'file')
    .where('external_domain', '=', noShop)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, created: false };
}

/** Members with a store scope see the stores that they add themselves. */
export async function addToScope(
  ctx: Ctx,
  member: { account_id: string; user_id: string; store_id: string },
): Promise<void> {
  await ctx.db
    .insertInto('membership_stores')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type StoreChanges = {
  name?: string;
  currency?: string;
  time_zone?: string | null;
  plan?: string | null;
  status?: StoreRow['status'];
  status_reason?: string | null;
  paused?: boolean;
  scopes_granted?: string[];
  orders_watermark?: Date;
  products_watermark?: Date;
  last_event_at?: Date;
  last_reconciled_at?: Date;
  import_from?: Date;
  disconnected_at?: Date | null;
};

export async function updateStore(
  ctx: Ctx,
  store: { account_id: string; id: string },
  changes: StoreChanges,
  only?: readonly StoreRow['status'][],
): Promise<boolean> {
  let query = ctx.db
    .updateTable('stores')
    .set((set) => ({ ...changes, version: set('version', '+', 1) }))
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id);
  if (only) query = query.where('status', 'in', [...only]);
  const done = await query.executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Autopay has looked at the store's orders; no change that its page shows. */
export async function noteAutopay(ctx: Ctx, store: { account_id: string; id: string }): Promise<void> {
  await ctx.db
    .updateTable('stores')
    .set({ autopay_at: ctx.now })
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id)
    .execute();
}

const linkColumns = [
  'account_id',
  'id',
  'platform',
  'external_domain as domain',
  'name',
  'status',
  'app_id',
  'scopes_granted',
  'time_zone',
  'import_from',
  'settings',
  'orders_watermark',
  'products_watermark',
  'connected_at',
  'last_event_at',
  'last_reconciled_at',
  'refused_as',
] as const;

/** What background work needs to know of a store. */
export async function findLink(ctx: AccountCtx, id: string) {
  return ctx.db
    .selectFrom('stores')
    .select(linkColumns)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
}
export type StoreLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Every account's store of a domain, whether it still holds the shop or not; for erasure (shopify.md §3.6). */
export async function findStoresOfDomain(ctx: Ctx, platform: string, domain: string) {
  return ctx.db
    .selectFrom('stores')
    .select(['account_id', 'id', 'name'])
    .where('platform', '=', platform)
    .where('external_domain', '=', domain)
    .execute();
}

/** Stores that the sweep compares with their shops: the connected ones. */
export async function findSweepable(ctx: Ctx, platforms: readonly string[]) {
  return ctx.db
    .selectFrom('stores')
    .select(['account_id', 'id', 'external_domain as domain'])
    .where('platform', 'in', [...platforms])
    .where('status', '=', 'connected')
    .orderBy('last_reconciled_at', (order) => order.asc().nullsFirst())
    .execute();
}

/** Connected stores whose tokens were not renewed since `before`. */
export async function findQuiet(ctx: Ctx, before: Date) {
  return ctx.db
    .selectFrom('store_tokens as t')
    .innerJoin('stores as s', (join) =>
      join.onRef('s.account_id', '=', 't.account_id').onRef('s.id', '=', 't.store_id'),
    )
    .select(['s.account_id', 's.id', 's.external_domain as domain'])
    .where('t.obtained_at', '<', before)
    .where('s.status', 'in', ['connected', 'suspended'])
    .execute();
}

/** Whether a domain is one of the deployment's sites (P1). */
export async function isSite(ctx: Ctx, domain: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('sites')
    .select('id')
    .where('domain', '=', domain.toLowerCase())
    .executeTakeFirst();
  return found !== undefined;
}

/** The client id of the store's app; undefined when the app was removed. */
export async function findClientId(ctx: Ctx, appId: string | null): Promise<string | undefined> {
  if (appId === null) return undefined;
  const app = await ctx.db.selectFrom('shopify_apps').select('client_id').where('id', '=', appId).executeTakeFirst();
  return app?.client_id;
}

/** The account's own store of a shop, connected or not. */
export async function findOwnStore(ctx: AccountCtx, platform: string, domain: string) {
  return ctx.db
    .selectFrom('stores')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('platform', '=', platform)
    .where('external_domain', '=', domain)
    .executeTakeFirst();
}

/** A store's settings as they are kept; `lock` keeps them still until the transaction ends. */
export async function findSettings(ctx: Ctx, store: StoreRef, lock = false) {
  const query = ctx.db
    .selectFrom('stores')
    .select(['settings', 'settings_version as version'])
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id);
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

export async function updateSettings(ctx: Ctx, store: StoreRef, settings: StoreSettings): Promise<void> {
  await ctx.db
    .updateTable('stores')
    .set((set) => ({ settings: JSON.stringify(settings), settings_version: set('settings_version', '+', 1) }))
    .where('account_id', '=', store.account_id)
    .where('id', '=', store.id)
    .execute();
}

/** Which of these channels the provider offers now. */
export async function findChannels(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM channels WHERE id = ANY(${[...ids]}::uuid[]) AND active`.execute(ctx.db);
  return new Set(rows.map((row) => row.id));
}
