import { type RawBuilder, sql } from 'kysely';
import type { AlertRule } from '#contract/parcel-alerts.ts';
import type { AccountCtx } from '#server/db/context.ts';
import {
  additionsToPay,
  and,
  conditions,
  dateColumn,
  type Filter,
  inOrder,
  isNewestFirst,
  showsAdditions,
  sortColumns,
  stagesOf,
} from './filter.db.ts';
import {
  frequentApart,
  hasEach,
  narrowing,
  quickerWays,
  type Search,
  type SearchWord,
  type Seen,
} from './search.db.ts';

/**
 * Ids of a page, newest first. A tab of two stages is read from the index stage by stage and merged: with
 * `stage IN (…)` the whole tab would have to be sorted.
 */
function pageIds(
  accountId: string,
  filter: Filter,
  page: { offset: number; limit: number },
  { more = [], columns = sortColumns }: { more?: readonly RawBuilder<unknown>[]; columns?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const where = [...conditions(accountId, filter), ...more];
  const most = page.offset + page.limit;
  const stages = stagesOf(filter);
  const order = inOrder(filter);
  const cut = sql`ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`;
  if (!stages) return sql`SELECT ${columns} FROM orders o WHERE ${and(where)} ${cut}`;
  if (stages.length === 0) return sql`SELECT ${columns} FROM orders o WHERE false`;
  const kinds = stages.map((stage) => sql`o.stage = ${stage}`);
  if (showsAdditions(filter)) kinds.push(additionsToPay(accountId));
  const parts = kinds.map(
    (kind) => sql`(SELECT ${columns} FROM orders o WHERE ${and([...where, kind])} ORDER BY ${order} LIMIT ${most})`,
  );
  return sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) o ${cut}`;
}

export type OrderListRow = {
  account_id: string;
  id: string;
  name: string;
  store: { id: string; name: string; platform: string };
  source: 'api' | 'file' | 'manual';
  placed_at: Date;
  customer: string | null;
  country: string | null;
  items: { title: string; variant_title: string | null; quantity: number; image_url: string | null }[];
  lines: number;
  units: number;
  financial_status: string;
  fulfillment_status: string;
  payment: string;
  stage: string;
  stage_since: Date;
  held: boolean;
  blocks: { code: string; owner: string; since: string; due_at: string | null; detail: Record<string, unknown> }[];
  currency: string;
  total: number;
  /** The tax in the total; null where the store has not told it. */
  tax: number | null;
  /** What its store paid back to the buyer; null where nothing, and of merged orders, which statistics leave out. */
  refunded: number | null;
  cost_goods: number | null;
  cost_freight: number | null;
  cost_fees: number | null;
  cost_total: number | null;
  cost_own_stock: number | null;
  cost_currency: string | null;
  /** The account's currency: that of each cost, and the one that sales are converted to. */
  wallet_currency: string;
  /** Given back by claims, which leaves its cost as it is; less than nothing is what a cancelled order cost all the same. */
  given_back: number;
  /** Units of the wallet's currency for one unit of the sale's; null while there is no rate. */
  sale_rate: string | null;
  sale_rate_day: string | null;
  sale_rate_source: 'ecb' | 'staff' | null;
  channel: { id: string; name: string } | null;
  ready_days: number | null;
  days_min: number | null;
  days_max: number | null;
  tracking: { carrier: string; number: string; url: string | null }[];
  paid_at: Date | null;
  shipped_at: Date | null;
  due_at: Date | null;
  promised: { from: string; by: string } | null;
  weight_g: number | null;
  risk: string | null;
  note: string | null;
  sample_of: { id: string; number: string } | null;
  watched: boolean;
  exceptions: { rule: AlertRule; since: string }[];
  claimed: boolean;
  tags: { tag: string; own: boolean }[];
  invoice: { id: string; number: string } | null;
  payment_request: { id: string; requested_by: { id: string; name: string } } | null;
  version: number;
};

/** Of the total of an order (`o`): the tax of its shop's order, less what went to other orders with their units. */
const orderTax = sql`CASE WHEN o.shop_tax IS NOT NULL OR o.moved_tax <> 0 THEN coalesce(o.shop_tax, 0) - o.moved_tax END`;

/** What a row of the list shows, for the orders of `picked(account_id, id)`; no query per row. */
export const listColumns = sql`
  o.account_id, o.id, o.name, json_build_object('id', s.id, 'name', s.name, 'platform', s.platform) AS store, o.source, o.placed_at,
  (SELECT r.name FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) AS customer,
  o.country, l.items, l.lines, o.units, o.financial_status, o.fulfillment_status, o.payment, o.stage, o.stage_since, o.held,
  (SELECT coalesce(json_agg(json_build_object('code', b.code, 'owner', b.owner, 'since', to_char(b.since, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'due_at', to_char(b.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'detail', b.detail) ORDER BY b.since, b.code), '[]')
     FROM order_blocks b WHERE o.blocked AND b.account_id = o.account_id AND b.order_id = o.id) AS blocks,
  o.currency, o.total, ${orderTax} AS tax,
  CASE WHEN o.stage <> 'merged' THEN nullif(o.shop_refunded, 0) END AS refunded, o.cost_goods, o.cost_freight, o.cost_fees, o.cost_total, o.cost_own_stock, o.cost_currency,
  (SELECT a.currency FROM accounts a WHERE a.id = o.account_id) AS wallet_currency,
  CASE WHEN o.paid_at IS NULL THEN 0 ELSE
    (SELECT coalesce(sum(CASE WHEN o.stage = 'cancelled' THEN i.credited - i.total ELSE i.claim_credited END), 0)::bigint FROM invoice_orders i
     WHERE i.account_id = o.account_id AND i.order_id = o.id AND i.part IS NOT NULL) END AS given_back,
  trim_scale(o.sale_rate)::text AS sale_rate, o.sale_rate_day::text AS sale_rate_day, o.sale_rate_source,
  (SELECT json_build_object('id', c.id, 'name', c.name) FROM channels c WHERE c.id = o.channel_id) AS channel, o.ready_days, o.days_min, o.days_max,
  (SELECT coalesce(json_agg(json_build_object('carrier', p.carrier, 'number', p.tracking_number, 'url', p.tracking_url) ORDER BY p.shipped_at, p.id), '[]')
     FROM parcels p WHERE o.shipped_at IS NOT NULL AND p.account_id = o.account_id AND p.order_id = o.id) AS tracking,
  o.paid_at, o.shipped_at, o.due_at AT TIME ZONE 'UTC' AS due_at,
  CASE WHEN o.promised_by IS NOT NULL THEN json_build_object('from', o.promised_from, 'by', o.promised_by) END AS promised, o.weight_g, o.risk, o.note, o.watched, o.claimed,
  (SELECT coalesce(json_agg(json_build_object('rule', w.rule, 'since', to_char(w.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY w.since, w.rule), '[]')
     FROM (SELECT k.rule, min(k.since) AS since FROM parcel_alerts k
           WHERE o.watched AND k.account_id = o.account_id AND k.order_id = o.id GROUP BY k.rule) w) AS exceptions,
  CASE WHEN o.quote_id IS NOT NULL THEN (SELECT json_build_object('id', q.id, 'number', 'Q-' || q.number) FROM quotes q
     WHERE q.account_id = o.account_id AND q.id = o.quote_id) END AS sample_of,
  (SELECT coalesce(json_agg(json_build_object('tag', g.tag, 'own', g.own) ORDER BY g.key), '[]')
     FROM order_tags g WHERE g.account_id = o.account_id AND g.order_id = o.id) AS tags,
  (SELECT json_build_object('id', n.id, 'number', 'INV-' || n.number) FROM invoice_orders io
     JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
     WHERE (o.paid_at IS NOT NULL OR o.payment = 'invoiced') AND io.account_id = o.account_id AND io.order_id = o.id AND io.part = 1) AS invoice,
  (SELECT json_build_object('id', r.id, 'requested_by', json_build_object('id', u.id, 'name', coalesce(nullif(u.nick_name, ''), u.username)))
     FROM payment_request_orders ro JOIN payment_requests r ON r.account_id = ro.account_id AND r.id = ro.request_id
     JOIN users u ON u.id = r.requested_by
     WHERE ro.account_id = o.account_id AND ro.order_id = o.id AND r.status = 'open' LIMIT 1) AS payment_request, o.version`;

const itemsShown = 4;

/** Joins that go with `listColumns`. */
export const listJoins = sql`
  JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS lines,
           coalesce(json_agg(json_build_object('title', i.title, 'variant_title', i.variant_title, 'quantity', i.quantity, 'image_url', i.image_url) ORDER BY i.position)
             FILTER (WHERE i.row <= ${sql.lit(itemsShown)}), '[]') AS items
    FROM (SELECT n.title, n.variant_title, CASE WHEN o.stage = 'cancelled' THEN n.quantity ELSE n.current_quantity END AS quantity, n.position, row_number() OVER (ORDER BY n.position, n.id) AS row,
                 coalesce('/api/pictures/' || sp.picture, n.image_url) AS image_url
          FROM order_lines n
          LEFT JOIN store_variants v ON v.account_id = n.account_id AND v.id = n.variant_id
          LEFT JOIN store_products sp ON sp.account_id = v.account_id AND sp.id = v.product_id
          WHERE n.account_id = o.account_id AND n.order_id = o.id AND (n.current_quantity > 0 OR o.stage = 'cancelled')) i) l`;

/** The statement of a page of the order list, for the test that looks at its plan. */
export function pageStatement(accountId: string, filter: Filter, page: { offset: number; limit: number }) {
  return sql<OrderListRow>`
    SELECT ${listColumns}
    FROM (${pageIds(accountId, filter, page)}) picked
    JOIN orders o ON o.account_id = ${accountId} AND o.id = picked.id ${listJoins}
    ORDER BY ${inOrder(filter)}`;
}

/** Where reading a list ended: it goes on behind it. */
export type Cursor = { at: string; id: string };

const behind = (at: RawBuilder<unknown>, after: Cursor | null) =>
  after ? [sql`(${at}, o.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : [];

type Looked = { looked: number; found: number; ids: string[]; at: string; id: string };

/** Looks for the orders that have the words among `most` of a list, the newest behind a cursor: the first `limit` of them. */
export function amongNewest(
  accountId: string,
  filter: Filter,
  words: readonly SearchWord[],
  { after, most, limit }: { after: Cursor | null; most: number; limit: number },
) {
  const all = { ...filter, search: { words: [] } }; // a list that is searched also shows what is sent with other orders
  const more = behind(sql.ref('o.placed_at'), after);
  const newest = pageIds(accountId, all, { offset: 0, limit: most }, { more, columns: sql`o.id, o.placed_at` });
  const { parts, has } = narrowing(accountId, words, 'newest');
  return sql<Looked>`
    WITH newest AS MATERIALIZED (${newest})${parts},
    matching AS MATERIALIZED (SELECT n.id, n.placed_at FROM newest n WHERE ${has(sql.ref('n.id'))})
    SELECT (SELECT count(*)::int FROM newest) AS looked, (SELECT count(*)::int FROM matching) AS found,
      ARRAY(SELECT m.id FROM matching m ORDER BY m.placed_at DESC, m.id DESC LIMIT ${limit}) AS ids,
      last.id, to_json(last.placed_at) #>> '{}' AS at
    FROM (SELECT n.id, n.placed_at FROM newest n ORDER BY n.placed_at, n.id LIMIT 1) last`;
}

type Page = { offset: number; limit: number };

/**
 * The ids of a page of a search, if they are found among the newest orders of the list, and how many match of those that were
 * looked at.
 */
export async function pageOfNewest(
  ctx: AccountCtx,
  filter: Filter,
  words: readonly SearchWord[],
  steps: readonly number[],
  page: Page,
): Promise<{ ids: string[] | null; seen: Seen }> {
  const wanted = page.offset + page.limit;
  const ids: string[] = [];
  const seen = { n: 0, exact: false, looked: 0 };
  let after: Cursor | null = null;
  for (const step of steps) {
    const most = Math.max(step, 3 * wanted) - seen.looked;
    if (most <= 0) continue;
    const statement = amongNewest(ctx.account, filter, words, { after, most, limit: wanted - ids.length });
    const [last]: Looked[] = (await statement.execute(ctx.db)).rows;
    ids.push(...(last?.ids ?? []));
    seen.n += last?.found ?? 0;
    seen.looked += last?.looked ?? 0;
    seen.exact = !last || last.looked < most;
    if (seen.exact || ids.length === wanted) return { ids: ids.slice(page.offset), seen };
    after = last ?? null;
  }
  return { ids: null, seen };
}

/** A page of the list, and how many of its orders were seen on the way if a search had to look through them. */
export async function findPage(
  ctx: AccountCtx,
  filter: Filter,
  page: Page,
): Promise<{ rows: OrderListRow[]; seen?: Seen }> {
  const { search } = filter;
  const ways = search && isNewestFirst(filter) ? quickerWays(search) : { newest: [] };
  const words = search && 'words' in search ? search.words : [];
  const { ids, seen } = await pageOfNewest(ctx, filter, words, ways.newest, page);
  if (ids) return { rows: ids.length === 0 ? [] : await findByIds(ctx, ids), seen };
  const quickest: Search | undefined = ways.byIds ?? search;
  const { rows } = await pageStatement(ctx.account, { ...filter, search: quickest }, page).execute(ctx.db);
  return { rows, seen };
}

/**
 * The statement of a batch of orders behind a cursor, newest first; for exports and bulk actions, which read all of a list. The
 * frequent words of a search are asked of each order of the batch, which may leave few of them: those with `matches`.
 */
export function batchStatement(accountId: string, filter: Filter, after: Cursor | null, limit: number) {
  const at = dateColumn(filter);
  const apart = filter.search && frequentApart(filter.search);
  const read = { ...filter, sort: undefined, search: apart ? apart.search : filter.search };
  return sql<Cursor & { matches: boolean }>`
    SELECT o.id, to_json(${at}) #>> '{}' AS at, ${apart ? hasEach(accountId, apart.frequent) : sql`true`} AS matches
    FROM (${pageIds(accountId, read, { offset: 0, limit }, { more: behind(at, after) })}) o ORDER BY ${at} DESC, o.id DESC`;
}

/** Rows of the list for these orders, in their sequence. */
export async function findByIds(ctx: AccountCtx, ids: readonly string[]): Promise<OrderListRow[]> {
  const { rows } = await sql<OrderListRow>`
    SELECT ${listColumns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS picked (id, place)
    JOIN orders o ON o.account_id = ${ctx.account} AND o.id = picked.id ${listJoins} ORDER BY picked.place`.execute(
    ctx.db,
  );
  return rows;
}

/** Which words of a pasted list belong to an order of these stores. */
export async function knownTerms(
  ctx: AccountCtx,
  terms: readonly string[],
  { stores }: Pick<Filter, 'stores'>,
): Promise<Set<string>> {
  const ours = stores
    ? sql`JOIN orders o ON o.account_id = t.account_id AND o.id = t.order_id AND o.store_id = ANY(${stores}::uuid[])`
    : sql``;
  const { rows } = await sql<{ term: string }>`
    SELECT w.term FROM unnest(${terms}::text[]) AS w(term)
    WHERE EXISTS (SELECT 1 FROM order_terms t ${ours} WHERE t.account_id = ${ctx.account} AND t.term = w.term)`.execute(
    ctx.db,
  );
  return new Set(rows.map((row) => row.term));
}

type ExportLine = {
  order_id: string;
  sku: string;
  title: string;
  variant_title: string | null;
  quantity: number;
  shipped_quantity: number;
  unit_price: number | null;
  unit_cost: number | null;
};

/** An order beside one of its lines. */
export type LineExportRow = OrderListRow & { line: ExportLine };

/** The lines that these orders still have, in the sequence of each. */
export async function findExportLines(ctx: AccountCtx, orderIds: readonly string[]): Promise<ExportLine[]> {
  const { rows } = await sql<ExportLine>`
    SELECT l.order_id, l.sku, l.title, l.variant_title, l.current_quantity AS quantity, l.shipped_quantity, l.unit_price, l.unit_cost
    FROM order_lines l
    WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${[...orderIds]}::uuid[]) AND l.current_quantity > 0
    ORDER BY l.order_id, l.position, l.id`.execute(ctx.db);
  return rows;
}
