import { v7 as uuid } from 'uuid';
import { coveredStores, requireStore, type MerchantCtx, notFound, type AccountCtx } from '#server/db/context.ts';
import { changedIn } from './components.ts';
import * as rows from './products.db.ts';
import { findVariants, findVersions, findItems, findParts, type PartRow } from './variants.db.ts';
import { stockOfSkus } from '#server/features/stock/index.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Conversion } from '#contract/exchange-rates.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { products, stockStates } from '#contract/products.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { groupBy } from '#server/lib/group-by.ts';
import type { IdBatch } from '#server/http/list-actions.ts';
import * as ofPage from './page.db.ts';
import { isNarrowed } from './filter.db.ts';

export type Query = ParsedOf<typeof products.list>['query'];

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };
const percent = (hundredths: number) => Math.round(hundredths / 10) / 10;

function landedOf({ landed_country, landed_min, landed_max, landed_currency }: rows.ProductRow) {
  const min = money(landed_min, landed_currency);
  const max = money(landed_max, landed_currency);
  return landed_country !== null && min && max ? { country: landed_country, min, max } : null;
}

function marginOf(row: rows.ProductRow) {
  const { margin_low, margin_high } = row;
  if (margin_low === null || margin_high === null) return null;
  return { low: percent(margin_low), high: percent(margin_high), conversion: conversionOf(row) };
}

function conversionOf(row: rows.ProductRow): Conversion | null {
  const { margin_rate: rate, margin_rate_day: day, margin_rate_source: source } = row;
  const { price_currency: from, landed_currency: to } = row;
  if (rate === null || day === null || source === null || from === null || to === null) return null;
  return { from, to, rate, day, source };
}

/** A row as the list, the detail and files show it. */
function answerOf(row: rows.ProductRow, stock: ProductStock) {
  const { price_min, price_max, price_currency, cost_min, cost_max, cost_currency, ...more } = row;
  return {
    ...more,
    price_min: money(price_min, price_currency),
    price_max: money(price_max, price_currency),
    cost_min: money(cost_min, cost_currency),
    cost_max: money(cost_max, cost_currency),
    landed: landedOf(row),
    margin: marginOf(row),
    stock,
  };
}
export type ListedProduct = ReturnType<typeof answerOf>;

/** The reader's filters as the database takes them. Throws `not_found` for a store outside the member's scope. */
export function filterOf(ctx: MerchantCtx, query: Query): rows.Filter {
  const { q, store_id, page: _page, per_page: _perPage, sort: _sort, ...filter } = query;
  return {
    ...filter,
    stores: coveredStores(ctx.actor, store_id),
    entries: q ? searchEntries(q) : undefined,
    now: ctx.now,
  };
}

/** Rows with what there is in stock of each. */
export async function withStock(ctx: MerchantCtx, found: readonly rows.ProductRow[]): Promise<ListedProduct[]> {
  const ids = found.map((row) => row.id);
  const stock = await stockOfProducts(ctx, ids);
  return found.map((row) => answerOf(row, stock.get(row.id) ?? noStock));
}

/** A page of the stores' products, newest change first unless sorted otherwise, with the counts of all tabs. */
export async function listProducts(ctx: MerchantCtx, query: Query) {
  const filter = filterOf(ctx, query);
  const page = pageOf(query);
  const counts = await rows.tabCounts(ctx, filter.stores);
  const total = isNarrowed(filter) ? await rows.countMatching(ctx, filter) : (counts[query.tab] ?? 0);
  const found = await rows.findPage(ctx, filter, page, query.sort);
  return { data: await withStock(ctx, found), meta: metaOf(query, total, counts) };
}

/** What the list can be narrowed to. */
export const listFacets = (ctx: MerchantCtx) => rows.findFacets(ctx, ctx.actor.stores);

async function findOwn(ctx: MerchantCtx, id: string): Promise<rows.ProductRow> {
  const [product] = await rows.findByIds(ctx, [id], null);
  if (!product) throw notFound('product');
  requireStore(ctx.actor, product.store.id);
  return product;
}

/** One product; throws `not_found` for another account's and for stores outside the member's scope. */
export async function getProduct(ctx: MerchantCtx, id: string) {
  const [product] = await withStock(ctx, [await findOwn(ctx, id)]);
  return product as ListedProduct; // one for the one that went in
}

/** The product's variants in the shop's order, with what they are made of; `retired` adds those that the shop has no more. */
export async function listVariants(ctx: MerchantCtx, id: string, options: { retired: boolean } = { retired: false }) {
  await findOwn(ctx, id);
  const found = await findVariants(ctx, id, options);
  return found.map(({ currency, ...variant }) => ({ ...variant, price: money(variant.price, currency) }));
}

/** Versions of a variant's mapping, newest first, each with what it changed. */
export async function listVersions(ctx: MerchantCtx, id: string, variantId: string) {
  await findOwn(ctx, id);
  const found = await findVersions(ctx, { id: variantId, product_id: id });
  if (!found) throw notFound('variant');
  return found.map((version, index) => ({ ...version, changed: changedIn(version, found[index + 1]) }));
}

const choices = 60;

/** Catalogue items that the product's variants may consist of, likeliest first. */
export async function listSkus(
  ctx: MerchantCtx,
  id: string,
  asked: { q?: string | undefined; sku?: string | undefined },
) {
  const product = await findOwn(ctx, id);
  const found = await rows.findChoices(ctx, product, asked, choices);
  const levels = await stockOfSkus(
    ctx,
    found.map((sku) => sku.id),
  );
  const stock = new Map(levels.map((level) => [level.sku_id, { own: free(level.own), shared: free(level.shared) }]));
  return found.map(({ cost_currency, ...sku }) => ({
    ...sku,
    cost: money(sku.cost, cost_currency),
    stock: stock.get(sku.id) ?? null,
  }));
}

/** Throws `not_found` unless the member sees the product. */
export const requireProduct = async (ctx: MerchantCtx, id: string): Promise<void> => void (await findOwn(ctx, id));

/** Prices of the product's items with their history. */
export async function listPrices(ctx: MerchantCtx, id: string) {
  await requireProduct(ctx, id);
  const found = await ofPage.findPrices(ctx, id);
  return found.map(({ currency, unit_price, ...price }) => ({
    ...price,
    unit_price: { amount: unit_price, currency },
  }));
}

/** The newest orders of the product. */
export async function listOrders(ctx: MerchantCtx, id: string) {
  await requireProduct(ctx, id);
  const found = await ofPage.findOrders(ctx, id);
  return found.map(({ currency, goods, ...order }) => ({ ...order, goods: money(goods, currency) }));
}

/** Requests for prices of the product. */
export async function listQuotes(ctx: MerchantCtx, id: string) {
  await requireProduct(ctx, id);
  return ofPage.findQuotes(ctx, id);
}

/** What happened to the product, newest first. */
export async function listTimeline(ctx: MerchantCtx, id: string) {
  await requireProduct(ctx, id);
  return ofPage.findEvents(ctx, id);
}

/** What there is of each item that the product consists of. */
export async function listStock(ctx: MerchantCtx, id: string) {
  await requireProduct(ctx, id);
  return itemsInStock(ctx, id);
}

type Warehouse = { id: string; code: string; name: string };
type SkuStock = {
  sku_id: string;
  low: boolean;
  own: { warehouse: Warehouse; on_hand: number; occupied: number; committed: number; available: number }[];
  shared: { warehouse: Warehouse; available: number }[];
};

type ProductStock = { state: (typeof stockStates)[number]; own: number; shared: number };

/** Of a product that consists of nothing, or of items that nobody keeps. */
const noStock: ProductStock = { state: 'none', own: 0, shared: 0 };

/** Pieces that nobody holds, over all warehouses. */
const free = (levels: readonly { available: number }[]) => levels.reduce((sum, level) => sum + level.available, 0);
const skusOf = (parts: readonly PartRow[]) => [...new Set(parts.map((part) => part.sku_id))];

/** What there is of each product, for a page of the list: two statements, however many products. */
async function stockOfProducts(ctx: AccountCtx, productIds: readonly string[]): Promise<Map<string, ProductStock>> {
  const parts = await findParts(ctx, productIds);
  const levels = await stockOfSkus(ctx, skusOf(parts));
  const bySku = new Map(levels.map((level) => [level.sku_id, level]));
  return new Map([...groupBy(parts, (part) => part.product_id)].map(([id, own]) => [id, stateOf(own, bySku)]));
}

function stateOf(parts: readonly PartRow[], bySku: ReadonlyMap<string, SkuStock>): ProductStock {
  const kept = skusOf(parts).flatMap((id) => bySku.get(id) ?? []);
  if (kept.length === 0) return noStock;
  const pieces = new Map(kept.map((level) => [level.sku_id, free(level.own) + free(level.shared)]));
  const variants = [...groupBy(parts, (part) => part.variant_id).values()];
  const ready = variants.filter((own) => own.every((part) => (pieces.get(part.sku_id) ?? 0) >= part.quantity)).length;
  const counts = {
    own: kept.reduce((sum, level) => sum + free(level.own), 0),
    shared: kept.reduce((sum, level) => sum + free(level.shared), 0),
  };
  if (ready === 0) return { state: 'out', ...counts };
  if (ready < variants.length) return { state: 'partly', ...counts };
  return { state: kept.some((level) => level.low) ? 'low' : 'in_stock', ...counts };
}

/** What there is of each item that the product consists of. */
async function itemsInStock(ctx: MerchantCtx, productId: string) {
  const parts = await findParts(ctx, [productId]);
  const ids = skusOf(parts);
  const levels = new Map((await stockOfSkus(ctx, ids)).map((level) => [level.sku_id, level]));
  return (await findItems(ctx, ids)).map((sku) => ({
    sku,
    variants: new Set(parts.filter((part) => part.sku_id === sku.id).map((part) => part.variant_id)).size,
    low: levels.get(sku.id)?.low ?? false,
    own: levels.get(sku.id)?.own ?? [],
    shared: levels.get(sku.id)?.shared ?? [],
  }));
}

const batch = 500;
const cursorText = ({ changed_at, id }: rows.Cursor) => `${changed_at}|${id}`;

function cursorOf(text: string | null): rows.Cursor | null {
  const [changed_at = '', id = ''] = text?.split('|') ?? [];
  return id === '' ? null : { changed_at, id };
}

/** Ids of the products that match, newest change first. */
export async function selectProducts(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const found = await rows.findBatch(ctx, filterOf(ctx, query), cursorOf(after), batch);
  const last = found.length === batch ? found.at(-1) : undefined;
  return { ids: found.map((row) => row.id), next: last ? cursorText(last) : null };
}

/** How many products of orders wait for matches to be accepted, or for a price that nobody has requested yet; those of the list's filter. */
export const productsThatWait = (ctx: MerchantCtx, orders: 'to_match' | 'to_quote') =>
  rows.countOf(ctx, { tab: 'all', stores: ctx.actor.stores, orders, now: ctx.now });

/** Which of these products only wait for sure matches to be accepted, as `productsThatWait` counts them. */
export async function productsToMatch(ctx: MerchantCtx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const filter = { tab: 'all', stores: ctx.actor.stores, orders: 'to_match', ids, now: ctx.now } as const;
  return new Set((await rows.findBatch(ctx, filter, null, ids.length)).map(({ id }) => id));
}

type Happening = { product_id: string; kind: string; data: Record<string, unknown> };

/** Adds to the products' timelines; what happened alike to several variants of a product is one row with their number. */
export async function noteProducts(ctx: AccountCtx, happenings: readonly Happening[]): Promise<void> {
  const alike = new Map<string, Happening & { variants: number }>();
  for (const happening of happenings) {
    const key = JSON.stringify([happening.product_id, happening.kind, happening.data]);
    const known = alike.get(key);
    if (known) known.variants += 1;
    else alike.set(key, { ...happening, variants: 1 });
  }
  await ofPage.insertEvents(
    ctx,
    [...alike.values()].map(({ variants, data, ...row }) => ({ id: uuid(), ...row, data: { ...data, variants } })),
  );
}
