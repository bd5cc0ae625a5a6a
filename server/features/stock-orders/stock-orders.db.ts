import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { FreightFormula } from '#contract/freight.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { PriceBreak, QcVerdict, StockOrderStatus } from '#contract/stock-order-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { prepared } from '#server/db/kysely-pool.ts';

type Page = { offset: number; limit: number };
export type SkuRow = { id: string; code: string; title: string; picture_url: string | null };
export type StockOrderRow = {
  id: string;
  account_id: string;
  number: string;
  status: StockOrderStatus;
  warehouse: { id: string; code: string; name: string };
  client: { id: string; number: number; name: string };
  sku: SkuRow;
  lines: number;
  pieces: number;
  received: number;
  damaged: number;
  currency: string;
  total: number | null;
  paid: number;
  wanted_by: string | null;
  eta: string | null;
  valid_until: string | null;
  requested_at: Date;
  requested_by: string | null;
  version: number;
  branding: string;
  note: string;
  answer: string;
  deposit_percent: number | null;
  freight_kg: number | null;
  branding_fee: number | null;
  goods: number | null;
  freight: number | null;
  fees: number | null;
  ready_on: string | null;
  tracking: string;
};
export type Filter = { statuses: readonly StockOrderStatus[] | null; q: string | undefined };

const skuShape = sql`json_build_object('id', c.id, 'code', c.code, 'title', c.title, 'picture_url', '/api/pictures/' || c.picture)`;

/** Orders with their sums; lines and payments are looked up for the rows of the page alone. */
function shapeOf(page: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return sql<StockOrderRow>`
    SELECT o.account_id, o.id, 'PO-' || o.number AS number, o.status, o.currency, o.total, o.wanted_by::text, o.eta::text, o.valid_until::text,
      o.requested_at, o.requested_by, o.version, o.branding, o.note, o.answer, o.deposit_percent, o.freight_kg, o.branding_fee,
      o.goods, o.freight, o.fees, o.ready_on::text, o.tracking,
      json_build_object('id', w.id, 'code', w.code, 'name', w.name) AS warehouse,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
      ${skuShape} AS sku, l.lines, l.pieces, l.received, l.damaged,
      coalesce((SELECT sum(i.total - i.credited) FROM invoices i
        WHERE i.account_id = o.account_id AND i.stock_order_id = o.id AND i.paid_at IS NOT NULL), 0)::bigint AS paid
    FROM (${page}) o
    JOIN warehouses w ON w.id = o.warehouse_id
    JOIN accounts a ON a.id = o.account_id
    JOIN LATERAL (SELECT count(*)::int AS lines, sum(quantity)::int AS pieces, sum(received)::int AS received, sum(damaged)::int AS damaged,
        (array_agg(sku_id ORDER BY line))[1] AS sku_id
      FROM stock_order_lines WHERE account_id = o.account_id AND stock_order_id = o.id) l ON true
    JOIN catalog_skus c ON c.id = l.sku_id
    ORDER BY ${order}`;
}

/** By number, or by the code of one of its SKUs. */
function searching(q: string | undefined): RawBuilder<unknown>[] {
  const entries = searchEntries(q ?? '');
  if (entries.length === 0) return [];
  const numbers = entries.flatMap((entry) => /^(?:po-)?(\d{1,15})$/i.exec(entry)?.[1] ?? []);
  const codes = entries.map((entry) => entry.toUpperCase());
  return [
    sql`(o.number = ANY(${numbers}::bigint[]) OR EXISTS (SELECT 1 FROM stock_order_lines l JOIN catalog_skus c ON c.id = l.sku_id
      WHERE l.account_id = o.account_id AND l.stock_order_id = o.id AND c.code = ANY(${codes}::text[])))`,
  ];
}

function conditions(accountId: string | null, { statuses, q }: Filter): RawBuilder<unknown> {
  const parts = [sql`true`, ...searching(q)];
  if (accountId) parts.push(sql`o.account_id = ${accountId}`);
  if (statuses) parts.push(sql`o.status = ANY(${[...statuses]}::text[])`);
  return sql.join(parts, sql` AND `);
}

/** A page of one account's orders, or (for staff) of all: the newest first. */
export function pageStatement(accountId: string | null, filter: Filter, { offset, limit }: Page) {
  return shapeOf(
    sql`SELECT o.* FROM stock_orders o WHERE ${conditions(accountId, filter)} ORDER BY o.number DESC OFFSET ${offset} LIMIT ${limit}`,
    sql`o.number DESC`,
  );
}

export async function findPage(
  ctx: Ctx,
  accountId: string | null,
  filter: Filter,
  page: Page,
): Promise<StockOrderRow[]> {
  return (await pageStatement(accountId, filter, page).execute(ctx.db)).rows;
}

/** Counted no further than lists go. */
export async function countMatching(ctx: Ctx, accountId: string | null, filter: Filter): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM stock_orders o WHERE ${conditions(accountId, filter)}`, maxListDepth + 1);
}

/** One order; with `lock` it stays as it is until the transaction ends. */
export async function findOrder(ctx: AccountCtx, id: string, lock = false): Promise<StockOrderRow | undefined> {
  if (lock)
    await sql`SELECT FROM stock_orders WHERE account_id = ${ctx.account} AND id = ${id} FOR UPDATE`.execute(ctx.db);
  const page = sql`SELECT o.* FROM stock_orders o WHERE o.account_id = ${ctx.account} AND o.id = ${id}`;
  return (await sql<StockOrderRow>`${prepared}${shapeOf(page, sql`o.number`)}`.execute(ctx.db)).rows[0];
}

export type PriceRow = { unit_price: number; formula: FreightFormula; divisor: number | null; step_g: number };
export type LineRow = {
  line: number;
  sku: SkuRow;
  weight_g: number;
  volume_mm3: number;
  quantity: number;
  moq: number;
  pack: number;
  breaks: PriceBreak[];
  unit_price: number | null;
  delivery_piece: number | null;
  received: number;
  damaged: number;
  prices: PriceRow[];
};

const volume = sql`coalesce(c.length_mm::bigint * c.width_mm * c.height_mm, 0)::bigint`;
/** What the client pays now for one piece, by destination and channel. */
const pricesOf = (accountId: RawBuilder<unknown>) => sql`coalesce((
  SELECT json_agg(json_build_object('unit_price', p.unit_price, 'formula', p.formula, 'divisor', p.divisor, 'step_g', p.step_g))
  FROM prices p WHERE p.account_id = ${accountId} AND p.catalog_sku_id = c.id AND p.valid_to IS NULL), '[]')`;

export async function findLines(ctx: AccountCtx, id: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.line, ${skuShape} AS sku, c.weight_g, ${volume} AS volume_mm3, l.quantity, l.moq, l.pack, l.breaks, l.unit_price, l.delivery_piece,
      l.received, l.damaged, ${pricesOf(sql`l.account_id`)} AS prices
    FROM stock_order_lines l JOIN catalog_skus c ON c.id = l.sku_id
    WHERE l.account_id = ${ctx.account} AND l.stock_order_id = ${id} ORDER BY l.line`.execute(ctx.db);
  return rows;
}

export type EventRow = { status: StockOrderStatus; at: Date; by: string | null; note: string };

export async function findEvents(ctx: AccountCtx, id: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT status, at, actor_name AS by, note FROM stock_order_events
    WHERE account_id = ${ctx.account} AND stock_order_id = ${id} ORDER BY id`.execute(ctx.db);
  return rows;
}

export type ReceiptRow = {
  id: string;
  at: Date;
  by: string | null;
  verdict: QcVerdict;
  note: string;
  counts: { line: number; good_qty: number; damaged_qty: number }[];
  pictures: { id: string; name: string }[];
};

export async function findReceipts(ctx: AccountCtx, id: string): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    SELECT r.id, r.at, r.actor_name AS by, r.verdict, r.note,
      coalesce((SELECT json_agg(json_build_object('line', n.line, 'good_qty', n.good_qty, 'damaged_qty', n.damaged_qty) ORDER BY n.line)
        FROM stock_order_counts n WHERE n.account_id = r.account_id AND n.receipt_id = r.id), '[]') AS counts,
      coalesce((SELECT json_agg(json_build_object('id', f.id, 'name', f.name) ORDER BY p.position)
        FROM stock_order_pictures p JOIN files f ON f.account_id = p.account_id AND f.id = p.file_id
        WHERE p.account_id = r.account_id AND p.receipt_id = r.id), '[]') AS pictures
    FROM stock_order_receipts r WHERE r.account_id = ${ctx.account} AND r.stock_order_id = ${id} ORDER BY r.id`.execute(
    ctx.db,
  );
  return rows;
}

export type StockableRow = SkuRow & {
  weight_g: number;
  volume_mm3: number;
  moq: number;
  pack: number;
  lead_days: number;
  sold_30: number;
  available: number;
  /** Paid for and not received yet. */
  incoming: number;
  prices: PriceRow[];
};

/** What the account may have stocked: what it has a price for or in stock, and any SKU that it may see by its code. */
export async function findStockable(
  ctx: AccountCtx,
  q: string | undefined,
  { offset, limit }: Page,
): Promise<StockableRow[]> {
  const words = (q ?? '').trim().toLowerCase();
  const today = ctx.now.toISOString().slice(0, 10);
  const { rows } = await sql<StockableRow>`
    SELECT c.id, c.code, c.title, '/api/pictures/' || c.picture AS picture_url, c.weight_g, ${volume} AS volume_mm3, c.moq, c.pack, c.lead_days,
      coalesce((SELECT sum(d.pieces) FROM sku_sales_days d
        WHERE d.account_id = ${ctx.account} AND d.sku_id = c.id AND d.day > ${today}::date - 30), 0)::int AS sold_30,
      coalesce((SELECT sum(l.available) FROM stock_levels l WHERE l.account_id = ${ctx.account} AND l.sku_id = c.id), 0)::int AS available,
      coalesce((SELECT sum(n.quantity - n.received) FROM stock_order_lines n
        JOIN stock_orders o ON o.account_id = n.account_id AND o.id = n.stock_order_id
        WHERE n.account_id = ${ctx.account} AND n.sku_id = c.id AND n.received < n.quantity
          AND o.status IN ('partly_paid', 'producing', 'inbound', 'receiving')), 0)::int AS incoming,
      ${pricesOf(sql`${ctx.account}`)} AS prices
    FROM catalog_skus c
    WHERE c.status <> 'discontinued' AND (
      (c.id IN (SELECT catalog_sku_id FROM prices WHERE account_id = ${ctx.account} AND valid_to IS NULL
                UNION SELECT sku_id FROM stock_skus WHERE account_id = ${ctx.account})
        AND (strpos(lower(c.title), ${words}) > 0 OR strpos(lower(c.code), ${words}) > 0))
      OR c.code = upper(${words}))
    ORDER BY sold_30 DESC, c.code OFFSET ${offset} LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

export type IncomingRow = {
  stock_order: { id: string; number: string; status: StockOrderStatus };
  line: number;
  sku: SkuRow;
  warehouse: { id: string; code: string; name: string };
  pieces: number;
  eta: string | null;
  tracking: string;
};

const onTheWay = (accountId: string, q: string | undefined) => sql`
  FROM stock_orders o
  JOIN stock_order_lines l ON l.account_id = o.account_id AND l.stock_order_id = o.id
  JOIN catalog_skus c ON c.id = l.sku_id
  JOIN warehouses w ON w.id = o.warehouse_id
  WHERE o.account_id = ${accountId} AND o.status IN ('partly_paid', 'producing', 'inbound', 'receiving') AND l.received < l.quantity
    AND ${q ? sql`c.code = ANY(${searchEntries(q).map((entry) => entry.toUpperCase())}::text[])` : sql`true`}`;

/** What is paid for and has not arrived, the soonest first. */
export async function findIncoming(
  ctx: AccountCtx,
  q: string | undefined,
  { offset, limit }: Page,
): Promise<IncomingRow[]> {
  const { rows } = await sql<IncomingRow>`
    SELECT json_build_object('id', o.id, 'number', 'PO-' || o.number, 'status', o.status) AS stock_order, l.line, ${skuShape} AS sku,
      json_build_object('id', w.id, 'code', w.code, 'name', w.name) AS warehouse, l.quantity - l.received AS pieces, o.eta::text, o.tracking
    ${onTheWay(ctx.account, q)} ORDER BY o.eta, o.number, l.line OFFSET ${offset} LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

export async function countIncoming(ctx: AccountCtx, q: string | undefined): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 ${onTheWay(ctx.account, q)}`, maxListDepth + 1);
}
