import { sql } from 'kysely';
import { searchEntries } from '#contract/list-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { billedWith, goodsColumns, termOf } from './goods.db.ts';
import { type Filter, linked, type Page, storesOf } from './invoices.db.ts';
import { type Status, statusAt } from './status.db.ts';

export type InvoiceOrderRow = {
  id: string;
  number: number;
  invoice_id: string;
  invoice_number: number;
  invoice_status: Status;
  price_valid_until: Date | null;
  voided_at: Date | null;
  replaced_by: { id: string; number: string } | null;
  order_id: string;
  order_name: string;
  store_id: string;
  store_name: string;
  /** Where the order goes. */
  country: string | null;
  channel: string | null;
  weight_g: number | null;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  credited: number;
  currency: string;
};

/** A billed order, as it, its store, its destination and its shipping method were called when it was billed. */
const orderShape = ({ now }: Pick<Ctx, 'now'>) => sql`
  SELECT io.id, io.number, io.invoice_id, i.number AS invoice_number, ${statusAt(now)} AS invoice_status, i.price_valid_until, i.voided_at, ${linked('r.replaces = i.id')} AS replaced_by, io.order_id, io.order_name, o.store_id, io.store_name,
    io.country, io.channel_name AS channel, io.weight_g, io.goods, io.freight, io.fees, io.total, io.credited, i.currency
  FROM invoice_orders io
  JOIN invoices i ON i.account_id = io.account_id AND i.id = io.invoice_id
  JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id`;

/** Billed orders of an invoice, an order and so on, or found by their number or the order's name. */
export type BilledFilter = Pick<Filter, 'country' | 'sku' | 'amountFrom' | 'amountTo'> & {
  invoiceId?: string | undefined;
  orderId?: string | undefined;
  storeId?: string | undefined;
  issued?: Span | undefined;
  q?: string | undefined;
  /** Only those below this number, which the list names first: the next batch of an export. */
  below?: number | null;
};

const issuedWithin = (ctx: AccountCtx, span: Span) =>
  sql.join([sql`d.account_id = ${ctx.account}`, ...within('d.issued_at', span)], sql` AND `);

/** What a billed order says of itself. */
function billsMatching(ctx: AccountCtx, { country, sku, amountFrom, amountTo }: BilledFilter) {
  const parts = [sql<boolean>`true`];
  if (country) parts.push(sql`io.country = ${country}`);
  if (sku) parts.push(sql`io.id = ANY(ARRAY(${billedWith(ctx, sku)}))`);
  if (amountFrom !== undefined) parts.push(sql`io.total >= ${amountFrom}`);
  if (amountTo !== undefined) parts.push(sql`io.total <= ${amountTo}`);
  return sql.join(parts, sql` AND `);
}

/** Those with one of these numbers, or of orders with one of these names. */
function named(ctx: AccountCtx, entries: readonly string[]) {
  if (entries.length === 0) return sql<boolean>`true`;
  const numbers = entries.map((entry) => Number(/^(?:io-?)?(\d{1,15})$/i.exec(entry)?.[1] ?? -1));
  return sql<boolean>`(io.number = ANY(${numbers}::bigint[])
      OR io.order_id IN (SELECT t.order_id FROM order_terms t JOIN orders n ON n.account_id = t.account_id AND n.id = t.order_id
        WHERE t.account_id = ${ctx.account} AND t.term = ANY(${entries.map(termOf)}::text[]) AND n.name = ANY(${[...entries]}::text[])))`;
}

function ordersMatching(ctx: AccountCtx, filter: BilledFilter) {
  const { invoiceId, orderId, storeId, issued, q, below } = filter;
  const stores = storesOf(ctx);
  return sql<boolean>`io.account_id = ${ctx.account}
    AND ${invoiceId ? sql<boolean>`io.invoice_id = ${invoiceId}` : sql<boolean>`true`}
    AND ${orderId ? sql<boolean>`io.order_id = ${orderId}` : sql<boolean>`true`}
    AND ${storeId ? sql<boolean>`o.store_id = ${storeId}` : sql<boolean>`true`}
    AND ${issued ? sql<boolean>`io.invoice_id IN (SELECT d.id FROM invoices d WHERE ${issuedWithin(ctx, issued)})` : sql<boolean>`true`}
    AND ${below ? sql<boolean>`io.number < ${below}` : sql<boolean>`true`}
    AND ${named(ctx, searchEntries(q ?? ''))}
    AND ${billsMatching(ctx, filter)}
    AND ${stores ? sql<boolean>`o.store_id = ANY(${stores}::uuid[])` : sql<boolean>`true`}`;
}

/** A billed order in its list. */
export type ListedOrderRow = InvoiceOrderRow & {
  issued_at: Date;
  tracking: { carrier: string; number: string; url: string | null }[];
  /** The first lines of its goods, and how many it has. */
  items: { sku: string; title: string; quantity: number }[];
  items_count: number;
};

/** A page of billed orders; `items` says how many lines of its goods a row has at most. */
export async function listInvoiceOrders(
  ctx: AccountCtx,
  filter: BilledFilter,
  page: Page & { items?: 'all' },
): Promise<ListedOrderRow[]> {
  const { rows } = await invoiceOrdersStatement(ctx, filter, page).execute(ctx.db);
  return rows;
}

export async function countInvoiceOrders(ctx: AccountCtx, filter: BilledFilter, most: number): Promise<number> {
  return countUpTo(
    ctx,
    sql`SELECT 1 FROM invoice_orders io JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE ${ordersMatching(ctx, filter)}`,
    most + 1,
  );
}

/** The statement of a page of billed orders, for the test that looks at its plan. */
export function invoiceOrdersStatement(ctx: AccountCtx, filter: BilledFilter, page: Page & { items?: 'all' }) {
  return sql<ListedOrderRow>`
    SELECT b.*, (SELECT i.issued_at FROM invoices i WHERE i.account_id = ${ctx.account} AND i.id = b.invoice_id) AS issued_at, ${goodsColumns(ctx, page.items)},
      (SELECT coalesce(json_agg(json_build_object('carrier', p.carrier, 'number', p.tracking_number, 'url', p.tracking_url)
          ORDER BY p.shipped_at, p.id), '[]')
        FROM parcels p WHERE p.account_id = ${ctx.account} AND p.order_id = b.order_id) AS tracking
    FROM (${orderShape(ctx)} WHERE ${ordersMatching(ctx, filter)}
      ORDER BY io.number DESC OFFSET ${page.offset} LIMIT ${page.limit}) b
    ORDER BY b.number DESC`;
}

/** All orders of an invoice, in the order in which they were billed. */
export async function findOrdersOf(ctx: AccountCtx, invoiceId: string): Promise<InvoiceOrderRow[]> {
  const { rows } =
    await sql<InvoiceOrderRow>`${prepared}${orderShape(ctx)} WHERE ${ordersMatching(ctx, { invoiceId })} ORDER BY io.number`.execute(
      ctx.db,
    );
  return rows;
}

/** How many orders of an invoice nobody has paid or cancelled, and no other open invoice has taken. */
export async function countUnpaid(ctx: AccountCtx, invoiceId: string): Promise<number> {
  const { rows } = await sql<{ unpaid: number }>`${prepared}
    SELECT count(*)::int AS unpaid FROM invoice_orders io
    JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE io.account_id = ${ctx.account} AND io.invoice_id = ${invoiceId} AND o.stage <> 'cancelled'
      AND (o.payment = 'none' OR (o.payment = 'invoiced' AND NOT EXISTS (
        SELECT FROM invoice_orders b JOIN invoices i ON i.account_id = b.account_id AND i.id = b.invoice_id
        WHERE b.account_id = io.account_id AND b.order_id = io.order_id AND b.invoice_id <> io.invoice_id AND i.status = 'open')))`.execute(
    ctx.db,
  );
  return rows[0]?.unpaid ?? 0;
}

export async function findInvoiceOrder(ctx: AccountCtx, id: string): Promise<InvoiceOrderRow | undefined> {
  const { rows } =
    await sql<InvoiceOrderRow>`${prepared}${orderShape(ctx)} WHERE ${ordersMatching(ctx, {})} AND io.id = ${id}`.execute(
      ctx.db,
    );
  return rows[0];
}
