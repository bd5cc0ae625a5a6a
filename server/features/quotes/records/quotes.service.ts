import type { ParsedOf } from '#contract/endpoint.ts';
import { type quotes, quoteStatuses, type quoteTabs, type QuoteStatus } from '#contract/quotes.ts';
import type { ListQuery } from '#contract/shared.ts';
import { noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  coveredStores,
  requireStore,
  type MerchantCtx,
  notFound,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import type { IdBatch } from '#server/http/list-actions.ts';
import { appError } from '#server/lib/app-error.ts';
import { readSource } from '#server/lib/goods-page.ts';
import { spanOf } from '#server/db/day-span.ts';
import { publish } from '#server/db/queue.ts';
import { findAlternatives } from './alternatives.db.ts';
import { convertedToday } from '#server/features/exchange-rates/index.ts';
import { findItems, findMore, findVersions } from './detail.db.ts';
import { findWaiting, findWaitingByLine } from './waiting.db.ts';
import { findSamples } from './samples.db.ts';
import { findPictures, findThread } from './messages.db.ts';
import * as rows from './quotes.db.ts';
import * as actions from './write.db.ts';
import { ratesTo } from '#server/features/shipping/index.ts';

type Tab = (typeof quoteTabs)[number];

const statusesOf: Record<Exclude<Tab, 'all'>, readonly QuoteStatus[]> = {
  awaiting_us: ['submitted', 'in_progress', 'countered'],
  need_answer: ['need_info'],
  quoted: ['quoted'],
  accepted: ['accepted'],
  closed: ['declined', 'unavailable', 'expired', 'cancelled'],
};
const staffStatuses = {
  open: ['submitted', 'in_progress', 'countered'],
  waiting: ['need_info'],
  quoted: ['quoted'],
  closed: ['accepted', 'declined', 'unavailable', 'expired', 'cancelled'],
  all: quoteStatuses,
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
export async function filterOf(ctx: MerchantCtx, query: Query): Promise<rows.Filter> {
  const { tab, store_id, source, destination, unread, q, from, to, sort } = query;
  const stores = coveredStores(ctx.actor, store_id);
  const statuses = tab === 'all' ? null : statusesOf[tab];
  const submitted = await spanOf(ctx, from, to);
  return { statuses, stores, source, destination, unread: unread === 'yes', q, submitted, sort };
}

/** A page of the account's requests for prices, newest first, with the counts of all tabs. */
export async function listQuotes(ctx: MerchantCtx, query: Query) {
  const filter = await filterOf(ctx, query);
  const { stores } = filter;
  const page = pageOf(query);
  const byStatus = await rows.statusCounts(ctx, ctx.account, stores);
  const counts: Record<string, number> = {
    all: [...byStatus.values()].reduce((a, b) => a + b, 0),
    ...countsOf(statusesOf, byStatus),
  };
  const narrowed = query.q || query.from || query.to || query.source || query.destination || query.unread;
  const total = narrowed ? await rows.countMatching(ctx, filter) : (counts[query.tab] ?? 0);
  return { data: await rows.findPage(ctx, filter, page), meta: metaOf(query, total, counts) };
}

const batch = 500;

/** Ids of the quotes that match the list's filters, newest first, a batch at a time. */
export async function selectQuotes(ctx: MerchantCtx, query: Query, after: string | null): Promise<IdBatch> {
  const ids = await rows.findIds(ctx, { ...(await filterOf(ctx, query)), sort: undefined, after }, batch);
  return { ids, next: ids.length === batch ? (ids.at(-1) ?? null) : null };
}

/** A quote with what was asked, what was said and every version of the answer. */
export async function detailOf(ctx: AccountCtx, id: string, side: rows.Side = 'client') {
  const quote = await rows.findQuote(ctx, id, side);
  if (!quote) throw notFound('quote');
  const more = await findMore(ctx, id);
  const pictures = await findPictures(ctx, id);
  return {
    ...quote,
    ...more,
    site: more.url === null ? null : (readSource(more.url)?.site ?? 'other'),
    pictures: pictures.map((sha256) => `/api/pictures/${sha256}`),
    items: await itemsOf(ctx, quote),
    waiting: await findWaiting(ctx, id),
    versions: await findVersions(ctx, id),
    thread: await findThread(ctx, id),
    alternatives: await findAlternatives(ctx, id),
    samples: await findSamples(ctx, id),
    rates: side === 'staff' ? await tableFreight(ctx, quote) : [],
  };
}

/** What was asked for, with the shop's prices as they are, and in the quote's currency, and what waits of each. */
async function itemsOf(ctx: AccountCtx, quote: { id: string; currency: string }) {
  const items = await findItems(ctx, quote.id);
  const waiting = new Map((await findWaitingByLine(ctx, quote.id)).map((row) => [row.line, row]));
  const withPrices = [];
  for (const item of items) {
    const converted = item.shop_price && (await convertedToday(ctx, item.shop_price, quote.currency));
    const { orders = 0, units = 0 } = waiting.get(item.line) ?? {};
    withPrices.push({ ...item, converted, orders_waiting: orders, units_waiting: units });
  }
  return withPrices;
}

/** What the provider's tables say of the countries that are asked for, in the currency of the quote. */
export async function tableFreight(ctx: AccountCtx, quote: { destinations: string[]; currency: string }) {
  const rates = await ratesTo(ctx, quote.destinations);
  return rates
    .filter(({ currency }) => currency === quote.currency)
    .map(({ destination, channel, formula, days_p50, days_p90, tax_mode }) => {
      return { destination, channel, formula, days_min: days_p50, days_max: days_p90, tax_mode };
    });
}

/** One of the account's quotes; throws `not_found` for foreign ids and for stores outside the member's scope. */
export async function getQuote(ctx: MerchantCtx, id: string) {
  const quote = await detailOf(ctx, id);
  requireQuoteStore(ctx, quote.store?.id ?? null);
  return quote;
}

/** Throws `not_found` unless it is one of the account's quotes that the member may see. */
export async function requireQuote(ctx: MerchantCtx, id: string): Promise<void> {
  if ((await rows.findOffers(ctx, [id], ctx.actor.stores)).length === 0) throw notFound('quote');
}

/** A member who sees only some stores sees only their quotes. */
export function requireQuoteStore(ctx: MerchantCtx, storeId: string | null): void {
  if (!ctx.actor.stores) return;
  if (!storeId) throw notFound('quote');
  requireStore(ctx.actor, storeId);
}

/** What staff who act for a client leave to the client (P28). */
export function assertNotActing(
  ctx: MerchantCtx,
  action: 'accept' | 'alternative' | 'counter' | 'message' | 'share',
): void {
  if (ctx.actor.acting) throw appError('not_allowed_while_acting', { text: `quotes.${action}_acting` });
}

type StaffQuery = Pick<ParsedOf<typeof quotes.staffList>['query'], 'tab'> & { q?: string | undefined };

/** What the filters of staff's list mean. */
export const staffFilterOf = ({ tab, q }: StaffQuery) => ({
  statuses: tab === 'messages' ? quoteStatuses : staffStatuses[tab],
  unread: tab === 'messages',
  q,
  latestFirst: tab !== 'open',
});

/** Quotes of all clients; open ones by their deadline, the others latest first. Each client shown leaves an access row. */
export async function listForStaff(ctx: StaffCtx, query: StaffQuery & ListQuery) {
  const filter = staffFilterOf(query);
  const page = pageOf(query);
  const counts: Record<string, number> = {
    ...countsOf(staffStatuses, await rows.statusCounts(ctx, null, null)),
    messages: await rows.countForStaff(ctx, staffFilterOf({ tab: 'messages' })),
  };
  const total = query.q ? await rows.countForStaff(ctx, filter) : (counts[query.tab] ?? 0);
  const data = await rows.findForStaff(ctx, filter, page);
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.staffList',
    accounts: data.map((quote) => quote.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  return { data, meta: metaOf(query, total, counts) };
}

/** One client's quote, for staff; leaves an access row. */
export async function getForStaff(ctx: AccountCtx<StaffActor>, id: string) {
  const quote = await detailOf(ctx, id, 'staff');
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.staffGet',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return quote;
}

/** What nobody has to do any more once a quote has a new version. */
export const answeredEvents = ['staff_quote_asked', 'staff_quote_countered', 'quote_question', 'quote_ending'] as const;

/** Tells open pages of the merchant and of staff. */
export async function announce(ctx: AccountCtx, id: string): Promise<void> {
  publish(ctx, { account_id: ctx.account, kind: 'quotes.changed', id });
  publish(ctx, { account_id: null, kind: 'quotes.changed', id });
}

/** The member's quote, kept still; refuses what its state does not allow. */
export async function lockOwn(
  ctx: MerchantCtx,
  id: string,
  allowed: (status: QuoteStatus) => boolean,
): Promise<actions.LockedQuote> {
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  requireQuoteStore(ctx, quote.store_id);
  if (!allowed(quote.status)) throw appError('quote_not_open', { text: `quotes.is_${quote.status}` });
  return quote;
}

/** Throws unless it is the version that stands. */
export function requireCurrent(quote: actions.LockedQuote, version: number): void {
  if (version === quote.current_version) return;
  throw appError('stale_version', { text: 'quotes.new_price' }, 'version');
}

/** Orders with the product's variants, priced or not, that a quote holds up or moves on. */
export async function variantsOf(ctx: AccountCtx, quote: actions.LockedQuote): Promise<string[]> {
  return quote.product_id ? actions.findAllVariantIds(ctx, quote.product_id) : [];
}
