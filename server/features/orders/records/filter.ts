import { type ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { demandStore, type MerchantCtx } from '#server/db/context.ts';
import { pastedList, searchTerms, termOf } from '../rules/search-terms.ts';
import type { Filter } from './filter.db.ts';

export type ListInput = ParsedOf<typeof orders.list>['query'];

/** What the list's filters mean for this reader. */
export function filterOf(ctx: MerchantCtx, query: ListInput): Filter {
  const { q = '', sku, tag, late, cost_from, cost_to, ...rest } = query;
  return {
    ...rest,
    stores: storesOf(ctx, query.store_id),
    terms: searchTerms(q),
    exact: pastedList(q) !== null,
    ...(sku && { sku: termOf(sku) }),
    ...(tag && { tag: tag.toLowerCase() }),
    ...(late && { late_at: ctx.now }),
    ...(cost_from !== undefined && { cost_from: minorOf(cost_from) }),
    ...(cost_to !== undefined && { cost_to: minorOf(cost_to) }),
  };
}

/** Costs are in the wallet's currency, which has cents. */
const minorOf = (units: number) => Math.round(units * 100);

const counted: ReadonlySet<string> = new Set(['page', 'per_page', 'sort', 'tab', 'store_id', 'country']);

/** Whether more than tab, store and country narrow the list, so that no counter knows how many match. */
export function isNarrowed(query: ListInput): boolean {
  return Object.entries(query).some(
    ([name, value]) => !counted.has(name) && value !== undefined && value !== '' && !isEmptyList(value),
  );
}
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** The stores a list covers: what the member may see, narrowed by the chosen one. Null means all. */
function storesOf(ctx: MerchantCtx, chosen: string | undefined): readonly string[] | null {
  if (!chosen) return ctx.actor.stores;
  demandStore(ctx.actor, chosen);
  return [chosen];
}
