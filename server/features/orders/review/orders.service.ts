import { usesIoss } from '#contract/store-rules.ts';
import { findStoreRules } from '../records/account-rules.db.ts';
import type { Stage } from '#contract/order-acts.ts';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { detailAnswer, orderAnswer, parcelAnswer, requestAnswer } from '../records/answers.ts';
import { openQuantity } from '../rules/units.ts';
import { actsOf } from './actions.service.ts';
import { entryTerms, pastedList, searchTerms } from '../rules/search-terms.ts';
import { filterOf, isNarrowed, type ListInput } from '../records/filter.ts';
import { findLatest } from '../records/cancel.db.ts';
import * as desk from '../records/staff-list.db.ts';
import * as detail from '../records/detail.db.ts';
import { findFamily } from '../records/related.db.ts';
import * as list from '../records/list.db.ts';

/** A page of the account's orders with tab counts: three statements, whatever the page holds. */
export async function listOrders(ctx: MerchantCtx, query: ListInput) {
  const accountId = accountOf(ctx);
  const page = pageOf(query);
  const filter = filterOf(ctx, query);
  const rows = await list.findPage(ctx, accountId, filter, page);
  const known = await list.tabCounts(ctx, accountId, filter);
  const counts = Object.fromEntries(Object.entries(known).map(([tab, { all }]) => [tab, all]));
  const total = isNarrowed(query)
    ? await list.countMatching(ctx, accountId, filter)
    : (known[query.tab]?.[filter.country ? 'ofCountry' : 'all'] ?? 0);
  const pasted = pastedList(query.q ?? '');
  const meta = metaOf(query, total, counts);
  if (!pasted) return { data: rows.map(orderAnswer), meta };
  const found = await list.knownTerms(ctx, accountId, filter);
  const missing = pasted.filter((entry) => !entryTerms(entry).some((term) => found.has(term)));
  return { data: rows.map(orderAnswer), meta: { ...meta, missing } };
}

/** One order of the account; throws 404 for foreign ids and for stores outside the member's scope. */
export async function getOrder(ctx: MerchantCtx, id: string) {
  const found = await readOrder(ctx, accountOf(ctx), id);
  demandStore(ctx.actor, found.store.id);
  return found;
}

/** An order with lines, parcels and timeline. */
export async function readOrder(ctx: Ctx, accountId: string, id: string) {
  const row = await detail.findOrder(ctx, accountId, id);
  if (!row) throw notFound('order');
  const lines = await detail.findLines(ctx, accountId, id);
  const parcels = await detail.findParcels(ctx, accountId, { orderId: id });
  const request = await findLatest(ctx, accountId, id);
  const events = await detail.findEvents(ctx, accountId, id, ctx.actor.kind === 'staff');
  const kin = await findFamily(ctx, accountId, id);
  return {
    ...detailAnswer(row),
    ...(await actsOf(ctx, accountId, row, lines)),
    cancel_request: request ? requestAnswer(request) : null,
    order_lines: lines.map(({ paid_quantity, ...line }) => ({
      ...line,
      open_quantity: openQuantity({ ...line, paid_quantity }),
    })),
    parcels: parcels.map(parcelAnswer),
    kin: kin.map((one) => ({ ...one, stage: one.stage as Stage })), // a CHECK constraint holds it to the contract's words
    events: events.map((event) => ({ ...event, data: event.data as Record<string, unknown> })), // written as an object, see saveEvents
  };
}

/** The warehouse's queue over all clients, oldest payment first; leaves an access row per client seen (P39). */
export async function deskList(ctx: StaffCtx, query: ListQuery & { tab: desk.DeskTab }) {
  const page = pageOf(query);
  const terms = searchTerms(query.q ?? '');
  const rows = await desk.findQueue(ctx, query.tab, terms, page);
  const counts = await desk.queueCounts(ctx);
  const total = terms.length > 0 ? await desk.countQueue(ctx, query.tab, terms) : counts[query.tab];
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orders.deskList',
    accounts: rows.map((row) => row.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const data = rows.map((row) => ({
    ...orderAnswer(row),
    client: row.client,
    paid_at: row.paid_at?.toISOString() ?? null,
  }));
  return { data, meta: metaOf(query, total, counts) };
}

/** A client's order as the warehouse packs it. */
export async function deskGet(ctx: StaffCtx, accountId: string, id: string) {
  const found = await readForDesk(ctx, accountId, id);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'orders.deskGet',
    accounts: [accountId],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return found;
}

/** The same answer after an act of the warehouse, which has its own audit row. */
export async function readForDesk(ctx: StaffCtx, accountId: string, id: string) {
  const client = await detail.findClient(ctx, accountId);
  if (!client) throw notFound('order');
  const order = await readOrder(ctx, accountId, id);
  const rules = (await findStoreRules(ctx, accountId, [order.store.id])).get(order.store.id);
  return { ...order, client, ioss_number: usesIoss(order.country) ? (rules?.ioss_number ?? null) : null };
}
