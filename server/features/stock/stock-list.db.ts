import { sql } from 'kysely';
import type { MovementKind } from '#contract/stock-rules.ts';
import type { Ctx } from '#server/db/context.ts';

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
  sold_7: number;
  sold_30: number;
  value: number;
  currency: string;
  ages: number[];
  variants: number;
  low: boolean;
  low_threshold: number | null;
  lead_days: number | null;
};

/** SKUs by the beginning of their code; with a whole code that is one row per warehouse. */
function matching(accountId: string, { low, q }: LevelFilter) {
  const code = q?.trim().toUpperCase();
  return sql<boolean>`l.account_id = ${accountId}
    AND ${code ? sql<boolean>`l.code >= ${code} AND l.code < ${`${code}\u{10FFFF}`}` : sql<boolean>`true`}
    AND ${low ? sql<boolean>`l.sku_id IN (SELECT sku_id FROM stock_skus WHERE account_id = ${accountId} AND low)` : sql<boolean>`true`}`;
}

const names = sql`
  json_build_object('id', c.id, 'code', c.code, 'title', c.title, 'picture_url', '/api/pictures/' || c.picture) AS sku,
  json_build_object('id', w.id, 'code', w.code, 'name', w.name) AS warehouse`;

/** A page of levels in the sequence of codes. Sales, value and age are computed for its rows alone. */
export function levelsStatement(ctx: Ctx, accountId: string, filter: LevelFilter, page: Page) {
  const today = ctx.now.toISOString().slice(0, 10);
  return sql<LevelRow>`
    WITH page AS (
      SELECT l.* FROM stock_levels l WHERE ${matching(accountId, filter)}
      ORDER BY l.code, l.warehouse_id OFFSET ${page.offset} LIMIT ${page.limit}
    )
    SELECT ${names}, l.on_hand, l.reserved AS occupied, l.committed, l.available, l.damaged, coming.incoming, coming.eta, sold.sold_7, sold.sold_30,
           layers.value, a.currency, layers.ages, s.low, s.low_threshold, s.lead_days,
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
export async function countLevels(ctx: Ctx, accountId: string, filter: LevelFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM stock_levels l WHERE ${matching(accountId, filter)} LIMIT ${most + 1}) few`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

/** What lay on these shelves at that moment, by the journal. */
export async function findLevelsAsOf(
  ctx: Ctx,
  accountId: string,
  skuIds: readonly string[],
  until: Date,
): Promise<{ sku_id: string; warehouse_id: string; on_hand: number; damaged: number }[]> {
  const { rows } = await sql<{ sku_id: string; warehouse_id: string; on_hand: number; damaged: number }>`
    SELECT sku_id, warehouse_id, sum(qty)::int AS on_hand, sum(damaged_qty)::int AS damaged FROM stock_movements
    WHERE account_id = ${accountId} AND sku_id = ANY(${skuIds}::uuid[]) AND at < ${until}
    GROUP BY sku_id, warehouse_id`.execute(ctx.db);
  return rows;
}

export type MovementFilter = {
  kind?: MovementKind | undefined;
  sku_id?: string | undefined;
  q?: string | undefined;
  until: Date | null;
};

function movementsMatching(accountId: string, { kind, sku_id, q, until }: MovementFilter) {
  const code = q?.trim().toUpperCase();
  return sql<boolean>`m.account_id = ${accountId}
    AND ${kind ? sql<boolean>`m.kind = ${kind}` : sql<boolean>`true`}
    AND ${sku_id ? sql<boolean>`m.sku_id = ${sku_id}` : sql<boolean>`true`}
    AND ${code ? sql<boolean>`m.sku_id IN (SELECT sku_id FROM stock_levels WHERE account_id = ${accountId} AND code >= ${code} AND code < ${`${code}\u{10FFFF}`})` : sql<boolean>`true`}
    AND ${until ? sql<boolean>`m.at < ${until}` : sql<boolean>`true`}`;
}

export type MovementRow = Pick<LevelRow, 'sku' | 'warehouse'> & {
  id: string;
  at: Date;
  kind: MovementKind;
  qty: number;
  damaged_qty: number;
  reference: string;
  reason: string;
  actor: string | null;
};

/** A page of the journal, newest first. */
export function movementsStatement(accountId: string, filter: MovementFilter, page: Page) {
  return sql<MovementRow>`
    SELECT m.id, m.at, ${names}, m.kind, m.qty, m.damaged_qty, m.ref_label AS reference, m.reason, m.actor_name AS actor
    FROM stock_movements m
    JOIN catalog_skus c ON c.id = m.sku_id
    JOIN warehouses w ON w.id = m.warehouse_id
    WHERE ${movementsMatching(accountId, filter)}
    ORDER BY m.at DESC, m.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`;
}

export async function countMovements(
  ctx: Ctx,
  accountId: string,
  filter: MovementFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM stock_movements m WHERE ${movementsMatching(accountId, filter)} LIMIT ${most + 1}) few`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
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
  ctx: Ctx,
  accountId: string,
  skuId: string,
  alert: { low_threshold: number | null; lead_days: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('stock_skus')
    .set(({ eb }) => ({ ...alert, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('sku_id', '=', skuId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether the SKU may lie in this client's stock, and both exist. */
export async function mayStock(ctx: Ctx, accountId: string, skuId: string): Promise<boolean> {
  const { rows } = await sql<object>`
    SELECT 1 FROM catalog_skus s JOIN accounts a ON a.id = ${accountId}
    WHERE s.id = ${skuId} AND (s.owner_account_id IS NULL OR s.owner_account_id = a.id)`.execute(ctx.db);
  return rows.length > 0;
}
