import { usesIoss } from '#contract/store-rules.ts';
import { findStoreRules } from '../records/account-rules.db.ts';
import type { Stage } from '#contract/order-actions.ts';
import { noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  requireStore,
  type MerchantCtx,
  notFound,
  type StaffActor,
  readerLanguage,
} from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { detailAnswer, orderAnswer, parcelAnswer, requestAnswer } from '../records/answers.ts';
import { openQuantity } from '../rules/units.ts';
import { actionsOf } from './actions.service.ts';
import { shownTo } from '../rules/buyers.ts';
import { entryTerms, pastedList, termsOf } from '../rules/search-terms.ts';
import { filterOf, isNarrowed, type ListInput } from '../records/filter.ts';
import { findLatest } from '../records/cancel.db.ts';
import { countListed, tabCounts } from '../records/count.db.ts';
import * as list from '../records/list.db.ts';
import * as detail from '../records/detail.db.ts';
import { findRelated } from '../records/related.db.ts';

/**
 * A page of the account's orders with tab counts: three statements, whatever the page holds. The counts come first: they tell
 * whether the page has to look for additions to paid orders.
 */
export async function listOrders(ctx: MerchantCtx, query: ListInput) {
  const page = pageOf(query);
  const asked = await filterOf(ctx, query);
  const { tabs: known, additions } = await tabCounts(ctx, asked);
  const filter = { ...asked, additions: additions > 0 };
  const { rows, seen } = await list.findPage(ctx, filter, page);
  const counts = Object.fromEntries(Object.entries(known).map(([tab, { all }]) => [tab, all]));
  const shown = page.offset + rows.length;
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0);
  const ofTab = { n: known[query.tab]?.[filter.country ? 'ofCountry' : 'all'] ?? 0, exact: true };
  const matching = () => (isLast ? { n: shown, exact: true } : countListed(ctx, filter, { seen }));
  const { n, exact } = isNarrowed(query) ? await matching() : ofTab;
  const total = exact ? n : Math.max(n, shown);
  const pasted = pastedList(query.q ?? '');
  const meta = { ...metaOf(query, total, counts), ...(!exact && { total_is_exact: false }) };
  const data = rows.map((row) => orderAnswer(shownTo(ctx.actor, row)));
  if (!pasted) return { data, meta };
  const found = await list.knownTerms(ctx, termsOf(pasted.flatMap(entryTerms)), filter);
  const missing = pasted.filter((entry) => !entryTerms(entry).some((term) => found.has(term)));
  return { data, meta: { ...meta, missing } };
}

/** One order of the account; throws 404 for foreign ids and for stores outside the member's scope. */
export async function getOrder(ctx: MerchantCtx, id: string) {
  const found = await readOrder(ctx, id);
  requireStore(ctx.actor, found.store.id);
  return found;
}

/** An order with lines, parcels and timeline. */
export async function readOrder(ctx: AccountCtx, id: string) {
  const row = await detail.findOrder(ctx, id);
  if (!row) throw notFound('order');
  const lines = await detail.findLines(ctx, id);
  const parcels = await detail.findParcels(ctx, { orderId: id });
  const request = await findLatest(ctx, id);
  const events = await detail.findEvents(ctx, id, ctx.actor.kind === 'staff');
  const related = await findRelated(ctx, id);
  return {
    ...detailAnswer(row, ctx.actor, ctx.app.shopUrl),
    ...(await actionsOf(ctx, row, lines)),
    cancel_request: request ? requestAnswer(request) : null,
    order_lines: lines.map(({ paid_quantity, dropped_quantity: _dropped, ...line }) => ({
      ...line,
      open_quantity: openQuantity({ ...line, paid_quantity }),
    })),
    parcels: parcels.map((parcel) => parcelAnswer(parcel, readerLanguage(ctx))),
    related: related.map((one) => ({ ...one, stage: one.stage as Stage })), // a CHECK constraint holds it to the contract's words
    events: events.map((event) => ({ ...event, data: event.data as Record<string, unknown> })), // written as an object, see saveEvents
  };
}

/** A client's order as the warehouse packs it. */
export async function staffGet(ctx: AccountCtx<StaffActor>, id: string) {
  const found = await readForStaff(ctx, id);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orders.staffGet',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return found;
}

/** The same answer after an action of the warehouse, which has its own audit row. */
export async function readForStaff(ctx: AccountCtx<StaffActor>, id: string) {
  const client = await detail.findClient(ctx);
  if (!client) throw notFound('order');
  const order = await readOrder(ctx, id);
  const rules = (await findStoreRules(ctx, [order.store.id])).get(order.store.id);
  const picks = await detail.findPicks(ctx, id);
  return { ...order, client, picks, ioss_number: usesIoss(order.country) ? (rules?.ioss_number ?? null) : null };
}
