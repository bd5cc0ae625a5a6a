import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

/** Units of a line on their way to another order. */
export type Move = {
  line_id: string;
  /** As ordered, and of that what is still wanted. */
  quantity: number;
  wanted: number;
  to: string;
};

export type MovableLine = {
  line_id: string;
  order_id: string;
  /** The order at the shop that it belongs to; that of the line itself where it is the shop's own. */
  home: string;
  own: boolean;
  title: string;
  quantity: number;
  wanted: number;
  unit_price: number | null;
};

/** Lines of these orders that are ours to send and may go to another one. */
export async function findMovable(ctx: AccountCtx, orderIds: readonly string[]): Promise<MovableLine[]> {
  const { rows } = await sql<MovableLine>`
    SELECT l.id AS line_id, l.order_id, coalesce(g.order_id, l.order_id) AS home, l.origin_line_id IS NULL AS own, l.title, l.quantity,
      l.current_quantity AS wanted, l.unit_price
    FROM order_lines l LEFT JOIN order_lines g ON g.account_id = l.account_id AND g.id = l.origin_line_id
    WHERE l.account_id = ${ctx.account} AND l.order_id = ANY(${orderIds}::uuid[]) AND l.current_quantity > 0
      AND l.requires_shipping AND NOT l.not_ours
    ORDER BY l.order_id, l.position, l.id`.execute(ctx.db);
  return rows;
}

/** Takes units from their lines, and brings those home that go back to their own order; the others become lines there. */
export async function moveLines(ctx: AccountCtx, moves: readonly Move[]): Promise<void> {
  const json = JSON.stringify(moves);
  const moved = sql`json_to_recordset(${json}::json) AS r(line_id uuid, quantity int, wanted int, "to" uuid)`;
  await sql`
    WITH home AS (
      UPDATE order_lines g SET moved_quantity = g.moved_quantity - b.quantity, current_quantity = g.current_quantity + b.wanted
      FROM (SELECT l.origin_line_id AS id, r."to", sum(r.quantity)::int AS quantity, sum(r.wanted)::int AS wanted
            FROM ${moved} JOIN order_lines l ON l.account_id = ${ctx.account} AND l.id = r.line_id GROUP BY 1, 2) b
      WHERE g.account_id = ${ctx.account} AND g.id = b.id AND g.order_id = b."to"
    )
    INSERT INTO order_lines (account_id, id, order_id, external_id, origin_line_id, variant_id, external_variant_id, title, variant_title, sku,
      image_url, quantity, current_quantity, unit_price, requires_shipping, not_ours, set_aside, pinned_version, mapping_version, mapping_rule,
      unit_cost, position)
    SELECT DISTINCT ON (r."to", g.id) l.account_id, gen_random_uuid(), r."to", 'moved:' || g.id, g.id, l.variant_id, l.external_variant_id, l.title,
      l.variant_title, l.sku, l.image_url, sum(r.quantity) OVER same, sum(r.wanted) OVER same, l.unit_price, true, false, false,
      l.pinned_version, l.mapping_version, l.mapping_rule, l.unit_cost,
      l.position + (SELECT coalesce(max(t.position), 0) FROM order_lines t WHERE t.account_id = l.account_id AND t.order_id = r."to" AND t.origin_line_id IS NULL)
    FROM ${moved}
    JOIN order_lines l ON l.account_id = ${ctx.account} AND l.id = r.line_id
    JOIN order_lines g ON g.account_id = l.account_id AND g.id = coalesce(l.origin_line_id, l.id) AND g.order_id <> r."to"
    WINDOW same AS (PARTITION BY r."to", g.id)
    ORDER BY r."to", g.id, l.id
    ON CONFLICT (account_id, order_id, external_id) DO UPDATE
      SET quantity = order_lines.quantity + excluded.quantity, current_quantity = order_lines.current_quantity + excluded.current_quantity`.execute(
    ctx.db,
  );
  await sql`
    UPDATE order_lines l SET current_quantity = l.current_quantity - b.wanted,
      quantity = CASE WHEN l.origin_line_id IS NULL THEN l.quantity ELSE l.quantity - b.quantity END,
      moved_quantity = CASE WHEN l.origin_line_id IS NULL THEN l.moved_quantity + b.quantity ELSE 0 END
    FROM (SELECT r.line_id, sum(r.quantity)::int AS quantity, sum(r.wanted)::int AS wanted FROM ${moved} GROUP BY 1) b
    WHERE l.account_id = ${ctx.account} AND l.id = b.line_id`.execute(ctx.db);
}

/** What the orders were sold at, how much of it stands with others, and how many units do. */
export async function findTotals(ctx: AccountCtx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    total: number;
    tax: number;
    moved_total: number;
    moved_tax: number;
    away: number;
  }>`
    SELECT o.id, o.total, coalesce(o.shop_tax, 0) - o.moved_tax AS tax, o.moved_total, o.moved_tax, (SELECT coalesce(sum(l.moved_quantity), 0)::int FROM order_lines l
      WHERE l.account_id = o.account_id AND l.order_id = o.id) AS away
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ANY(${ids}::uuid[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Moves the sale of units along with them, and the tax in it. */
export async function moveTotals(
  ctx: AccountCtx,
  moved: readonly { id: string; amount: number; tax: number }[],
): Promise<void> {
  await sql`
    UPDATE orders o SET total = o.total + r.amount, moved_total = o.moved_total - r.amount, moved_tax = o.moved_tax - r.tax
    FROM json_to_recordset(${JSON.stringify(moved)}::json) AS r(id uuid, amount bigint, tax bigint)
    WHERE o.account_id = ${ctx.account} AND o.id = r.id`.execute(ctx.db);
}

/** Makes an empty part of an order, which goes where that one goes and knows what its shop says of it; answers its name. */
export async function insertPart(ctx: AccountCtx, of: string, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    INSERT INTO orders (account_id, store_id, id, external_id, name, source, placed_at, external_updated_at, cancelled_at, financial_status,
      fulfillment_status, test, risk, risk_accepted, tags, currency, total, shop_tax, taxes_included, shop_refunded, country, units, stage, stage_since, chosen_channel_id,
      not_duplicate, created_at, split_from, quote_id, quote_version)
    SELECT o.account_id, o.store_id, ${id}, 'part:' || ${id}, w.name || '-' || (2 + (SELECT count(*) FROM orders p
        WHERE p.account_id = o.account_id AND p.split_from = w.id)), o.source, o.placed_at, o.external_updated_at, o.cancelled_at,
      o.financial_status, o.fulfillment_status, o.test, o.risk, o.risk_accepted, o.tags, o.currency, 0, o.shop_tax * 0, o.taxes_included, o.shop_refunded * 0, o.country, 0, 'imported', ${ctx.now},
      o.chosen_channel_id, true, ${ctx.now}, w.id, o.quote_id, o.quote_version
    FROM orders o JOIN orders w ON w.account_id = o.account_id AND w.id = CASE WHEN o.split_from IS NULL THEN o.id ELSE o.split_from END
    WHERE o.account_id = ${ctx.account} AND o.id = ${of}
    RETURNING name`.execute(ctx.db);
  await sql`
    INSERT INTO order_recipients (account_id, order_id, name, company, address1, address2, city, province, province_code, zip, country,
      phone, email, note, tax_id, original, later, edited_at, buyer_key, redacted_at)
    SELECT account_id, ${id}, name, company, address1, address2, city, province, province_code, zip, country,
      phone, email, note, tax_id, original, later, edited_at, buyer_key, redacted_at
    FROM order_recipients WHERE account_id = ${ctx.account} AND order_id = ${of}`.execute(ctx.db);
  const made = rows[0];
  if (!made) throw new Error(`no order ${of} to split`);
  return made.name;
}

/** SKUs in an order, by which it is found. */
export async function findSkus(ctx: AccountCtx, id: string): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    SELECT DISTINCT sku FROM order_lines WHERE account_id = ${ctx.account} AND order_id = ${id} AND sku <> ''`.execute(
    ctx.db,
  );
  return rows.map((row) => row.sku);
}

export type OutlookRow = {
  id: string;
  name: string;
  units: number;
  stage: string;
  cost: { goods: number; freight: number; total: number; currency: string } | null;
};

/** How orders stand, in the sequence they were made. */
export async function findOutlook(ctx: AccountCtx, ids: readonly string[]): Promise<OutlookRow[]> {
  const { rows } = await sql<OutlookRow>`
    SELECT id, name, units, stage, CASE WHEN cost_total IS NOT NULL THEN
      json_build_object('goods', cost_goods, 'freight', cost_freight, 'total', cost_total, 'currency', cost_currency) END AS cost
    FROM orders WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) ORDER BY id`.execute(ctx.db);
  return rows;
}

/** The store of an order; undefined when there is no such order. */
export async function findPlace(ctx: AccountCtx, id: string): Promise<{ store_id: string } | undefined> {
  const { rows } = await sql<{ store_id: string }>`
    SELECT store_id FROM orders WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
  return rows[0];
}

type CandidateRow = {
  id: string;
  name: string;
  placed_at: Date;
  customer: string | null;
  units: number;
  items: { title: string; variant_title: string | null; quantity: number }[];
  cost: { goods: number; freight: number; total: number; currency: string } | null;
  version: number;
};

/** At most so many are offered, the newest first. */
const offered = 20;

/**
 * Orders that could be sent with this one: unpaid, of its store, buyer and address, placed within a day of it. By the hash of
 * buyer and address first, then each order by its id (see `duplicateOfOrder`).
 */
export const candidatesStatement = (accountId: string, id: string) => sql<CandidateRow>`
    SELECT c.id, c.name, c.placed_at, r.name AS customer, c.units, c.version,
      CASE WHEN c.cost_total IS NOT NULL THEN
        json_build_object('goods', c.cost_goods, 'freight', c.cost_freight, 'total', c.cost_total, 'currency', c.cost_currency) END AS cost,
      (SELECT coalesce(json_agg(json_build_object('title', l.title, 'variant_title', l.variant_title, 'quantity', l.current_quantity)
          ORDER BY l.position, l.id), '[]')
       FROM order_lines l WHERE l.account_id = c.account_id AND l.order_id = c.id AND l.current_quantity > 0) AS items
    FROM orders o
    JOIN order_recipients r ON r.account_id = ${accountId} AND r.order_id <> o.id AND r.buyer_key = (
      SELECT mine.buyer_key FROM order_recipients mine WHERE mine.account_id = ${accountId} AND mine.order_id = ${id})
    CROSS JOIN LATERAL (SELECT t.* FROM orders t WHERE t.account_id = r.account_id AND t.id = r.order_id OFFSET 0) c
    WHERE o.account_id = ${accountId} AND o.id = ${id} AND c.store_id = o.store_id AND c.currency = o.currency
      AND c.stage IN ('imported', 'quoting', 'awaiting_payment') AND c.payment = 'none' AND NOT c.held AND c.units > 0
      AND (c.quote_id, c.quote_version) IS NOT DISTINCT FROM (o.quote_id, o.quote_version) -- a sample is priced by its quote
      AND c.placed_at BETWEEN o.placed_at - interval '24 hours' AND o.placed_at + interval '24 hours'
    ORDER BY c.placed_at DESC, c.id DESC LIMIT ${offered}`;

export async function findCandidates(ctx: AccountCtx, id: string): Promise<CandidateRow[]> {
  return (await candidatesStatement(ctx.account, id).execute(ctx.db)).rows;
}
