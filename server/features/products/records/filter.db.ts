import { type RawBuilder, sql } from 'kysely';
import type { productTabs } from '#contract/products.ts';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { last30Days } from '#server/db/last-30-days.ts';
import { currencyDigits } from '#server/lib/money-text.ts';

export type Filter = {
  tab: (typeof productTabs)[number];
  /** Stores the reader may see, narrowed by the chosen one; null means all. */
  stores: readonly string[] | null;
  /** Words or ids; a product with any of them matches. */
  entries?: readonly string[] | undefined;
  status?: string | undefined;
  vendor?: string | undefined;
  tag?: string | undefined;
  orders?: 'some' | 'none' | 'waiting' | 'to_match' | 'to_quote' | undefined;
  /** Decimal amounts in the currency of each product. */
  price_from?: number | undefined;
  price_to?: number | undefined;
  /** Percent. */
  margin_below?: number | undefined;
  to_map?: 'yes' | undefined;
  unpriced?: boolean | undefined;
  discontinued?: boolean | undefined;
  ids?: readonly string[] | undefined;
  now: Date;
};

export const openStatuses = sql`('submitted', 'in_progress', 'need_info', 'quoted', 'countered')`;
const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` AND `);

const oddCurrencies = Intl.supportedValuesOf('currency')
  .map((code) => [code, currencyDigits(code)] as const)
  .filter(([, digits]) => digits !== 2);
const codesOf = (digits: number) => oddCurrencies.filter(([, known]) => known === digits).map(([code]) => code);
const minorPerUnit = sql`CASE WHEN p.price_currency = ANY(${codesOf(0)}::text[]) THEN 1 WHEN p.price_currency = ANY(${codesOf(3)}::text[]) THEN 1000 ELSE 100 END`;

/** Products that consist of goods whose provider proposes another price. */
export const withPriceChange = (accountId: string) => sql`
  SELECT v.product_id FROM price_changes x
  JOIN mapping_components m ON m.account_id = x.account_id AND m.catalog_sku_id = x.catalog_sku_id
  JOIN store_variants v ON v.account_id = m.account_id AND v.id = m.variant_id AND v.mapping_version = m.version AND v.removed_at IS NULL
  WHERE x.account_id = ${accountId} AND x.status IN ('open', 'due')`;

const asked = sql`EXISTS (SELECT 1 FROM quotes q WHERE q.account_id = p.account_id AND q.product_id = p.id AND q.status IN ${openStatuses})`;

/** Products (`p`) that nobody mapped, with a suggestion or without, and that nobody asked a price for: while a quote is open, it is its turn. */
export const toMap = sql<boolean>`(p.mapping_state IN ('unmapped', 'suggested') AND NOT ${asked})`;

function inTab(accountId: string, tab: Filter['tab']): RawBuilder<unknown>[] {
  if (tab === 'all') return [];
  if (tab === 'price_change') return [sql`p.id IN (${withPriceChange(accountId)})`];
  if (tab === 'quoting') return [asked];
  const state = sql`p.mapping_state = ${tab}`;
  return tab === 'unmapped' || tab === 'suggested' ? [state, toMap] : [state];
}

const mostWords = 20;

/** `= ANY` and strpos, not @> and LIKE: they filter the account's own rows, which an index has found (P37). */
function found(accountId: string, entries: readonly string[]): RawBuilder<unknown> {
  const words = entries.map((entry) => entry.toLowerCase());
  // a long list was pasted: whole titles, SKUs and ids, no parts of titles
  const titled =
    words.length > mostWords
      ? sql`lower(p.title) = ANY(${words}::text[])`
      : sql`EXISTS (SELECT 1 FROM unnest(${words}::text[]) AS w(word) WHERE strpos(lower(p.title), w.word) > 0)`;
  return sql`(${titled}
    OR p.external_id = ANY(${entries}::text[])
    OR p.id IN (SELECT v.product_id FROM store_variants v WHERE v.account_id = ${accountId}
      AND (lower(v.sku) = ANY(${words}::text[]) OR v.external_id = ANY(${entries}::text[]))))`;
}

/** Products `p` that orders wait for, and that nobody mapped or requested a price for. */
const held = (accountId: string) => sql`p.mapping_state IN ('unmapped', 'suggested')
  AND p.id IN (SELECT o.product_id FROM order_products o WHERE o.account_id = ${accountId} AND o.waiting)
  AND NOT EXISTS (SELECT 1 FROM quotes q WHERE q.account_id = ${accountId} AND q.product_id = p.id AND q.status IN ${openStatuses})`;

/** Products `p` with a sure match for each variant to goods that the client has a price for: accepting them is enough. */
const matched = (accountId: string) => sql`(p.mapping_state = 'suggested' AND NOT EXISTS (
  SELECT 1 FROM store_variants v
  WHERE v.account_id = ${accountId} AND v.product_id = p.id AND v.removed_at IS NULL AND v.mapping_state IN ('unmapped', 'suggested')
    AND NOT EXISTS (SELECT 1 FROM mapping_suggestions s
      JOIN prices r ON r.account_id = s.account_id AND r.catalog_sku_id = s.catalog_sku_id AND r.valid_to IS NULL
      WHERE s.account_id = v.account_id AND s.variant_id = v.id AND s.state = 'open' AND s.confidence >= ${sureConfidence}::real)))`;

function ordered(accountId: string, { orders, now }: Filter): RawBuilder<unknown>[] {
  if (!orders) return [];
  if (orders === 'to_match') return [held(accountId), matched(accountId)];
  if (orders === 'to_quote') return [held(accountId), sql`NOT ${matched(accountId)}`];
  const which = orders === 'waiting' ? sql`o.waiting` : sql`o.placed_at >= ${last30Days(accountId, now)}`;
  const exists = sql`EXISTS (SELECT 1 FROM order_products o WHERE o.account_id = ${accountId} AND o.product_id = p.id AND ${which})`;
  return [orders === 'none' ? sql`NOT ${exists}` : exists];
}

function priced({ price_from, price_to }: Filter): RawBuilder<unknown>[] {
  return [
    ...(price_from === undefined ? [] : [sql`p.price_max >= ${price_from}::numeric * ${minorPerUnit}`]),
    ...(price_to === undefined ? [] : [sql`p.price_min <= ${price_to}::numeric * ${minorPerUnit}`]),
  ];
}

function figured(accountId: string, { margin_below, unpriced, discontinued }: Filter): RawBuilder<unknown>[] {
  const parts = [
    ...(margin_below === undefined ? [] : [sql`f.margin_low < ${Math.round(margin_below * 100)}`]),
    ...(unpriced === undefined ? [] : [sql`f.unpriced = ${unpriced}`]),
    ...(discontinued === undefined ? [] : [sql`f.discontinued = ${discontinued}`]),
  ];
  if (parts.length === 0) return [];
  return [
    sql`EXISTS (SELECT 1 FROM product_figures f WHERE f.account_id = ${accountId} AND f.product_id = p.id AND ${and(parts)})`,
  ];
}

/** What products `p` of the account have to be. */
export function conditions(accountId: string, filter: Filter): RawBuilder<unknown> {
  const { stores, entries, status, vendor, tag, to_map, ids } = filter;
  const inStores =
    stores?.length === 1 ? sql`p.store_id = ${stores[0]}` : stores && sql`p.store_id = ANY(${stores}::uuid[])`;
  return and([
    sql`p.account_id = ${accountId}`,
    sql`p.removed_at IS NULL`,
    ...(inStores ? [inStores] : []),
    ...inTab(accountId, filter.tab),
    ...(entries?.length ? [found(accountId, entries)] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(vendor ? [sql`p.vendor = ${vendor}`] : []),
    ...(tag ? [sql`${tag} = ANY(p.tags)`] : []),
    ...(to_map ? [toMap] : []),
    ...(ids ? [sql`p.id = ANY(${ids}::uuid[])`] : []),
    ...ordered(accountId, filter),
    ...priced(filter),
    ...figured(accountId, filter),
  ]);
}

/** Whether the total is not simply that of the tab. */
export const isNarrowed = ({ tab: _tab, stores: _stores, now: _now, ...rest }: Filter): boolean =>
  Object.values(rest).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

export const newest = sql`p.external_updated_at DESC, p.id DESC`;
const orders30 = (accountId: string, now: Date) => sql`
  LEFT JOIN (SELECT o.product_id, count(*) AS orders FROM order_products o
    WHERE o.account_id = ${accountId} AND o.placed_at >= ${last30Days(accountId, now)} GROUP BY 1) n ON n.product_id = p.id`;

/** How a page is ordered, and what has to be joined for it. */
export function sequence(accountId: string, sort: string | undefined, now: Date) {
  const none = sql``;
  switch (sort) {
    case 'title':
      return { join: none, by: sql`lower(p.title), p.id` };
    case '-title':
      return { join: none, by: sql`lower(p.title) DESC, p.id DESC` };
    case 'price':
      return { join: none, by: sql`p.price_min, p.id` };
    case '-price':
      return { join: none, by: sql`p.price_min DESC NULLS LAST, p.id DESC` };
    case 'orders':
      return { join: orders30(accountId, now), by: sql`coalesce(n.orders, 0), p.id` };
    case '-orders':
      return { join: orders30(accountId, now), by: sql`coalesce(n.orders, 0) DESC, p.id DESC` };
    case 'changed':
      return { join: none, by: sql`p.external_updated_at, p.id` };
    default:
      return { join: none, by: newest };
  }
}
