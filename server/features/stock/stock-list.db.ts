import { sql } from 'kysely';
import { type MovementKind, usualRefillDays } from '#contract/stock-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import { providerAccount } from './stock-reserve.db.ts';

type Page = { offset: number; limit: number };
export type LevelFilter = { low: boolean; q: string | undefined };
export type LevelRow = {
  sku: { id: string; code: string; title: string; picture_url: string | null };
  warehouse: { id: string; code: string; name: string };
  on_hand: number;
  occupied: number;
  committed: number;
  available: number;
  damaged: number;
  incoming: number;
  eta: string | null;
  sold_7: number | null;
  sold_30: number | null;
  sold_7_everywhere: number;
  sold_everywhere: number;
  /** Available in all warehouses. */
  available_everywhere: number;
  value: number;
  currency: string;
  ages: number[];
  variants: number;
  low: boolean;
  running_out: boolean;
  low_threshold: number | null;
  lead_days: number | null;
};

/** SKUs by the beginning of their code; with a whole code that is one row per warehouse. */
function matching(accountId: string, { low, q }: LevelFilter) {
  const code = q?.trim().toUpperCase();
  return sql<boolean>`l.account_id = ${accountId}
    AND ${code ? sql<boolean>`l.code >= ${code} AND l.code < ${`${code}\u{10FFFF}`}` : sql<boolean>`true`}
    AND ${low ? sql<boolean>`l.sku_id IN (SELECT sku_id FROM stock_skus WHERE account_id = ${accountId} AND (low OR running_out))` : sql<boolean>`true`}`;
}

const names = sql`
  json_build_object('id', c.id, 'code', c.code, 'title', c.title, 'picture_url', '/api/pictures/' || c.picture) AS sku,
  json_build_object('id', w.id, 'code', w.code, 'name', w.name) AS warehouse`;

/** A page of levels in the sequence of codes. Sales, value and age are computed for its rows alone. */
export function levelsStatement(ctx: AccountCtx, filter: LevelFilter, page: Page) {
  const today = ctx.now.toISOString().slice(0, 10);
  return sql<LevelRow>`
    WITH page AS (
      SELECT l.* FROM stock_levels l WHERE ${matching(ctx.account, filter)}
      ORDER BY l.code, l.warehouse_id OFFSET ${page.offset} LIMIT ${page.limit}
    )
    SELECT ${names}, l.on_hand, l.reserved AS occupied, l.committed, l.available, l.damaged, coming.incoming, coming.eta,
           CASE WHEN shelves.n = 1 THEN sold.sold_7 END AS sold_7, CASE WHEN shelves.n = 1 THEN sold.sold_30 END AS sold_30,
           sold.sold_7 AS sold_7_everywhere, sold.sold_30 AS sold_everywhere, shelves.available AS available_everywhere,
           layers.value, a.currency, layers.ages, s.low, s.running_out, s.low_threshold, s.lead_days,
           (SELECT count(DISTINCT m.variant_id)::int FROM mapping_components m
              JOIN store_variants v ON v.account_id = m.account_id AND v.id = m.variant_id AND v.mapping_version = m.version
              WHERE m.account_id = l.account_id AND m.catalog_sku_id = l.sku_id) AS variants
    FROM page l
    JOIN accounts a ON a.id = l.account_id
    JOIN catalog_skus c ON c.id = l.sku_id
    JOIN warehouses w ON w.id = l.warehouse_id
    JOIN stock_skus s ON s.account_id = l.account_id AND s.sku_id = l.sku_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(n.quantity - n.received), 0)::int AS incoming, min(o.eta)::text AS eta
      FROM stock_order_lines n JOIN stock_orders o ON o.account_id = n.account_id AND o.id = n.stock_order_id
      WHERE n.account_id = l.account_id AND n.sku_id = l.sku_id AND n.received < n.quantity AND o.warehouse_id = l.warehouse_id
        AND o.status IN ('partly_paid', 'producing', 'inbound', 'receiving')
    ) coming
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.pieces) FILTER (WHERE d.day > ${today}::date - 7), 0)::int AS sold_7, coalesce(sum(d.pieces), 0)::int AS sold_30
      FROM sku_sales_days d WHERE d.account_id = l.account_id AND d.sku_id = l.sku_id AND d.day > ${today}::date - 30
    ) sold
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS n, sum(x.available)::int AS available FROM stock_levels x
      WHERE x.account_id = l.account_id AND x.sku_id = l.sku_id
    ) shelves
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(n.pieces * coalesce(n.unit_cost, 0)), 0)::bigint AS value,
             json_build_array(
               coalesce(sum(n.pieces) FILTER (WHERE n.days <= 30), 0),
               coalesce(sum(n.pieces) FILTER (WHERE n.days > 30 AND n.days <= 60), 0),
               coalesce(sum(n.pieces) FILTER (WHERE n.days > 60 AND n.days <= 90), 0),
               coalesce(sum(n.pieces) FILTER (WHERE n.days > 90), 0)) AS ages
      FROM (
        SELECT least(m.qty, l.on_hand - (m.run - m.qty)) AS pieces, m.unit_cost, ${today}::date - (m.layer_at AT TIME ZONE 'UTC')::date AS days
        FROM (SELECT qty, unit_cost, layer_at, sum(qty) OVER (ORDER BY layer_at DESC, id DESC) AS run FROM stock_movements
              WHERE account_id = l.account_id AND sku_id = l.sku_id AND warehouse_id = l.warehouse_id AND qty > 0) m
        WHERE m.run - m.qty < l.on_hand
      ) n
    ) layers
    ORDER BY l.code, l.warehouse_id`;
}

/** How many levels there are, in all or only those of low SKUs; counted up to `most`. */
export async function countLevels(ctx: AccountCtx, filter: LevelFilter, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM stock_levels l WHERE ${matching(ctx.account, filter)}`, most + 1);
}

/** What lay on these shelves at that moment, by the journal. */
export async function findLevelsAsOf(
  ctx: AccountCtx,
  skuIds: readonly string[],
  until: Date,
): Promise<{ sku_id: string; warehouse_id: string; on_hand: number; damaged: number }[]> {
  const { rows } = await sql<{ sku_id: string; warehouse_id: string; on_hand: number; damaged: number }>`
    SELECT sku_id, warehouse_id, sum(qty)::int AS on_hand, sum(damaged_qty)::int AS damaged FROM stock_movements
    WHERE account_id = ${ctx.account} AND sku_id = ANY(${skuIds}::uuid[]) AND at < ${until}
    GROUP BY sku_id, warehouse_id`.execute(ctx.db);
  return rows;
}

export type MovementFilter = {
  kind?: MovementKind | undefined;
  sku_id?: string | undefined;
  q?: string | undefined;
  reference?: string | undefined;
  days?: Span | undefined;
  until: Date | null;
};

/** Of one account, or (for staff) of all. */
function movementsMatching(accountId: string | null, { kind, sku_id, q, reference, days, until }: MovementFilter) {
  const code = q?.trim().toUpperCase();
  const account = accountId === null ? [] : [sql`account_id = ${accountId}`];
  const skus = () =>
    sql`SELECT sku_id FROM stock_levels WHERE ${sql.join([...account, sql`code >= ${code}`, sql`code < ${`${code}\u{10FFFF}`}`], sql` AND `)}`;
  const conditions = [
    ...(accountId === null ? [] : [sql`m.account_id = ${accountId}`]),
    ...(kind ? [sql`m.kind = ${kind}`] : []),
    ...(sku_id ? [sql`m.sku_id = ${sku_id}`] : []),
    ...(reference ? [sql`m.ref_label <> '' AND m.ref_label = ${reference}`] : []),
    ...(code ? [sql`m.sku_id IN (${skus()})`] : []),
    ...within('m.at', days),
    ...(until ? [sql`m.at < ${until}`] : []),
    sql`true`,
  ];
  return sql.join(conditions, sql` AND `);
}

export type MovementRow = Pick<LevelRow, 'sku' | 'warehouse'> & {
  id: string;
  at: Date;
  kind: MovementKind;
  qty: number;
  damaged_qty: number;
  balance_after: number;
  reference: string;
  subject: { kind: 'orders' | 'stock_orders'; id: string } | null;
  reason: string;
  actor: string | null;
  client: { id: string; number: number; name: string };
};

/**
 * A page of the journal, newest first, of one account or (for staff) of all. What lay on a shelf after each movement is what lies
 * there now without what came later: so the newest pages, which are read most, look at little.
 */
export function movementsStatement(accountId: string | null, filter: MovementFilter, page: Page) {
  return sql<MovementRow>`
    WITH page AS MATERIALIZED (
      SELECT m.* FROM stock_movements m WHERE ${movementsMatching(accountId, filter)}
      ORDER BY m.at DESC, m.id DESC OFFSET ${page.offset} LIMIT ${page.limit}
    ), later AS (
      SELECT v.account_id, v.id, l.on_hand - coalesce(sum(v.qty) OVER (PARTITION BY v.account_id, v.sku_id, v.warehouse_id
        ORDER BY v.at DESC, v.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS balance_after
      FROM (SELECT account_id, sku_id, warehouse_id, min(at) AS since FROM page GROUP BY 1, 2, 3) s
      JOIN stock_levels l ON l.account_id = s.account_id AND l.sku_id = s.sku_id AND l.warehouse_id = s.warehouse_id
      JOIN stock_movements v ON v.account_id = s.account_id AND v.sku_id = s.sku_id AND v.warehouse_id = s.warehouse_id AND v.at >= s.since
    )
    SELECT m.id, m.at, ${names}, m.kind, m.qty, m.damaged_qty, later.balance_after::int, m.ref_label AS reference,
      CASE WHEN m.ref_kind IN ('orders', 'stock_orders') THEN json_build_object('kind', m.ref_kind, 'id', m.ref_id) END AS subject,
      m.reason, m.actor_name AS actor, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client
    FROM page m
    JOIN later ON later.account_id = m.account_id AND later.id = m.id
    JOIN accounts a ON a.id = m.account_id
    JOIN catalog_skus c ON c.id = m.sku_id
    JOIN warehouses w ON w.id = m.warehouse_id
    ORDER BY m.at DESC, m.id DESC`;
}

export async function countMovements(
  ctx: Ctx,
  accountId: string | null,
  filter: MovementFilter,
  most: number,
): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM stock_movements m WHERE ${movementsMatching(accountId, filter)}`, most + 1);
}

export function findWarehouses(ctx: Ctx) {
  return ctx.db
    .selectFrom('warehouses')
    .select(['id', 'code', 'name'])
    .where('active', '=', true)
    .orderBy('position')
    .execute();
}

/** Sets what the client wants to hear of; answers whether the client has that SKU. */
export async function saveAlert(
  ctx: AccountCtx,
  skuId: string,
  alert: { low_threshold: number | null; lead_days: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('stock_skus')
    .set(({ eb }) => ({ ...alert, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('sku_id', '=', skuId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the SKU may lie in this client's stock, and both exist. */
export async function mayStock(ctx: AccountCtx, skuId: string): Promise<boolean> {
  const { rows } = await sql<object>`
    SELECT 1 FROM catalog_skus s JOIN accounts a ON a.id = ${ctx.account}
    WHERE s.id = ${skuId} AND (s.owner_account_id IS NULL OR s.owner_account_id = a.id)`.execute(ctx.db);
  return rows.length > 0;
}

/** What there is of a SKU for an account: its own pieces by warehouse, and what is free of those kept for everybody. */
type SkuStock = {
  sku_id: string;
  low: boolean;
  own: {
    warehouse: { id: string; code: string; name: string };
    on_hand: number;
    occupied: number;
    committed: number;
    available: number;
  }[];
  shared: { warehouse: { id: string; code: string; name: string }; available: number }[];
};

const warehouse = sql`'warehouse', json_build_object('id', w.id, 'code', w.code, 'name', w.name), 'available', l.available`;

/** Stock of these SKUs, for features that show it beside their own rows; SKUs that were never kept are left out. */
export async function stockOfSkus(ctx: AccountCtx, skuIds: readonly string[]): Promise<SkuStock[]> {
  if (skuIds.length === 0) return [];
  const own = sql`l.account_id = ${ctx.account}`;
  const { rows } = await sql<SkuStock>`
    SELECT l.sku_id, coalesce(bool_or(s.low OR s.running_out), false) AS low,
      coalesce(json_agg(json_build_object(${warehouse}, 'on_hand', l.on_hand, 'occupied', l.reserved, 'committed', l.committed)
        ORDER BY w.position, w.id) FILTER (WHERE ${own}), '[]') AS own,
      coalesce(json_agg(json_build_object(${warehouse}) ORDER BY w.position, w.id) FILTER (WHERE NOT ${own}), '[]') AS shared
    FROM stock_levels l
    JOIN warehouses w ON w.id = l.warehouse_id
    LEFT JOIN stock_skus s ON s.account_id = ${ctx.account} AND s.sku_id = l.sku_id
    WHERE l.account_id IN (${ctx.account}, ${providerAccount}) AND l.sku_id = ANY(${[...skuIds]}::uuid[])
    GROUP BY l.sku_id`.execute(ctx.db);
  return rows;
}

type Crossing = {
  sku_id: string;
  code: string;
  title: string;
  available: number;
  threshold: number;
  wanting: boolean;
  orders: number;
};

/** Pieces of a SKU (`s`) that were sold in 30 days. */
const sold30 = (ctx: Ctx) => sql`(SELECT coalesce(sum(d.pieces), 0) FROM sku_sales_days d
  WHERE d.account_id = s.account_id AND d.sku_id = s.sku_id AND d.day > ${ctx.now.toISOString().slice(0, 10)}::date - 30)`;

/** Whether a SKU (`s`) with levels (`l`) and sales (`sold`) is sold out before a refill would be there: as `coverDays` counts them. */
const runsOut = sql`coalesce(sold.n > 0 AND l.available > 0 AND floor(l.available * 30 / sold.n) < coalesce(s.lead_days, ${usualRefillDays}::int), false)`;

/** Brings up to date which SKUs run out, of all clients: sales move on with the days. */
export async function refreshRunningOut(ctx: Ctx): Promise<void> {
  await sql`
    UPDATE stock_skus k SET running_out = n.running_out
    FROM (
      SELECT s.account_id, s.sku_id, ${runsOut} AS running_out FROM stock_skus s
      JOIN (SELECT account_id, sku_id, sum(available)::int AS available FROM stock_levels GROUP BY 1, 2) l
        ON l.account_id = s.account_id AND l.sku_id = s.sku_id
      CROSS JOIN LATERAL (SELECT ${sold30(ctx)} AS n) sold) n
    WHERE k.account_id = n.account_id AND k.sku_id = n.sku_id AND k.running_out <> n.running_out`.execute(ctx.db);
}

/** Brings the states of these SKUs up to date; answers those that have just become low, or empty while orders wait. */
export async function crossings(ctx: AccountCtx, skuIds: readonly string[]): Promise<Crossing[]> {
  const { rows } = await sql<Crossing>`
    WITH levels AS (
      SELECT sku_id, sum(available)::int AS available FROM stock_levels
      WHERE account_id = ${ctx.account} AND sku_id = ANY(${skuIds}::uuid[]) GROUP BY sku_id
    ), waiting AS (
      SELECT sku_id, count(*)::int AS orders FROM stock_waits
      WHERE account_id = ${ctx.account} AND sku_id = ANY(${skuIds}::uuid[]) GROUP BY sku_id
    ), states AS (
      SELECT s.sku_id, s.low AS was_low, s.wanting AS was_wanting, l.available, s.low_threshold, coalesce(w.orders, 0) AS orders,
             s.low_threshold IS NOT NULL AND l.available <= s.low_threshold AS low,
             l.available = 0 AND w.orders IS NOT NULL AS wanting, s.running_out AS was_running_out, ${runsOut} AS running_out
      FROM stock_skus s
      JOIN levels l ON l.sku_id = s.sku_id
      LEFT JOIN waiting w ON w.sku_id = s.sku_id
      CROSS JOIN LATERAL (SELECT ${sold30(ctx)} AS n) sold
      WHERE s.account_id = ${ctx.account} AND s.sku_id = ANY(${skuIds}::uuid[])
    ), changed AS (
      UPDATE stock_skus s SET low = n.low, wanting = n.wanting, running_out = n.running_out FROM states n
      WHERE s.account_id = ${ctx.account} AND s.sku_id = n.sku_id AND (s.low <> n.low OR s.wanting <> n.wanting OR s.running_out <> n.running_out)
      RETURNING s.sku_id
    )
    SELECT n.sku_id, c.code, c.title, n.available, coalesce(n.low_threshold, 0) AS threshold, n.orders,
           n.wanting AND NOT n.was_wanting AS wanting
    FROM states n JOIN changed USING (sku_id) JOIN catalog_skus c ON c.id = n.sku_id
    WHERE (n.low AND NOT n.was_low) OR (n.wanting AND NOT n.was_wanting)
    ORDER BY c.code`.execute(ctx.db);
  return rows;
}

type DeadSku = { account_id: string; sku_id: string; code: string; title: string; available: number };

/**
 * Brings up to date which SKUs have pieces older than 90 days and sold none since, of all clients; answers those that
 * have just become so. What left is taken to have come first; a transfer makes nothing younger.
 */
export async function deadStock(ctx: Ctx): Promise<DeadSku[]> {
  const today = ctx.now.toISOString().slice(0, 10);
  const { rows } = await sql<DeadSku>`
    WITH held AS (
      SELECT account_id, sku_id, sum(on_hand) AS on_hand, sum(available)::int AS available FROM stock_levels
      WHERE on_hand > 0 GROUP BY account_id, sku_id
    ), judged AS (
      SELECT s.account_id, s.sku_id, coalesce(h.available, 0) AS available,
        h.on_hand > coalesce((SELECT sum(m.qty) FROM stock_movements m
          WHERE m.account_id = s.account_id AND m.sku_id = s.sku_id AND m.qty > 0 AND m.kind <> 'transfer_in'
            AND m.layer_at > ${today}::date - 90), 0)
        AND NOT EXISTS (SELECT 1 FROM sku_sales_days d
          WHERE d.account_id = s.account_id AND d.sku_id = s.sku_id AND d.day > ${today}::date - 90) AS dead
      FROM stock_skus s LEFT JOIN held h ON h.account_id = s.account_id AND h.sku_id = s.sku_id
    ), changed AS (
      UPDATE stock_skus s SET dead_since = CASE WHEN n.dead THEN ${today}::date END FROM judged n
      WHERE s.account_id = n.account_id AND s.sku_id = n.sku_id AND coalesce(n.dead, false) <> (s.dead_since IS NOT NULL)
      RETURNING s.account_id, s.sku_id, n.available, s.dead_since
    )
    SELECT n.account_id, n.sku_id, c.code, c.title, n.available FROM changed n JOIN catalog_skus c ON c.id = n.sku_id
    WHERE n.dead_since IS NOT NULL ORDER BY n.account_id, c.code`.execute(ctx.db);
  return rows;
}
