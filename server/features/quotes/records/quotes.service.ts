import type { ParsedOf } from '#contract/endpoint.ts';
import type { quotes, quoteTabs, QuoteStatus } from '#contract/quotes.ts';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { readSource } from '#server/lib/goods-page.ts';
import { findAlternatives } from './alternatives.db.ts';
import { findItems, findMore, findVersions } from './detail.db.ts';
import { findSamples } from './samples.db.ts';
import { findPictures, findThread } from './messages.db.ts';
import * as rows from './quotes.db.ts';

type Tab = (typeof quoteTabs)[number];

const statusesOf: Record<Exclude<Tab, 'all'>, readonly QuoteStatus[]> = {
  awaiting_us: ['submitted', 'in_progress', 'countered'],
  need_answer: ['need_info'],
  quoted: ['quoted'],
  accepted: ['accepted'],
  closed: ['declined', 'unavailable', 'expired', 'cancelled'],
};
const deskStatuses = {
  open: ['submitted', 'in_progress', 'need_info', 'countered'],
  quoted: ['quoted'],
  closed: ['accepted', 'declined', 'unavailable', 'expired', 'cancelled'],
  all: [
    'submitted',
    'in_progress',
    'need_info',
    'countered',
    'quoted',
    'accepted',
    'declined',
    'unavailable',
    'expired',
    'cancelled',
  ],
} as const satisfies Record<string, readonly QuoteStatus[]>;

function countsOf<T extends string>(
  tabs: Record<T, readonly QuoteStatus[]>,
  byStatus: ReadonlyMap<string, number>,
): Record<string, number> {
  const sum = (statuses: readonly QuoteStatus[]) => statuses.reduce((n, status) => n + (byStatus.get(status) ?? 0), 0);
  return Object.fromEntries(
    Object.entries<readonly QuoteStatus[]>(tabs).map(([tab, statuses]) => [tab, sum(statuses)]),
  );
}

type Query = ParsedOf<typeof quotes.list>['query'];

/** What the list's filters mean for this reader. */
export function filterOf(ctx: MerchantCtx, query: Query): rows.Filter {
  const { tab, store_id, source, destination, unread, q, from, to, sort } = query;
  if (store_id) demandStore(ctx.actor, store_id);
  const stores = store_id ? [store_id] : ctx.actor.stores;
  const statuses = tab === 'all' ? null : statusesOf[tab];
  return { statuses, stores, source, destination, unread: unread === 'yes', q, from, to, sort };
}

/** A page of the account's requests for prices, newest first, with the counts of all tabs. */
export async function listQuotes(ctx: MerchantCtx, query: Query) {
  const accountId = accountOf(ctx);
  const filter = filterOf(ctx, query);
  const { stores } = filter;
  const page = pageOf(query);
  const byStatus = await rows.statusCounts(ctx, accountId, stores);
  const counts: Record<string, number> = {
    all: [...byStatus.values()].reduce((a, b) => a + b, 0),
    ...countsOf(statusesOf, byStatus),
  };
  const narrowed = query.q || query.from || query.to || query.source || query.destination || query.unread;
  const total = narrowed ? await rows.countMatching(ctx, accountId, filter) : (counts[query.tab] ?? 0);
  return { data: await rows.findPage(ctx, accountId, filter, page), meta: metaOf(query, total, counts) };
}

/** A quote with what was asked, what was said and every version of the answer. */
export async function detailOf(ctx: Ctx, accountId: string, id: string, side: rows.Side = 'client') {
  const quote = await rows.findQuote(ctx, accountId, id, side);
  if (!quote) throw notFound('quote');
  const more = await findMore(ctx, accountId, id);
  const pictures = await findPictures(ctx, accountId, id);
  return {
    ...quote,
    ...more,
    site: more.url === null ? null : (readSource(more.url)?.site ?? 'other'),
    pictures: pictures.map((sha256) => `/api/pictures/${sha256}`),
    items: await findItems(ctx, accountId, id),
    versions: await findVersions(ctx, accountId, id),
    thread: await findThread(ctx, accountId, id),
    alternatives: await findAlternatives(ctx, accountId, id),
    samples: await findSamples(ctx, accountId, id),
  };
}

/** One of the account's quotes; throws `not_found` for foreign ids and for stores outside the member's scope. */
export async function getQuote(ctx: MerchantCtx, id: string) {
  const quote = await detailOf(ctx, accountOf(ctx), id);
  demandQuoteStore(ctx, quote.store?.id ?? null);
  return quote;
}

/** A member who sees only some stores sees only their quotes. */
export function demandQuoteStore(ctx: MerchantCtx, storeId: string | null): void {
  if (!ctx.actor.stores) return;
  if (!storeId) throw notFound('quote');
  demandStore(ctx.actor, storeId);
}

/** What staff who act for a client leave to the client (P28). */
export function refuseActing(ctx: MerchantCtx, act: 'accept' | 'alternative' | 'counter' | 'message' | 'share'): void {
  if (ctx.actor.acting) throw appError('not_allowed_while_acting', { text: `quotes.${act}_acting` });
}

/** Quotes of all clients; open ones by their deadline, the others latest first. Each client shown leaves an access row. */
export async function listForDesk(ctx: StaffCtx, query: ListQuery & { tab: keyof typeof deskStatuses }) {
  const filter = { statuses: deskStatuses[query.tab], q: query.q, latestFirst: query.tab !== 'open' };
  const page = pageOf(query);
  const counts = countsOf(deskStatuses, await rows.statusCounts(ctx, null, null));
  const total = query.q ? await rows.countForDesk(ctx, filter) : (counts[query.tab] ?? 0);
  const data = await rows.findForDesk(ctx, filter, page);
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.deskList',
    accounts: data.map((quote) => quote.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  return { data, meta: metaOf(query, total, counts) };
}

/** One client's quote on the desk; leaves an access row. */
export async function getForDesk(ctx: StaffCtx, accountId: string, id: string) {
  const quote = await detailOf(ctx, accountId, id, 'desk');
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.deskGet',
    accounts: [accountId],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return quote;
}
