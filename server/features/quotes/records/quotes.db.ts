import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import { deliveryDays } from '#contract/delivery-days.ts';
import { searchEntries } from '#contract/list-rules.ts';
import { type QuoteSource, saidKinds } from '#contract/quote-rules.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import { orOfClient } from '#server/db/client-search.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import { measuredDays } from '#server/features/shipping/index.ts';
import { waitsForPrice } from './waiting.db.ts';
import { ownEntry } from '#server/lib/own-entry.ts';
import { chargeableWeight, type FreightFormula, freightOf, type Weighing } from '#contract/freight.ts';

export type QuoteRow = {
  account_id: string;
  id: string;
  number: string;
  status: QuoteStatus;
  source: QuoteSource;
  title: string;
  picture_url: string | null;
  product_id: string | null;
  store: { id: string; name: string } | null;
  destinations: string[];
  orders_per_day: number | null;
  target_price: number | null;
  counter_min: number | null;
  counter_max: number | null;
  currency: string;
  note: string;
  variants: number;
  agent: string | null;
  assignee_user_id: string | null;
  sla_due_at: Date;
  paused_at: Date | null;
  submitted_at: Date;
  quoted_at: Date | null;
  valid_until: Date | null;
  price_min: number | null;
  price_max: number | null;
  landed: ReturnType<typeof landedOf>;
  unread: number;
  orders_waiting: number;
  current_version: number;
  version: number;
  client: { id: string; number: number; name: string };
};

type Raw = Omit<QuoteRow, 'landed'> & { main: Main | null };
const shaped = ({ main, ...row }: Raw): QuoteRow => ({ ...row, landed: landedOf(main) });

/** The side that reads: what is unread is what the other one wrote. */
export type Side = 'client' | 'staff';
const unread = (side: Side) => sql`
  (SELECT count(*)::int FROM quote_entries t WHERE t.account_id = q.account_id AND t.quote_id = q.id
    AND t.seq > ${side === 'client' ? sql`q.client_seen` : sql`q.staff_seen`} AND t.side = ${side === 'client' ? 'staff' : 'client'}
    AND t.kind = ANY(${saidKinds}::text[]))`;
/** The same for staff as the index of it reads: whether the client said something that no agent has read. */
const unreadByStaff = sql`q.client_said > q.staff_seen`;

/** How many orders an open quote holds up; an answered one those alone that go where its answer goes. */
const ordersWaiting = sql`
  CASE WHEN q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered') THEN (
    SELECT count(DISTINCT o.id)::int FROM quote_items i
    JOIN order_lines n ON n.account_id = i.account_id AND n.variant_id = i.variant_id
    JOIN orders o ON o.account_id = n.account_id AND o.id = n.order_id AND ${waitsForPrice}
    WHERE i.account_id = q.account_id AND i.quote_id = q.id
      AND (q.status <> 'quoted' OR EXISTS (SELECT FROM quote_freight w
        WHERE w.account_id = q.account_id AND w.quote_id = q.id AND w.version = q.current_version AND w.destination = o.country))
    ) ELSE 0 END`;

const columns = (side: Side, waiting: RawBuilder<unknown> = ordersWaiting) => sql`
  q.account_id, q.id, 'Q-' || q.number AS number, q.status, q.source, q.title, '/api/pictures/' || coalesce(q.picture, p.picture) AS picture_url, q.product_id,
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END AS store,
  q.destinations, q.orders_per_day, q.target_price, c.counter_min, c.counter_max, q.currency, q.note,
  (SELECT count(*)::int FROM quote_items i WHERE i.account_id = q.account_id AND i.quote_id = q.id) AS variants,
  coalesce(nullif(u.nick_name, ''), u.username) AS agent, q.assignee_user_id, q.sla_due_at, q.paused_at,
  q.submitted_at, q.quoted_at, e.valid_until, l.price_min, l.price_max, m.main,
  ${unread(side)} AS unread,
  ${waiting} AS orders_waiting,
  q.current_version, q.version, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client`;

const joins = sql`
  JOIN accounts a ON a.id = q.account_id
  LEFT JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id
  LEFT JOIN stores s ON s.account_id = q.account_id AND s.id = q.store_id
  LEFT JOIN users u ON u.id = q.assignee_user_id
  LEFT JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = q.current_version
  LEFT JOIN LATERAL (SELECT min(x.unit_price) AS price_min, max(x.unit_price) AS price_max FROM quote_lines x
    WHERE x.account_id = q.account_id AND x.quote_id = q.id AND x.version = q.current_version) l ON true
  LEFT JOIN LATERAL (SELECT min(g.target_price) AS counter_min, max(g.target_price) AS counter_max
    FROM (SELECT t.data FROM quote_entries t WHERE t.account_id = q.account_id AND t.quote_id = q.id AND t.kind = 'countered'
      ORDER BY t.seq DESC LIMIT 1) t, jsonb_to_recordset(t.data -> 'targets') AS g(target_price bigint)) c ON true
  LEFT JOIN LATERAL (SELECT json_build_object('destination', q.destinations[1], 'unit_price', x.unit_price, 'weight_g', x.weight_g,
      'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0), 'lead_days', x.lead_days,
      'freight', (SELECT json_agg(json_build_object('formula', f.formula, 'weighing', json_build_object('divisor', f.divisor, 'step_g', f.step_g),
          'transit', json_build_object('min', coalesce(measured.days_p50, f.days_min), 'max', coalesce(measured.days_p90, f.days_max))))
        FROM quote_freight f ${measuredDays('f')} WHERE f.account_id = q.account_id AND f.quote_id = q.id AND f.version = q.current_version
          AND f.destination = q.destinations[1])) AS main
    FROM quote_lines x JOIN catalog_skus k ON k.id = x.catalog_sku_id
    WHERE x.account_id = q.account_id AND x.quote_id = q.id AND x.version = q.current_version ORDER BY x.line LIMIT 1) m ON true`;

export type Filter = {
  statuses: readonly QuoteStatus[] | null;
  stores: readonly string[] | null;
  source?: QuoteSource | undefined;
  destination?: string | undefined;
  /** Only those with messages that the client has not read. */
  unread?: boolean;
  q?: string | undefined;
  submitted?: Span | undefined;
  /** A name of `orders`; the newest first without one. */
  sort?: string | undefined;
  /** Only quotes behind this one, newest first: the next batch of an export. */
  after?: string | null;
};
type Page = { offset: number; limit: number };

/** Numbers match whole, titles by any part; both look only at rows that an index has found already. */
function searching(q: string | undefined): RawBuilder<unknown>[] {
  const entries = searchEntries(q ?? '');
  if (entries.length === 0) return [];
  const numbers = entries.flatMap((entry) => /^(?:q-)?(\d{1,15})$/i.exec(entry)?.[1] ?? []);
  const words = entries.filter((entry) => !/^(?:q-)?\d{1,15}$/i.test(entry)).map((entry) => entry.toLowerCase());
  if (words.length === 0) return [sql`q.number = ANY(${numbers}::bigint[])`];
  const titled = sql`EXISTS (SELECT 1 FROM unnest(${words}::text[]) w WHERE strpos(lower(q.title), w) > 0)`;
  return [numbers.length === 0 ? titled : sql`(q.number = ANY(${numbers}::bigint[]) OR ${titled})`];
}

function conditions(accountId: string, filter: Filter): RawBuilder<unknown> {
  const parts = [
    sql`q.account_id = ${accountId}`,
    ...searching(filter.q),
    ...within('q.submitted_at', filter.submitted),
  ];
  if (filter.statuses) parts.push(sql`q.status = ANY(${filter.statuses}::text[])`);
  if (filter.stores) parts.push(sql`q.store_id = ANY(${filter.stores}::uuid[])`);
  if (filter.source) parts.push(sql`q.source = ${filter.source}`);
  if (filter.destination) parts.push(sql`${filter.destination} = ANY(q.destinations)`);
  if (filter.unread) parts.push(sql`${unread('client')} > 0`);
  if (filter.after)
    parts.push(
      sql`(q.submitted_at, q.id) < (SELECT c.submitted_at, c.id FROM quotes c WHERE c.account_id = ${accountId} AND c.id = ${filter.after})`,
    );
  return sql.join(parts, sql` AND `);
}

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  submitted_at: sql`q.submitted_at, q.id`,
  due: sql`q.sla_due_at, q.id`,
  '-due': sql`q.sla_due_at DESC, q.id DESC`,
};
const newestFirst = sql`q.submitted_at DESC, q.id DESC`;
const inOrder = ({ sort }: Filter) => ownEntry(orders, sort ?? '') ?? newestFirst;

/** The statement of a page of the merchant's list, for the test that looks at its plan. */
export function pageStatement(accountId: string, filter: Filter, page: Page) {
  return sql<Raw>`
    SELECT ${columns('client')}
    FROM (SELECT q.* FROM quotes q WHERE ${conditions(accountId, filter)}
      ORDER BY ${inOrder(filter)} OFFSET ${page.offset} LIMIT ${page.limit}) q
    ${joins} ORDER BY ${inOrder(filter)}`;
}

export async function findPage(ctx: AccountCtx, filter: Filter, page: Page): Promise<QuoteRow[]> {
  return (await pageStatement(ctx.account, filter, page).execute(ctx.db)).rows.map(shaped);
}

export async function findIds(ctx: AccountCtx, filter: Filter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT q.id FROM quotes q WHERE ${conditions(ctx.account, filter)} ORDER BY ${inOrder(filter)} LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** A quote with its current answer, in short. */
export type OfferRow = {
  id: string;
  number: string;
  title: string;
  status: QuoteStatus;
  version: number;
  valid_until: Date | null;
  variants: number;
  /** Lowest and highest price of one unit, in the account's currency. */
  unit_from: number | null;
  unit_to: number | null;
  destinations: string[];
};

/** These quotes with their current answers, by number. */
export async function findOffers(
  ctx: AccountCtx,
  ids: readonly string[],
  stores: readonly string[] | null,
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    SELECT q.id, 'Q-' || q.number AS number, q.title, q.status, q.current_version AS version, e.valid_until,
      l.variants, l.unit_from, l.unit_to,
      ARRAY(SELECT DISTINCT f.destination FROM quote_freight f
        WHERE f.account_id = q.account_id AND f.quote_id = q.id AND f.version = q.current_version ORDER BY 1) AS destinations
    FROM quotes q
    LEFT JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = q.current_version
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS variants, min(n.unit_price) AS unit_from, max(n.unit_price) AS unit_to FROM quote_lines n
      WHERE n.account_id = q.account_id AND n.quote_id = q.id AND n.version = q.current_version) l
    WHERE q.account_id = ${ctx.account} AND q.id = ANY(${ids}::uuid[])
      ${stores ? sql`AND q.store_id = ANY(${stores}::uuid[])` : sql``}
    ORDER BY q.number`.execute(ctx.db);
  return rows;
}

export async function countMatching(ctx: AccountCtx, filter: Filter, most = maxListDepth + 1): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM quotes q WHERE ${conditions(ctx.account, filter)}`, most);
}

/** Quotes per status: of one account, or (for staff) of all. */
export async function statusCounts(
  ctx: Ctx,
  accountId: string | null,
  stores: readonly string[] | null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    SELECT q.status, count(*)::int AS n FROM quotes q
    WHERE ${accountId ? sql`q.account_id = ${accountId}` : sql`true`} ${stores ? sql`AND q.store_id = ANY(${stores}::uuid[])` : sql``}
    GROUP BY q.status`.execute(ctx.db);
  return new Map(rows.map((row) => [row.status, row.n]));
}

/** Quotes of all clients in some states, all of them or only those with messages that no agent has read. */
type StaffFilter = { statuses: readonly QuoteStatus[]; unread: boolean; q?: string | undefined };

const narrowed = ({ unread: only, q }: StaffFilter) => [
  ...(only ? [unreadByStaff] : []),
  ...orOfClient(searching(q), sql`q.account_id`, q),
];

/**
 * Staff's queue: what is due first on top, or the latest on top, and of what is due at the same time what most orders wait for. Read
 * status by status, so that each part is one index range; orders are counted where those due at one time meet the page alone.
 */
export function staffStatement(filter: StaffFilter & { latestFirst: boolean }, page: Page) {
  const due = filter.latestFirst ? sql`q.sla_due_at DESC` : sql`q.sla_due_at`;
  const order = sql`${due}, q.orders_waiting DESC, q.id ${filter.latestFirst ? sql`DESC` : sql``}`;
  const end = page.offset + page.limit;
  const parts = filter.statuses.map((status) => {
    const where = sql.join([sql`q.status = ${status}`, ...narrowed(filter)], sql` AND `);
    return sql`(SELECT q.* FROM quotes q WHERE ${where} ORDER BY ${due} FETCH FIRST ${end} ROWS WITH TIES)`;
  });
  return sql<Raw>`
    WITH ranked AS (
      SELECT q.*, rank() OVER (ORDER BY ${due}) - 1 AS before, count(*) OVER (PARTITION BY q.sla_due_at) AS together
      FROM (${sql.join(parts, sql` UNION ALL `)}) q),
    met AS MATERIALIZED (
      SELECT q.*, ${ordersWaiting} AS orders_waiting FROM ranked q
      WHERE q.before < ${end} AND q.before + q.together > ${page.offset})
    SELECT ${columns('staff', sql`q.orders_waiting`)}
    FROM (SELECT q.* FROM met q ORDER BY ${order} OFFSET ${page.offset} - (SELECT min(before) FROM met) LIMIT ${page.limit}) q
    ${joins} ORDER BY ${order}`;
}

export async function findForStaff(
  ctx: Ctx,
  filter: Parameters<typeof staffStatement>[0],
  page: Page,
): Promise<QuoteRow[]> {
  return (await staffStatement(filter, page).execute(ctx.db)).rows.map(shaped);
}

export async function countForStaff(ctx: Ctx, filter: StaffFilter): Promise<number> {
  const where = sql.join([sql`q.status = ANY(${filter.statuses}::text[])`, ...narrowed(filter)], sql` AND `);
  return countUpTo(ctx, sql`SELECT 1 FROM quotes q WHERE ${where}`, maxListDepth + 1);
}

export async function findQuote(ctx: AccountCtx, id: string, side: Side = 'client'): Promise<QuoteRow | undefined> {
  const { rows } = await sql<Raw>`
    SELECT ${columns(side)} FROM quotes q ${joins} WHERE q.account_id = ${ctx.account} AND q.id = ${id}`.execute(
    ctx.db,
  );
  return rows[0] && shaped(rows[0]);
}

type Quote = { account_id: string; quote_id: string };

/** Ends the quote's link, if there is one; says whether there was. */
export async function revokeShare(ctx: Ctx, quote: Quote): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('quote_shares')
    .set({ revoked_at: ctx.now })
    .where('account_id', '=', quote.account_id)
    .where('quote_id', '=', quote.quote_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertShare(ctx: Ctx, share: Quote & { token_hash: string; created_by: string }): Promise<void> {
  await ctx.db
    .insertInto('quote_shares')
    .values({ ...share, created_at: ctx.now })
    .execute();
}

export async function isShared(ctx: AccountCtx, quoteId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('quote_shares')
    .select('token_hash')
    .where('account_id', '=', ctx.account)
    .where('quote_id', '=', quoteId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The quote that a link's hash opens. */
export async function findShare(ctx: Ctx, tokenHash: string): Promise<Quote | undefined> {
  return ctx.db
    .selectFrom('quote_shares')
    .select(['account_id', 'quote_id'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The first variant of an answer with its freight to the first destination. */
type Main = {
  destination: string;
  unit_price: number;
  weight_g: number;
  volume_mm3: number;
  lead_days: number;
  freight: { formula: FreightFormula; weighing: Weighing; transit: { min: number; max: number } }[] | null;
};

/** What one piece costs delivered by the cheapest channel; null without an answer, or without freight to that country. */
function landedOf(main: Main | null) {
  if (!main?.freight) return null;
  const { destination, unit_price, lead_days } = main;
  const offers = main.freight.map(({ formula, weighing, transit }) => {
    const amount = unit_price + freightOf(formula, chargeableWeight(main, weighing));
    return { destination, amount, days: deliveryDays(lead_days, transit) };
  });
  return offers.toSorted((a, b) => a.amount - b.amount || a.days.max - b.days.max)[0] ?? null;
}

/** Whom a quote is made out to, and in which zone its days are. */
export async function findAccount(ctx: AccountCtx) {
  return ctx.db
    .selectFrom('accounts')
    .select(['name', 'number', 'time_zone'])
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
}
