import type { ParsedOf } from '#contract/endpoint.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { products } from '#contract/products.ts';
import { accountOf, demandStore, type MerchantCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { isNarrowed } from './filter.db.ts';
import { noStock, type ProductStock, stockOfProducts } from './stock.service.ts';
import * as rows from './products.db.ts';

export type Query = ParsedOf<typeof products.list>['query'];

const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : { amount, currency };
const percent = (hundredths: number) => Math.round(hundredths / 10) / 10;

function landedOf({ landed_country, landed_min, landed_max, landed_currency }: rows.ProductRow) {
  const min = money(landed_min, landed_currency);
  const max = money(landed_max, landed_currency);
  return landed_country !== null && min && max ? { country: landed_country, min, max } : null;
}

const marginOf = ({ margin_low, margin_high }: rows.ProductRow) =>
  margin_low === null || margin_high === null ? null : { low: percent(margin_low), high: percent(margin_high) };

/** A row as the list, the detail and files show it. */
export function answerOf(row: rows.ProductRow, stock: ProductStock) {
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
  if (store_id) demandStore(ctx.actor, store_id);
  return {
    ...filter,
    stores: store_id ? [store_id] : ctx.actor.stores,
    entries: q ? searchEntries(q) : undefined,
    now: ctx.now,
  };
}

/** Rows with what there is in stock of each. */
export async function withStock(ctx: MerchantCtx, found: readonly rows.ProductRow[]): Promise<ListedProduct[]> {
  const ids = found.map((row) => row.id);
  const stock = await stockOfProducts(ctx, accountOf(ctx), ids);
  return found.map((row) => answerOf(row, stock.get(row.id) ?? noStock));
}

/** A page of the stores' products, newest change first unless sorted otherwise, with the counts of all tabs. */
export async function listProducts(ctx: MerchantCtx, query: Query) {
  const accountId = accountOf(ctx);
  const filter = filterOf(ctx, query);
  const page = pageOf(query);
  const counts = await rows.tabCounts(ctx, accountId, filter.stores);
  const total = isNarrowed(filter) ? await rows.countMatching(ctx, accountId, filter) : (counts[query.tab] ?? 0);
  const found = await rows.findPage(ctx, accountId, filter, page, query.sort);
  return { data: await withStock(ctx, found), meta: metaOf(query, total, counts) };
}

/** What the list can be narrowed to. */
export const listFacets = (ctx: MerchantCtx) => rows.findFacets(ctx, accountOf(ctx), ctx.actor.stores);
