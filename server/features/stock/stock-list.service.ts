import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { stock } from '#contract/stock.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { providerSpan, spanOf } from '#server/db/day-span.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './stock-list.db.ts';
import { checkStockLevels } from './stock-alerts.service.ts';

const day = 86_400_000;
const endOf = (date: string) => new Date(new Date(`${date}T00:00:00Z`).getTime() + day);

type Query = ParsedOf<typeof stock.list>['query'];

/** The account's own stock, by code; with `as_of`, what lay there at the end of that day and nothing that was not kept. */
export async function listStock(ctx: MerchantCtx, query: Query) {
  const data = await levelsOf(ctx, query, pageOf(query));
  const counts: Record<string, number> = {
    on_hand: await rows.countLevels(ctx, { low: false, q: query.q }, maxListDepth),
    low: await rows.countLevels(ctx, { low: true, q: query.q }, maxListDepth),
  };
  return { data, meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

/** A page of levels as the list and its file show them. */
export async function levelsOf(ctx: MerchantCtx, query: Query, page: { offset: number; limit: number }) {
  const filter = { low: query.tab === 'low', q: query.q };
  const { rows: found } = await rows.levelsStatement(ctx, filter, page).execute(ctx.db);
  const levels = found.map(({ available_everywhere, ...row }) => ({
    ...row,
    cover_days: coverDays(available_everywhere, row.sold_everywhere),
  }));
  if (!query.as_of) return levels;
  const skuIds = [...new Set(levels.map((level) => level.sku.id))];
  const past = await rows.findLevelsAsOf(ctx, skuIds, endOf(query.as_of));
  const byShelf = new Map(past.map((level) => [`${level.sku_id}:${level.warehouse_id}`, level]));
  return levels.map((level) => {
    const { on_hand = 0, damaged = 0 } = byShelf.get(`${level.sku.id}:${level.warehouse.id}`) ?? {};
    return {
      ...level,
      on_hand,
      damaged,
      occupied: 0,
      committed: 0,
      incoming: 0,
      eta: null,
      available: on_hand - damaged,
    };
  });
}

/** Days that so many pieces last at the pace of 30 days. */
function coverDays(available: number, sold: number): number | null {
  return sold > 0 ? Math.floor((available * 30) / sold) : null;
}

type MovementQuery = ParsedOf<typeof stock.movements>['query'];

/** What the journal of an account is narrowed to. */
export const movementFilterOf = async (ctx: AccountCtx, query: MovementQuery): Promise<rows.MovementFilter> => ({
  ...query,
  days: await spanOf(ctx, query.from, query.to),
  until: query.as_of ? endOf(query.as_of) : null,
});

/** The journal of the account's own stock. */
export async function listMovements(ctx: MerchantCtx, query: MovementQuery) {
  const filter = await movementFilterOf(ctx, query);
  const { rows: found } = await rows.movementsStatement(ctx.account, filter, pageOf(query)).execute(ctx.db);
  const data = found.map(({ client: _own, ...row }) => row);
  return { data, meta: metaOf(query, await rows.countMovements(ctx, ctx.account, filter, maxListDepth)) };
}

/** What the journal of all clients is narrowed to; days are the provider's. */
export const staffFilterOf = (
  query: Omit<rows.MovementFilter, 'days' | 'until'> & { from?: string | undefined; to?: string | undefined },
): rows.MovementFilter => ({
  ...query,
  days: providerSpan(query.from, query.to),
  until: null,
});

/** The journal of all clients, or of one, for the warehouse. */
export async function listMovementsForStaff(ctx: StaffCtx, query: ParsedOf<typeof stock.staffMovements>['query']) {
  const account = query.account_id ?? null;
  const filter = staffFilterOf(query);
  const { rows: data } = await rows.movementsStatement(account, filter, pageOf(query)).execute(ctx.db);
  await noteAccess(ctx, {
    feature: 'stock',
    route: 'stock.staffMovements',
    accounts: data.map(({ client }) => client.id),
    staff_user_id: ctx.actor.user_id,
  });
  return { data, meta: metaOf(query, await rows.countMovements(ctx, account, filter, maxListDepth)) };
}

/** Sets when a SKU counts as low; tells at once when it is. */
export async function setAlert(ctx: MerchantCtx, skuId: string, alert: ParsedOf<typeof stock.setAlert>['body']) {
  if (!(await rows.saveAlert(ctx, skuId, alert))) throw notFound('sku');
  await checkStockLevels(ctx, [skuId]);
  await audit(ctx, { action: 'stock.set_alert', entity: 'stock_skus', entity_id: skuId, details: alert });
  publish(ctx, { account_id: ctx.account, kind: 'stock.changed' });
  return { done: true } as const;
}
