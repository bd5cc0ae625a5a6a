import { sql } from 'kysely';
import type { invoiceStatuses } from '#contract/invoices.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { Ctx } from '#server/db/context.ts';

type Status = (typeof invoiceStatuses)[number];
type Page = { offset: number; limit: number };

export type InvoiceRow = {
  id: string;
  number: number;
  kind: 'orders' | 'stock_order' | 'brand' | 'service';
  status: Status;
  currency: string;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  orders_count: number;
  billed_to: Record<string, unknown>;
  seller: Record<string, unknown>;
  issued_at: Date;
  paid_at: Date | null;
  ledger_seq: number | null;
  paid_by: string | null;
};

export type InvoiceOrderRow = {
  id: string;
  number: number;
  invoice_id: string;
  invoice_number: number;
  order_id: string;
  order_name: string;
  store_id: string;
  store_name: string;
  channel: string | null;
  weight_g: number | null;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  currency: string;
};

const storesOf = (ctx: Ctx) => (ctx.actor.kind === 'merchant' && ctx.actor.stores ? [...ctx.actor.stores] : null);

/** A member with some stores sees the invoices whose orders all lie in them: totals would tell about the others. */
function visible(ctx: Ctx) {
  const stores = storesOf(ctx);
  if (!stores) return sql<boolean>`true`;
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM invoice_orders io JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE io.account_id = i.account_id AND io.invoice_id = i.id AND o.store_id <> ALL(${stores}::uuid[]))`;
}

/** What a list of invoices is narrowed to. */
export type Filter = {
  statuses: readonly Status[] | null;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** `issued_at` puts the oldest first; anything else the newest. */
  sort?: string | undefined;
  /** Only invoices behind this one, newest first: the next batch of an export. */
  after?: string | null;
};

function matching(ctx: Ctx, accountId: string, { statuses, q, from, to, after }: Filter) {
  const numbers = searchEntries(q ?? '').map((entry) => Number(/^(?:inv-?)?(\d{1,15})$/i.exec(entry)?.[1] ?? -1));
  const parts = [sql`i.account_id = ${accountId}`, visible(ctx)];
  if (statuses) parts.push(sql`i.status = ANY(${[...statuses]}::text[])`);
  if (numbers.length > 0) parts.push(sql`i.number = ANY(${numbers}::bigint[])`);
  if (from) parts.push(sql`i.issued_at >= ${from}::date::timestamptz`);
  if (to) parts.push(sql`i.issued_at < (${to}::date + 1)::timestamptz`);
  if (after)
    parts.push(
      sql`(i.issued_at, i.id) < (SELECT c.issued_at, c.id FROM invoices c WHERE c.account_id = ${accountId} AND c.id = ${after})`,
    );
  return sql.join(parts, sql` AND `);
}

/** The statement of a page of invoices, for the test that looks at its plan. */
export function pageStatement(ctx: Ctx, accountId: string, filter: Filter, page: Page) {
  const order = filter.sort === 'issued_at' ? sql`i.issued_at, i.id` : sql`i.issued_at DESC, i.id DESC`;
  return sql<InvoiceRow>`
    SELECT i.*, NULL AS paid_by FROM invoices i WHERE ${matching(ctx, accountId, filter)}
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`;
}

export async function listInvoices(ctx: Ctx, accountId: string, filter: Filter, page: Page): Promise<InvoiceRow[]> {
  return (await pageStatement(ctx, accountId, filter, page).execute(ctx.db)).rows;
}

export async function countInvoices(ctx: Ctx, accountId: string, filter: Filter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (
    SELECT 1 FROM invoices i WHERE ${matching(ctx, accountId, filter)} LIMIT ${most}) few`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function findInvoice(ctx: Ctx, accountId: string, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    SELECT i.*, u.username AS paid_by FROM invoices i LEFT JOIN users u ON u.id = i.created_by
    WHERE i.account_id = ${accountId} AND i.id = ${id} AND ${visible(ctx)}`.execute(ctx.db);
  return rows[0];
}

const orderShape = sql`
  SELECT io.id, io.number, io.invoice_id, i.number AS invoice_number, io.order_id, o.name AS order_name, o.store_id, s.name AS store_name,
    c.name AS channel, io.weight_g, io.goods, io.freight, io.fees, io.total, i.currency
  FROM invoice_orders io
  JOIN invoices i ON i.account_id = io.account_id AND i.id = io.invoice_id
  JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
  JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
  LEFT JOIN channels c ON c.id = io.channel_id`;

/** As orders keep the words by which they are found: without `#`, in lower case, see order_terms. */
const termOf = (q: string | undefined) => (q ?? '').trim().replace(/^#/, '').toLowerCase().slice(0, 120);

/** Billed orders of one invoice, of one order, or found by their number or the order's name. */
export type BilledFilter = { invoiceId?: string | undefined; orderId?: string | undefined; q?: string | undefined };

function ordersMatching(ctx: Ctx, accountId: string, { invoiceId, orderId, q }: BilledFilter) {
  const stores = storesOf(ctx);
  const number = q === undefined ? null : (/^(?:io-?)?(\d{1,15})$/i.exec(q)?.[1] ?? '-1');
  return sql<boolean>`io.account_id = ${accountId}
    AND ${invoiceId ? sql<boolean>`io.invoice_id = ${invoiceId}` : sql<boolean>`true`}
    AND ${orderId ? sql<boolean>`io.order_id = ${orderId}` : sql<boolean>`true`}
    AND ${
      number === null
        ? sql<boolean>`true`
        : sql<boolean>`(io.number = ${Number(number)}
      OR io.order_id IN (SELECT t.order_id FROM order_terms t JOIN orders n ON n.account_id = t.account_id AND n.id = t.order_id
        WHERE t.account_id = ${accountId} AND t.term = ${termOf(q)} AND n.name = ${q ?? ''}))`
    }
    AND ${stores ? sql<boolean>`o.store_id = ANY(${stores}::uuid[])` : sql<boolean>`true`}`;
}

export async function listInvoiceOrders(
  ctx: Ctx,
  accountId: string,
  filter: BilledFilter,
  page: Page,
): Promise<InvoiceOrderRow[]> {
  const { rows } = await invoiceOrdersStatement(ctx, accountId, filter, page).execute(ctx.db);
  return rows;
}

export async function countInvoiceOrders(
  ctx: Ctx,
  accountId: string,
  filter: BilledFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (
    SELECT 1 FROM invoice_orders io JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE ${ordersMatching(ctx, accountId, filter)} LIMIT ${most + 1}) few`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** The statement of a page of billed orders, for the test that looks at its plan. */
export function invoiceOrdersStatement(ctx: Ctx, accountId: string, filter: BilledFilter, page: Page) {
  return sql<InvoiceOrderRow>`${orderShape} WHERE ${ordersMatching(ctx, accountId, filter)}
    ORDER BY io.number DESC OFFSET ${page.offset} LIMIT ${page.limit}`;
}

/** All orders of an invoice, in the order in which they were billed. */
export async function findOrdersOf(ctx: Ctx, accountId: string, invoiceId: string): Promise<InvoiceOrderRow[]> {
  const { rows } =
    await sql<InvoiceOrderRow>`${orderShape} WHERE ${ordersMatching(ctx, accountId, { invoiceId })} ORDER BY io.number`.execute(
      ctx.db,
    );
  return rows;
}

export async function findInvoiceOrder(ctx: Ctx, accountId: string, id: string): Promise<InvoiceOrderRow | undefined> {
  const { rows } =
    await sql<InvoiceOrderRow>`${orderShape} WHERE ${ordersMatching(ctx, accountId, {})} AND io.id = ${id}`.execute(
      ctx.db,
    );
  return rows[0];
}

export async function findLines(ctx: Ctx, accountId: string, invoiceOrderIds: readonly string[]) {
  if (invoiceOrderIds.length === 0) return [];
  return ctx.db
    .selectFrom('invoice_lines')
    .select(['invoice_order_id', 'line', 'code', 'title', 'sku', 'quantity', 'unit_amount', 'amount', 'inputs'])
    .where('account_id', '=', accountId)
    .where('invoice_order_id', 'in', [...invoiceOrderIds])
    .orderBy('invoice_order_id')
    .orderBy('line')
    .execute();
}

/** Who the invoice is made out to, as the account stands now. */
export async function findBilledTo(ctx: Ctx, accountId: string) {
  return ctx.db
    .selectFrom('accounts')
    .select(['name', 'number', 'currency', 'billing'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The next document number; gaps are allowed (P6). */
export async function nextNumber(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT nextval('invoice_number_seq')::bigint AS n`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export type NewInvoice = {
  account_id: string;
  id: string;
  number: number;
  currency: string;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  orders_count: number;
  billed_to: object;
  seller: object;
  ledger_seq: number;
  created_by: string | null;
};
export type NewInvoiceOrder = {
  id: string;
  order_id: string;
  /** It follows the parts that were billed before; the first one is billed once. */
  later: boolean;
  channel_id: string | null;
  weight_g: number | null;
  goods: number;
  freight: number;
  fees: number;
  total: number;
};
export type NewLine = {
  invoice_order_id: string;
  line: number;
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  price_id: string | null;
  inputs: Record<string, unknown>;
};

export async function insertPaidInvoice(
  ctx: Ctx,
  invoice: NewInvoice,
  orders: readonly NewInvoiceOrder[],
  lines: readonly NewLine[],
): Promise<void> {
  const { account_id, id: invoice_id } = invoice;
  await ctx.db
    .insertInto('invoices')
    .values({
      ...invoice,
      kind: 'orders',
      status: 'paid',
      billed_to: JSON.stringify(invoice.billed_to),
      seller: JSON.stringify(invoice.seller),
      issued_at: ctx.now,
      paid_at: ctx.now,
    })
    .execute();
  // One parameter each: a thousand orders have more lines than a statement may have parameters.
  await sql`
    INSERT INTO invoice_orders (account_id, invoice_id, id, order_id, part, channel_id, weight_g, goods, freight, fees, total)
    SELECT ${account_id}, ${invoice_id}, r.id, r.order_id,
      CASE WHEN r.later THEN 1 + (SELECT coalesce(max(p.part), 0) FROM invoice_orders p WHERE p.account_id = ${account_id} AND p.order_id = r.order_id) ELSE 1 END,
      r.channel_id, r.weight_g, r.goods, r.freight, r.fees, r.total
    FROM json_to_recordset(${JSON.stringify(orders)}::json)
      AS r(id uuid, order_id uuid, later boolean, channel_id uuid, weight_g int, goods bigint, freight bigint, fees bigint, total bigint)`.execute(
    ctx.db,
  );
  await sql`
    INSERT INTO invoice_lines (account_id, invoice_order_id, line, code, title, sku, quantity, unit_amount, amount, price_id, inputs)
    SELECT ${account_id}, r.invoice_order_id, r.line, r.code, r.title, r.sku, r.quantity, r.unit_amount, r.amount, r.price_id, r.inputs
    FROM json_to_recordset(${JSON.stringify(lines)}::json)
      AS r(invoice_order_id uuid, line int, code text, title text, sku text, quantity int, unit_amount bigint, amount bigint, price_id uuid, inputs jsonb)`.execute(
    ctx.db,
  );
}
