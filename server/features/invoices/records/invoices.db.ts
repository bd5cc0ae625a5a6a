import { type RawBuilder, type Selectable, sql } from 'kysely';
import { searchEntries } from '#contract/list-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import type { DB } from '#server/db/tables.ts';
import { invoicesWith } from './goods.db.ts';
import { hasStatus, type Status, statusAt } from './status.db.ts';

export type Page = { offset: number; limit: number };

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
  units: number | null;
  orders_from: Date | null;
  orders_to: Date | null;
  billed_to: Record<string, unknown>;
  /** What whoever issued it tells the client. */
  note: string | null;
  seller: Record<string, unknown>;
  issued_at: Date;
  paid_at: Date | null;
  ledger_seq: number | null;
  paid_by: string | null;
  /** Credit notes of it, with what each gave back. */
  credit_notes: { number: string; amount: number }[];
  stock_order: { id: string; number: string; part: 'deposit' | 'balance' } | null;
  /** Until when an invoice of orders that is paid later can be paid. */
  price_valid_until: Date | null;
  /** Why it was made void, in the words of whoever did. */
  ended_reason: string | null;
  /** When that was; null for those that were made void before it was kept. */
  voided_at: Date | null;
  /** The invoice that it replaces after a refresh of prices, and the one that replaces it. */
  replaces: { id: string; number: string } | null;
  replaced_by: { id: string; number: string } | null;
  /** The unpaid deposit before this balance. */
  pay_first: { id: string; number: string } | null;
};

export const storesOf = (ctx: Ctx) =>
  ctx.actor.kind === 'merchant' && ctx.actor.stores ? [...ctx.actor.stores] : null;

/** A member with some stores sees the invoices whose orders all lie in them: totals would tell about the others. */
export function visible(ctx: Ctx) {
  const stores = storesOf(ctx);
  if (!stores) return sql<boolean>`true`;
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM invoice_orders io JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
    WHERE io.account_id = i.account_id AND io.invoice_id = i.id AND o.store_id <> ALL(${stores}::uuid[]))`;
}

/** What a list of invoices is narrowed to. */
export type Filter = {
  statuses: readonly Status[] | null;
  q?: string | undefined;
  issued?: Span | undefined;
  paid?: Span | undefined;
  kind?: InvoiceRow['kind'] | undefined;
  /** Bounds of the total in minor units. */
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
  /** Only those with orders of this store, or to this country. */
  storeId?: string | undefined;
  country?: string | undefined;
  /** Only those that bill goods of this SKU. */
  sku?: string | undefined;
  /** `issued_at` puts the oldest first; anything else the newest. */
  sort?: string | undefined;
  /** Only invoices behind this one, newest first: the next batch of an export. */
  after?: string | null;
};

/** The condition of a filter on invoices `i` that the reader may see. */
export function matching(ctx: AccountCtx, filter: Filter) {
  const { statuses, q, issued, paid, kind, amountFrom, amountTo, after } = filter;
  const numbers = searchEntries(q ?? '').map((entry) => Number(/^(?:inv-?)?(\d{1,15})$/i.exec(entry)?.[1] ?? -1));
  const days = [...within('i.issued_at', issued), ...within('i.paid_at', paid)];
  const parts = [sql`i.account_id = ${ctx.account}`, visible(ctx), ...days];
  if (statuses) parts.push(hasStatus(ctx.now, statuses));
  if (kind) parts.push(sql`i.kind = ${kind}`);
  if (amountFrom !== undefined) parts.push(sql`i.total >= ${amountFrom}`);
  if (amountTo !== undefined) parts.push(sql`i.total <= ${amountTo}`);
  if (filter.storeId || filter.country) parts.push(withOrders(ctx, filter));
  if (filter.sku) parts.push(sql`i.id = ANY(ARRAY(${invoicesWith(ctx, filter.sku)}))`);
  if (numbers.length > 0) parts.push(sql`i.number = ANY(${numbers}::bigint[])`);
  if (after)
    parts.push(
      sql`(i.issued_at, i.id) < (SELECT c.issued_at, c.id FROM invoices c WHERE c.account_id = ${ctx.account} AND c.id = ${after})`,
    );
  return sql.join(parts, sql` AND `);
}

/** Invoices with an order of the store, to the country, or of both. */
const withOrders = (ctx: AccountCtx, { storeId, country }: Filter) => sql`i.id IN (
  SELECT io.invoice_id FROM invoice_orders io JOIN orders o ON o.account_id = io.account_id AND o.id = io.order_id
  WHERE io.account_id = ${ctx.account} ${storeId ? sql`AND o.store_id = ${storeId}` : sql``}
    ${country ? sql`AND o.country = ${country}` : sql``})`;

const creditNotes = sql`(SELECT coalesce(json_agg(json_build_object('number', 'CN-' || n.number, 'amount', n.amount) ORDER BY n.number), '[]')
  FROM credit_notes n WHERE i.status IN ('partly_credited', 'credited') AND n.account_id = i.account_id AND n.invoice_id = i.id)`;

/** Another invoice (`r`) of the account. */
export const linked = (which: 'r.id = i.replaces' | 'r.replaces = i.id') => sql`(
  SELECT json_build_object('id', r.id, 'number', 'INV-' || r.number) FROM invoices r
  WHERE i.kind = 'orders' AND i.price_valid_until IS NOT NULL AND r.account_id = i.account_id AND ${sql.raw(which)})`;

/** The unpaid deposit (`d`) that the balance of a stock order waits for. */
export const depositBefore = sql`FROM invoices d
  WHERE i.part = 'balance' AND d.account_id = i.account_id AND d.stock_order_id = i.stock_order_id AND d.part = 'deposit' AND d.status = 'open'`;

/** Invoices with who paid them, their stock orders and the deposits before them, looked up for the rows of `found` alone. */
const shapeOf = ({ now }: Pick<Ctx, 'now'>, found: RawBuilder<unknown>) => sql`
  SELECT i.id, i.number, i.kind, ${statusAt(now)} AS status, i.currency, i.goods, i.freight, i.fees, i.total, i.orders_count,
    i.units, i.orders_from, i.orders_to, i.billed_to, i.seller, i.note,
    i.issued_at, i.paid_at, i.ledger_seq, i.price_valid_until, i.ended_reason, i.voided_at, ${linked('r.id = i.replaces')} AS replaces, ${linked('r.replaces = i.id')} AS replaced_by, coalesce(nullif(u.nick_name, ''), u.username) AS paid_by, ${creditNotes} AS credit_notes,
    CASE WHEN o.id IS NULL THEN NULL ELSE json_build_object('id', o.id, 'number', 'PO-' || o.number, 'part', i.part) END AS stock_order,
    CASE WHEN i.status = 'open' THEN (SELECT json_build_object('id', d.id, 'number', 'INV-' || d.number) ${depositBefore}) END AS pay_first
  FROM (${found}) i
  LEFT JOIN ledger_transactions t ON t.account_id = i.account_id AND t.seq = i.ledger_seq
  LEFT JOIN users u ON u.id = t.actor_user_id
  LEFT JOIN stock_orders o ON o.account_id = i.account_id AND o.id = i.stock_order_id`;

/** The statement of a page of invoices, for the test that looks at its plan. */
export function pageStatement(ctx: AccountCtx, filter: Filter, page: Page) {
  const order = filter.sort === 'issued_at' ? sql`i.issued_at, i.id` : sql`i.issued_at DESC, i.id DESC`;
  const found = sql`SELECT i.* FROM invoices i WHERE ${matching(ctx, filter)}
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`;
  return sql<InvoiceRow>`${shapeOf(ctx, found)} ORDER BY ${order}`;
}

export async function listInvoices(ctx: AccountCtx, filter: Filter, page: Page): Promise<InvoiceRow[]> {
  return (await pageStatement(ctx, filter, page).execute(ctx.db)).rows;
}

export async function countInvoices(ctx: AccountCtx, filter: Filter, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM invoices i WHERE ${matching(ctx, filter)}`, most);
}

export async function findInvoice(ctx: AccountCtx, id: string): Promise<InvoiceRow | undefined> {
  const found = sql`SELECT i.* FROM invoices i WHERE i.account_id = ${ctx.account} AND i.id = ${id} AND ${visible(ctx)}`;
  return (await sql<InvoiceRow>`${prepared}${shapeOf(ctx, found)}`.execute(ctx.db)).rows[0];
}

/** Those of these invoices that the reader sees, by their numbers. */
export async function findInvoices(ctx: AccountCtx, ids: readonly string[]): Promise<InvoiceRow[]> {
  const found = sql`SELECT i.* FROM invoices i
    WHERE i.account_id = ${ctx.account} AND i.id = ANY(${[...ids]}::uuid[]) AND ${visible(ctx)}`;
  return (await sql<InvoiceRow>`${shapeOf(ctx, found)} ORDER BY i.number`.execute(ctx.db)).rows;
}

/** The same by id and number alone. */
export async function findVisible(
  ctx: AccountCtx,
  ids: readonly string[],
): Promise<Pick<InvoiceRow, 'id' | 'number'>[]> {
  const { rows } = await sql<Pick<InvoiceRow, 'id' | 'number'>>`
    SELECT i.id, i.number FROM invoices i
    WHERE i.account_id = ${ctx.account} AND i.id = ANY(${[...ids]}::uuid[]) AND ${visible(ctx)}`.execute(ctx.db);
  return rows;
}

export async function findLines(ctx: AccountCtx, invoiceOrderIds: readonly string[]) {
  if (invoiceOrderIds.length === 0) return [];
  return ctx.db
    .selectFrom('invoice_lines')
    .select(['invoice_order_id', 'line', 'code', 'title', 'sku', 'quantity', 'unit_amount', 'amount', 'inputs'])
    .where('account_id', '=', ctx.account)
    .where('invoice_order_id', 'in', [...invoiceOrderIds])
    .orderBy('invoice_order_id')
    .orderBy('line')
    .execute();
}

/** Who the invoice is made out to, as the account stands now. */
export async function findBilledTo(ctx: AccountCtx) {
  const { rows } = await sql<Pick<Selectable<DB['accounts']>, 'name' | 'number' | 'currency' | 'billing'>>`${prepared}
    SELECT name, number, currency, billing FROM accounts WHERE id = ${ctx.account}`.execute(ctx.db);
  const [account] = rows;
  if (!account) throw new Error(`there is no account ${ctx.account}`);
  return account;
}

/** The next document number; gaps are allowed (P6). */
export async function nextNumber(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT nextval('invoice_number_seq')::bigint AS n`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** A line of an order's bill; amounts in minor units. */
export type NewLine = {
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  price_id: string | null;
  inputs: Record<string, unknown>;
};
export type NewInvoiceOrder = {
  /** What the order on the invoice will be called. */
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
  /** Pieces of goods on its lines. */
  units: number;
  /** What of the order its amounts are for, where it is paid later than billed. */
  content?: string;
  lines: readonly NewLine[];
};

/** How many pieces of goods lines have. */
export const unitsOf = (lines: readonly NewLine[]): number =>
  lines.reduce((sum, { code, sku, quantity }) => sum + (code === 'goods' && sku !== null ? quantity : 0), 0);

/** A query for orders to bill: columns as `NewInvoiceOrder`, the lines as JSON. */
export type BilledQuery = RawBuilder<unknown>;

/** What of a JSON object makes an order to bill, as the columns of a record. */
export const billedColumns = sql`id uuid, order_id uuid, later boolean, channel_id uuid, weight_g int, goods bigint, freight bigint, fees bigint, total bigint, units int, lines jsonb, content text`;

/** Orders to bill that are at hand. */
export const billedRows = (orders: readonly NewInvoiceOrder[]): BilledQuery =>
  sql`SELECT * FROM json_to_recordset(${JSON.stringify(orders)}::json) AS r(${billedColumns})`;

/** Writes orders and their lines on an invoice, numbered in the sequence of the query, and what the list shows of them. */
export async function insertOrders(
  ctx: Ctx,
  { account_id, invoice_id }: { account_id: string; invoice_id: string },
  orders: BilledQuery,
): Promise<void> {
  await sql`${prepared}
    WITH bill AS MATERIALIZED (
      SELECT b.*, o.order_name, o.store_name, o.country, o.placed_at FROM (${orders}) b
      CROSS JOIN LATERAL (
        SELECT o.name AS order_name, o.country, o.placed_at,
          (SELECT s.name FROM stores s WHERE s.account_id = o.account_id AND s.id = o.store_id) AS store_name
        FROM orders o WHERE o.account_id = ${account_id} AND o.id = b.order_id OFFSET 0) o
    ), made AS (
      INSERT INTO invoice_orders (account_id, invoice_id, id, order_id, order_name, store_name, country, part, channel_id, channel_name,
        weight_g, goods, freight, fees, total, content)
      SELECT ${account_id}, ${invoice_id}, b.id, b.order_id, b.order_name, b.store_name, b.country,
        CASE WHEN b.later THEN 1 + (SELECT coalesce(max(p.part), 0) FROM invoice_orders p WHERE p.account_id = ${account_id} AND p.order_id = b.order_id) ELSE 1 END,
        b.channel_id, (SELECT c.name FROM channels c WHERE c.id = b.channel_id), b.weight_g, b.goods, b.freight, b.fees, b.total, b.content
      FROM bill b
    ), listed AS (
      UPDATE invoices i SET units = coalesce(i.units, 0) + a.units, orders_from = least(i.orders_from, a.orders_from),
        orders_to = greatest(i.orders_to, a.orders_to)
      FROM (
        SELECT coalesce(sum(b.units), 0) AS units, min(b.placed_at) AS orders_from, max(b.placed_at) AS orders_to FROM bill b) a
      WHERE i.account_id = ${account_id} AND i.id = ${invoice_id})
    INSERT INTO invoice_lines (account_id, invoice_order_id, line, code, title, sku, quantity, unit_amount, amount, price_id, inputs)
    SELECT ${account_id}, b.id, l.line, l.code, l.title, l.sku, l.quantity, l.unit_amount, l.amount, l.price_id, l.inputs
    FROM bill b
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(b.lines)
      AS (code text, title text, sku text, quantity int, unit_amount bigint, amount bigint, price_id uuid, inputs jsonb))
      WITH ORDINALITY AS l(code, title, sku, quantity, unit_amount, amount, price_id, inputs, line)`.execute(ctx.db);
}
