import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { OrderTab, Stage } from '#contract/orders.ts';
import type { Ctx } from '#server/db/context.ts';
import { endOfPrefix } from './order-terms.ts';

export type Filter = {
  tab: OrderTab;
  /** Stores the reader may see, narrowed by the chosen one; null means all. */
  stores: readonly string[] | null;
  country?: string | undefined;
  block?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Prefixes; an order with any of them matches. */
  terms: readonly string[];
  /** `placed_at` puts the oldest first; anything else the newest. */
  sort?: string | undefined;
};

const stagesOf: Partial<Record<OrderTab, readonly Stage[]>> = {
  quoting: ['quoting'],
  to_pay: ['awaiting_payment', 'paying'],
  processing: ['processing', 'ready_to_ship'],
  shipped: ['partially_shipped', 'shipped'],
  delivered: ['delivered', 'closed'],
  cancelled: ['cancelled'],
};
const actionable = ['imported', 'quoting', 'awaiting_payment', 'processing', 'ready_to_ship', 'partially_shipped'];

const and = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` AND `);
const byNewest = sql`o.placed_at DESC, o.id DESC`;
const inOrder = ({ sort }: Filter) => (sort === 'placed_at' ? sql`o.placed_at, o.id` : byNewest);

function termRanges(terms: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    terms.map((term) => sql`(t.term >= ${term} AND t.term < ${endOfPrefix(term)})`),
    sql` OR `,
  );
}

function conditions(accountId: string, filter: Filter): RawBuilder<unknown>[] {
  const parts = [sql`o.account_id = ${accountId}`];
  if (filter.stores)
    parts.push(
      filter.stores.length === 1
        ? sql`o.store_id = ${filter.stores[0]}`
        : sql`o.store_id = ANY(${filter.stores}::uuid[])`,
    );
  if (filter.tab === 'action_needed') parts.push(sql`o.blocked`, sql`o.stage = ANY(${actionable}::text[])`);
  if (filter.tab === 'on_hold') parts.push(sql`o.held`);
  if (filter.tab === 'watch') parts.push(sql`o.watched`);
  if (filter.tab === 'claims') parts.push(sql`o.claimed`);
  if (filter.country) parts.push(sql`o.country = ${filter.country}`);
  if (filter.from) parts.push(sql`o.placed_at >= ${filter.from}::date`);
  if (filter.to) parts.push(sql`o.placed_at < ${filter.to}::date + 1`);
  if (filter.ids?.length) parts.push(sql`o.id = ANY(${filter.ids}::uuid[])`);
  if (filter.block) {
    parts.push(
      sql`EXISTS (SELECT 1 FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id AND b.code = ${filter.block})`,
    );
  }
  if (filter.terms.length > 0) {
    parts.push(
      sql`o.id IN (SELECT t.order_id FROM order_terms t WHERE t.account_id = ${accountId} AND (${termRanges(filter.terms)}))`,
    );
  }
  return parts;
}

/**
 * Ids of a page, newest first. A tab of two stages is read from the index stage by stage and merged: with
 * `stage IN (…)` the whole tab would have to be sorted.
 */
function pageIds(
  accountId: string,
  filter: Filter,
  page: { offset: number; limit: number },
  more: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  const where = [...conditions(accountId, filter), ...more];
  const most = page.offset + page.limit;
  const stages = stagesOf[filter.tab];
  if (!stages)
    return sql`SELECT o.id, o.placed_at FROM orders o WHERE ${and(where)} ORDER BY ${inOrder(filter)} OFFSET ${page.offset} LIMIT ${page.limit}`;
  const parts = stages.map(
    (stage) =>
      sql`(SELECT o.id, o.placed_at FROM orders o WHERE ${and([...where, sql`o.stage = ${stage}`])} ORDER BY ${inOrder(filter)} LIMIT ${most})`,
  );
  return sql`SELECT o.id, o.placed_at FROM (${sql.join(parts, sql` UNION ALL `)}) o ORDER BY ${inOrder(filter)} OFFSET ${page.offset} LIMIT ${page.limit}`;
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
  blocks: { code: string; owner: string; since: string; detail: Record<string, unknown> }[];
  currency: string;
  total: number;
  cost_goods: number | null;
  cost_freight: number | null;
  cost_fees: number | null;
  cost_total: number | null;
  cost_currency: string | null;
  channel: { id: string; name: string } | null;
  days_min: number | null;
  days_max: number | null;
  tracking: { carrier: string; number: string; url: string | null }[];
  paid_at: Date | null;
  version: number;
};

/** What a row of the list shows, for the orders of `picked(account_id, id)`; no query per row. */
export const listColumns = sql`
  o.account_id, o.id, o.name, json_build_object('id', s.id, 'name', s.name, 'platform', s.platform) AS store, o.source, o.placed_at,
  (SELECT r.name FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) AS customer,
  o.country, l.items, l.lines, o.units, o.financial_status, o.fulfillment_status, o.payment, o.stage, o.stage_since, o.held,
  (SELECT coalesce(json_agg(json_build_object('code', b.code, 'owner', b.owner, 'since', to_char(b.since, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'detail', b.detail) ORDER BY b.since, b.code), '[]')
     FROM order_blocks b WHERE o.blocked AND b.account_id = o.account_id AND b.order_id = o.id) AS blocks,
  o.currency, o.total, o.cost_goods, o.cost_freight, o.cost_fees, o.cost_total, o.cost_currency,
  (SELECT json_build_object('id', c.id, 'name', c.name) FROM channels c WHERE c.id = o.channel_id) AS channel, o.days_min, o.days_max,
  (SELECT coalesce(json_agg(json_build_object('carrier', p.carrier, 'number', p.tracking_number, 'url', p.tracking_url) ORDER BY p.shipped_at, p.id), '[]')
     FROM parcels p WHERE o.shipped_at IS NOT NULL AND p.account_id = o.account_id AND p.order_id = o.id) AS tracking,
  o.paid_at, o.version`;

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

export async function findPage(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<OrderListRow[]> {
  return (await pageStatement(accountId, filter, page).execute(ctx.db)).rows;
}

/** Where a batch ended: the next one begins behind it. */
export type Cursor = { placed_at: string; id: string };

/** The statement of a batch of orders behind a cursor, newest first; for exports and bulk acts, which read all of a list. */
export function batchStatement(accountId: string, filter: Filter, after: Cursor | null, limit: number) {
  const behind = after ? [sql`(o.placed_at, o.id) < (${after.placed_at}::timestamptz, ${after.id}::uuid)`] : [];
  return sql<{ id: string; placed_at: string }>`
    SELECT id, to_json(placed_at) #>> '{}' AS placed_at
    FROM (${pageIds(accountId, { ...filter, sort: undefined }, { offset: 0, limit }, behind)}) o ORDER BY o.placed_at DESC, o.id DESC`;
}

/** Rows of the list for these orders, newest first. */
export async function findByIds(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<OrderListRow[]> {
  const { rows } = await sql<OrderListRow>`
    SELECT ${listColumns} FROM unnest(${ids}::uuid[]) AS picked (id)
    JOIN orders o ON o.account_id = ${accountId} AND o.id = picked.id ${listJoins} ORDER BY ${byNewest}`.execute(
    ctx.db,
  );
  return rows;
}

/** How many orders match, counted no further than `most`. */
export async function countMatching(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  most = maxListDepth + 1,
): Promise<number> {
  const stages = stagesOf[filter.tab];
  const where = conditions(accountId, filter);
  if (stages) where.push(sql`o.stage = ANY(${stages}::text[])`);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM orders o WHERE ${and(where)} LIMIT ${most}) found`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Orders per tab, from the counters kept by trigger. */
export async function tabCounts(
  ctx: Ctx,
  accountId: string,
  stores: readonly string[] | null,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ tab: string; n: number }>`
    SELECT tab, sum(n)::int AS n FROM order_tab_counts
    WHERE account_id = ${accountId} ${stores ? sql`AND store_id = ANY(${stores}::uuid[])` : sql``}
    GROUP BY tab`.execute(ctx.db);
  return Object.fromEntries(rows.map((row) => [row.tab, row.n]));
}

/** Accounts whose counters have many rows. */
export async function accountsToFold(ctx: Ctx, atLeast: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM order_tab_counts GROUP BY account_id HAVING count(*) >= ${atLeast}`.execute(ctx.db);
  return rows.map((row) => row.account_id);
}

/** Replaces the rows of an account's counters by their sums; writers only ever add rows, so nothing is lost. */
export async function foldCounts(ctx: Ctx, accountId: string): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM order_tab_counts WHERE account_id = ${accountId} RETURNING store_id, tab, n)
    INSERT INTO order_tab_counts (account_id, store_id, tab, n)
    SELECT ${accountId}, store_id, tab, sum(n) FROM gone GROUP BY store_id, tab HAVING sum(n) <> 0`.execute(ctx.db);
}
