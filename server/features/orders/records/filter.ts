import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { requireStore, type MerchantCtx } from '#server/db/context.ts';
import { spanOf } from '#server/db/day-span.ts';
import type { IdBatch } from '#server/http/list-actions.ts';
import { ordersByCutOff } from '#server/features/delivery-planning/index.ts';
import { termOf } from '../rules/search-terms.ts';
import type { Filter } from './filter.db.ts';
import { batchStatement, type Cursor } from './list.db.ts';
import { searchOf } from './search.ts';

export type ListInput = ParsedOf<typeof orders.list>['query'];

/** What the list's filters mean for this reader. */
export async function filterOf(ctx: MerchantCtx, query: ListInput): Promise<Filter> {
  const { q = '', sku, tag, late, cost_from, cost_to, cut_off, fix, ...more } = query;
  const { from, to, paid_from, paid_to, shipped_from, shipped_to, ...rest } = more;
  return {
    ...rest,
    placed: await spanOf(ctx, from, to),
    paid: await spanOf(ctx, paid_from, paid_to),
    shipped: await spanOf(ctx, shipped_from, shipped_to),
    stores: storesOf(ctx, query.store_id),
    search: await searchOf(ctx, q),
    ...(sku && { sku: termOf(sku) }),
    ...(tag && { tag: tag.toLowerCase() }),
    ...(late && { late_at: ctx.now }),
    ...((cut_off || fix) && { among: await ordersByCutOff(ctx, { cut_off, fix }) }),
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
  requireStore(ctx.actor, chosen);
  return [chosen];
}

type Query = ParsedOf<typeof orders.list>['query'];

const batch = 500;
const cursorText = ({ at, id }: Cursor) => `${at}|${id}`;

function cursorOf(text: string | null): Cursor | null {
  const [at = '', id = ''] = text?.split('|') ?? [];
  return id === '' ? null : { at, id };
}

/** Ids of the orders that match, newest first. */
export async function selectOrders(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const statement = batchStatement(ctx.account, await filterOf(ctx, query), cursorOf(after), batch);
  const { rows } = await statement.execute(ctx.db);
  const last = rows.length === batch ? rows.at(-1) : undefined;
  return { ids: rows.map((row) => row.id), next: last ? cursorText(last) : null };
}
