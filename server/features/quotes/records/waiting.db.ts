import { type RawBuilder, sql } from 'kysely';
import { orderBlocks } from '#contract/order-states.ts';
import { mostDestinations, type UsualReason } from '#contract/quote-rules.ts';
import type { AccountCtx, MerchantCtx } from '#server/db/context.ts';
import { countryOfZone } from '#server/lib/zone-country.ts';
import { ratesTo } from '#server/features/shipping/index.ts';

/** Where clients begin of whom nothing else is known. */
const firstMarket = 'US';

/** How many orders wait for a price, by the country that they go to. */
export type Waiting = { country: string; orders: number }[];

/** Blocks that a quote resolves, or the mapping that follows from one. */
const priceBlocks = Object.entries(orderBlocks).flatMap(([code, { fix }]) =>
  fix === 'quote' || fix === 'map' ? [code] : [],
);

/** Whether an order (`o`) waits for a price, rather than for its address or its payment in the store. */
export const waitsForPrice = sql`(o.stage IN ('imported', 'quoting') AND EXISTS (SELECT FROM order_blocks b
  WHERE b.account_id = o.account_id AND b.order_id = o.id AND b.code = ANY(${priceBlocks}::text[])))`;

/** Orders of the request's variants that wait for a price, most first. */
export async function findWaiting(ctx: AccountCtx, quoteId: string): Promise<Waiting> {
  const { rows } = await sql<Waiting[number]>`
    SELECT o.country, count(DISTINCT o.id)::int AS orders
    FROM quote_items i
    JOIN order_lines n ON n.account_id = i.account_id AND n.variant_id = i.variant_id AND n.current_quantity > 0
    JOIN orders o ON o.account_id = n.account_id AND o.id = n.order_id AND ${waitsForPrice}
    WHERE i.account_id = ${ctx.account} AND i.quote_id = ${quoteId} AND o.country IS NOT NULL
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(ctx.db);
  return rows;
}

/** What waits of one variant of a request. */
export type LineWaiting = { line: number; orders: number; units: number };

/** The same orders by the line of the request that they have; lines that no order waits for are left out. */
export async function findWaitingByLine(ctx: AccountCtx, quoteId: string): Promise<LineWaiting[]> {
  const { rows } = await sql<LineWaiting>`
    SELECT i.line, count(DISTINCT o.id)::int AS orders, sum(n.current_quantity)::int AS units
    FROM quote_items i
    JOIN order_lines n ON n.account_id = i.account_id AND n.variant_id = i.variant_id AND n.current_quantity > 0
    JOIN orders o ON o.account_id = n.account_id AND o.id = n.order_id AND ${waitsForPrice}
    WHERE i.account_id = ${ctx.account} AND i.quote_id = ${quoteId}
    GROUP BY 1`.execute(ctx.db);
  return rows;
}

/** What a request is about: a product, or the products that a bulk preview found possible; nothing for all. */
type About = { product_id?: string | undefined; run?: string | undefined };
type Usual = { because: UsualReason; countries: Waiting };

/**
 * Where a request goes unless its client says otherwise (P54), and why: where the waiting orders go, of the products or of all;
 * without any, where most of their orders went, else where most of the account's did; before the first order, where the client
 * is, as far as we ship there, else to the largest market.
 */
export async function usualDestinations(ctx: MerchantCtx, about: About = {}): Promise<Usual> {
  const { product_id, run } = about;
  const { stores } = ctx.actor;
  const within = stores ? sql`AND p.store_id = ANY(${[...stores]}::uuid[])` : sql``;
  const found = sql`SELECT row_id FROM bulk_rows WHERE account_id = ${ctx.account} AND job_id = ${run} AND ok`;
  const of =
    product_id !== undefined ? sql`AND p.id = ${product_id}` : run === undefined ? sql`` : sql`AND p.id IN (${found})`;
  const grouped = async (which: RawBuilder<unknown>, most: number) => {
    const { rows } = await sql<Waiting[number]>`
      SELECT w.country, count(DISTINCT w.order_id)::int AS orders FROM order_products w
      JOIN store_products p ON p.account_id = w.account_id AND p.id = w.product_id ${within} ${of}
      WHERE w.account_id = ${ctx.account} AND w.country IS NOT NULL AND ${which}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${most}`.execute(ctx.db);
    return rows;
  };
  const waiting = await grouped(sql`w.waiting`, mostDestinations);
  if (waiting.length > 0) return { because: 'waiting', countries: waiting };
  const [recent] = await grouped(sql`w.placed_at >= ${ctx.now}::timestamptz - interval '30 days'`, 1);
  if (recent) return withoutOrders('sold', [recent.country]);
  if (product_id === undefined && run === undefined) return homeOf(ctx);
  const { because, countries } = await usualDestinations(ctx);
  if (because !== 'waiting' && because !== 'sold') return { because, countries };
  return withoutOrders(
    'sold',
    countries.slice(0, 1).map(({ country }) => country),
  );
}

const withoutOrders = (because: UsualReason, countries: readonly string[]): Usual => ({
  because,
  countries: countries.map((country) => ({ country, orders: 0 })),
});

/** Where an account is that has no orders yet: the countries of its stores, else its own; only those that we ship to. */
async function homeOf(ctx: MerchantCtx): Promise<Usual> {
  const { stores } = ctx.actor;
  const { rows } = await sql<{ country: string | null; zone: string | null; of_store: boolean }>`
    SELECT NULL AS country, time_zone AS zone, true AS of_store FROM stores
    WHERE account_id = ${ctx.account} AND status <> 'disconnected' AND ${stores ? sql`id = ANY(${[...stores]}::uuid[])` : sql`true`}
    UNION ALL SELECT phone_country, NULL, false FROM account_contacts
    WHERE account_id = ${ctx.account} AND phone_country IS NOT NULL
    UNION ALL SELECT NULL, time_zone, false FROM accounts WHERE id = ${ctx.account}`.execute(ctx.db);
  const places = rows.flatMap(({ country, zone, of_store }) => {
    const code = country ?? countryOfZone(zone ?? '');
    return code === undefined ? [] : [{ code, of_store }];
  });
  const rates = await ratesTo(
    ctx,
    places.map(({ code }) => code),
  );
  const served = places.filter(({ code }) => rates.some(({ destination }) => destination === code));
  const ofStores = [...new Set(served.flatMap(({ code, of_store }) => (of_store ? [code] : [])))];
  if (ofStores.length > 0) return withoutOrders('store', ofStores.slice(0, mostDestinations));
  const [own] = served;
  return own ? withoutOrders('account', [own.code]) : withoutOrders('market', [firstMarket]);
}
