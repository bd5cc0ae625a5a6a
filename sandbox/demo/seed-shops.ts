import type pg from 'pg';
import { optionalScopes, requiredScopes } from '#server/connectors/shopify/scopes.ts';
import { subscribedTopics } from '#server/connectors/shopify/webhooks.ts';
import { takeOffForeignKeys } from '#server/db/foreign-keys.ts';
import type { ShopControl } from '../shop/control.ts';
import { inTransaction, newIds, rows } from '../shop/sql.ts';
import type { TokenAnswer } from '../shop/tokens.ts';
import type { ChannelPlan } from './data/channels.ts';
import { shopOrder, shopProduct } from './shop-records.ts';
import type { Store, World } from './world.ts';

/** What the portal must know of a shop that was written: its tokens, and ids that only the shop gives out. */
export type SeededShop = {
  tokens: TokenAnswer;
  scopes: readonly string[];
  /** Inventory items by variant. */
  items: Map<string, string>;
  /** The fulfilment of a tracking number, with the fulfilment order it came from. */
  fulfillments: Map<string, { fulfillment_order_id: string; external_id: string }>;
};
export type ShopSide = { pool: pg.Pool; control: ShopControl; callbackUrl: string };

/** Writes every Shopify store of the world into the sandbox; answers them by domain. */
export async function seedShops(side: ShopSide, world: World): Promise<Map<string, SeededShop>> {
  const channels = new Map(world.channels.map((channel) => [channel.code, channel]));
  const seeded = new Map<string, SeededShop>();
  const places = world.merchants.flatMap(({ stores, people }) => {
    const owner = people.find(({ role }) => role === 'owner')?.email;
    return stores.flatMap((store) => (store.domain ? [{ store, place: { domain: store.domain, owner } }] : []));
  });
  // The sandbox may outlive a portal's database.
  await side.pool.query('delete from shops where domain = any($1)', [places.map(({ place }) => place.domain)]);
  const putBackForeignKeys = await takeOffForeignKeys(side.pool, { acting: 'off' });
  for (const { store, place } of places) seeded.set(place.domain, await seedShop(side, store, place, channels));
  await putBackForeignKeys();
  return seeded;
}

async function seedShop(
  side: ShopSide,
  store: Store,
  { domain, owner }: { domain: string; owner: string | undefined },
  channels: ReadonlyMap<string, ChannelPlan>,
): Promise<SeededShop> {
  const { control } = side;
  const { id } = await control.createShop({
    domain,
    name: store.name,
    ...(owner !== undefined && { email: owner }), // opening the app from the shop logs the owner in
    currency: store.currency,
    country: store.home,
    timezone: store.time_zone,
    createdAt: new Date(store.connected_at.getTime() - 30 * 86_400_000),
    products: store.products.map((product) => shopProduct(store, product)),
  });
  const placed = await control.insertOrders(
    domain,
    store.orders.map((order) => shopOrder(store, order, channels)),
  );
  // A store that must be authorized again lacks what a later release of the app needs.
  const scopes =
    store.state === 'needs_reauth'
      ? requiredScopes.filter((scope) => !scope.startsWith('write_'))
      : [...requiredScopes, ...optionalScopes];
  const tokens = await control.installApp(domain, [...scopes]);
  await subscribe(side, id);
  const work = new Map(placed.map((order) => [order.id, order.fulfillmentOrderId]));
  const parcels = await control.fulfillments(domain, { byApp: true });
  const variants = await rows<{ id: string; item_id: string }>(
    side.pool,
    'select id, item_id from shop_variants where shop_id = $1',
    [id],
  );
  return {
    tokens,
    scopes,
    items: new Map(variants.map((variant) => [variant.id, variant.item_id])),
    fulfillments: new Map(
      parcels.map((parcel) => [
        parcel.tracking.numbers[0] ?? '',
        { fulfillment_order_id: work.get(parcel.order_id) ?? '', external_id: parcel.id },
      ]),
    ),
  };
}

/** The subscriptions that the portal makes when a store is connected. */
async function subscribe({ pool, callbackUrl }: ShopSide, shopId: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const topics = subscribedTopics.map((topic) => topic.replace('/', '_').toUpperCase());
    const ids = await newIds(db, topics.length);
    await db.query(
      `insert into shop_subscriptions (id, shop_id, topic, uri, format, api_version, created_at, updated_at)
       select id, $1, topic, $4, 'JSON', '2026-07', now(), now() from unnest($2::bigint[], $3::text[]) as t(id, topic)`,
      [shopId, ids, topics, callbackUrl],
    );
    await db.query('update shop_installs set hook_uri = $2 where shop_id = $1', [shopId, callbackUrl]);
  });
}
