import { sql } from 'kysely';
import type { PaymentRequestStatus } from '#contract/payment-request-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { seesStore } from '#server/db/store-scope.ts';

export type RequestRow = {
  id: string;
  status: PaymentRequestStatus;
  orders: number;
  total: number;
  currency: string;
  requested_by: string;
  requester: string;
  created_at: Date;
  decider: string | null;
  decided_at: Date | null;
  reason: string | null;
  invoice_id: string | null;
  invoice_number: number | null;
  /** The issued invoices that it is for, as they were shown, with the numbers of their stock orders; empty where it is for orders. */
  pays: { id: string; number: string; stock_order: string | null; total: number }[];
  /** What the job of a request for many orders pays. */
  job_id: string | null;
  version: number;
};

const paysOf = sql`(
  SELECT json_agg(json_build_object('id', p.id, 'number', 'INV-' || p.number, 'stock_order', 'PO-' || s.number, 'total', l.total) ORDER BY p.number)
  FROM payment_request_invoices l JOIN invoices p ON p.account_id = l.account_id AND p.id = l.invoice_id
  LEFT JOIN stock_orders s ON s.account_id = p.account_id AND s.id = p.stock_order_id
  WHERE l.account_id = r.account_id AND l.request_id = r.id)`;

const shape = sql`
  SELECT r.id, r.status, r.orders, r.total, r.currency, r.requested_by, coalesce(nullif(u.nick_name, ''), u.username) AS requester,
    r.created_at, coalesce(nullif(d.nick_name, ''), d.username) AS decider, r.decided_at, r.reason, r.invoice_id,
    i.number AS invoice_number, CASE WHEN r.invoices = 0 THEN '[]'::json ELSE ${paysOf} END AS pays, x.job_id, r.version
  FROM payment_requests r JOIN users u ON u.id = r.requested_by LEFT JOIN users d ON d.id = r.decided_by
  LEFT JOIN invoices i ON i.account_id = r.account_id AND i.id = r.invoice_id
  LEFT JOIN payment_selections x ON x.account_id = r.account_id AND x.id = r.selection_id`;

/** Those of one member, or of all, whose orders are of stores that the reader sees. */
const of = (ctx: AccountCtx, requestedBy: string | null) => sql<boolean>`r.account_id = ${ctx.account} AND ${seen(ctx)}
  AND ${requestedBy === null ? sql`true` : sql`r.requested_by = ${requestedBy}`}`;

const seen = (ctx: AccountCtx) => sql<boolean>`NOT EXISTS (
  SELECT 1 FROM payment_request_orders l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
  WHERE l.account_id = r.account_id AND l.request_id = r.id AND NOT coalesce(${seesStore(ctx.actor, sql`o.store_id`)}, false))`;

/** Open ones first, then the newest. */
export async function listRequests(
  ctx: AccountCtx,
  requestedBy: string | null,
  page: { offset: number; limit: number },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`${shape} WHERE ${of(ctx, requestedBy)}
    ORDER BY r.status <> 'open', r.created_at DESC, r.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countRequests(ctx: AccountCtx, requestedBy: string | null) {
  const { rows } = await sql<{ total: number; open: number }>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE r.status = 'open'))::int AS open
    FROM payment_requests r WHERE ${of(ctx, requestedBy)}`.execute(ctx.db);
  return rows[0] ?? { total: 0, open: 0 };
}

export async function findRequest(ctx: AccountCtx, id: string, lock = false): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`${shape} WHERE r.account_id = ${ctx.account} AND r.id = ${id} AND ${seen(ctx)}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(ctx.db);
  return rows[0];
}

/** The first open request for one of these issued invoices. */
export async function findOpenFor(ctx: AccountCtx, invoiceIds: readonly string[]): Promise<RequestRow | undefined> {
  const { rows } =
    await sql<RequestRow>`${shape} WHERE r.account_id = ${ctx.account} AND r.status = 'open' AND r.id IN (
      SELECT l.request_id FROM payment_request_invoices l
      WHERE l.account_id = ${ctx.account} AND l.invoice_id = ANY(${[...invoiceIds]}::uuid[]))
    ORDER BY r.created_at, r.id LIMIT 1`.execute(ctx.db);
  return rows[0];
}

/** Requests of an account are kept one after the other: whoever asks holds the others up until the transaction ends. */
const lockRequests = (ctx: AccountCtx) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('payment_requests:' || ${ctx.account}, 0))`.execute(ctx.db);

/** The name of one of these orders for whose payment a request is open; none is added until the transaction ends. */
export async function findAskedBefore(ctx: AccountCtx, orderIds: readonly string[]): Promise<string | undefined> {
  await lockRequests(ctx);
  const { rows } = await sql<{ name: string }>`
    SELECT o.name FROM payment_requests r
    JOIN payment_request_orders l ON l.account_id = r.account_id AND l.request_id = r.id
    JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE r.account_id = ${ctx.account} AND r.status = 'open' AND l.order_id = ANY(${[...orderIds]}::uuid[])
    ORDER BY o.id LIMIT 1`.execute(ctx.db);
  return rows[0]?.name;
}

type NewRequest = { id: string; total: number; currency: string; requested_by: string };

/** The number of one of these invoices for whose payment a request is open; none is added until the transaction ends. */
export async function findInvoiceAskedBefore(
  ctx: AccountCtx,
  invoiceIds: readonly string[],
): Promise<string | undefined> {
  await lockRequests(ctx);
  const { rows } = await sql<{ number: string }>`
    SELECT 'INV-' || i.number AS number FROM payment_request_invoices l
    JOIN payment_requests r ON r.account_id = l.account_id AND r.id = l.request_id AND r.status = 'open'
    JOIN invoices i ON i.account_id = l.account_id AND i.id = l.invoice_id
    WHERE l.account_id = ${ctx.account} AND l.invoice_id = ANY(${[...invoiceIds]}::uuid[])
    ORDER BY i.number LIMIT 1`.execute(ctx.db);
  return rows[0]?.number;
}

/** Keeps a request for issued invoices at what they cost now. */
export async function insertForInvoices(
  ctx: AccountCtx,
  request: NewRequest,
  invoices: readonly { id: string; total: number }[],
): Promise<void> {
  await ctx.db
    .insertInto('payment_requests')
    .values({ account_id: ctx.account, ...request, orders: 0, invoices: invoices.length, created_at: ctx.now })
    .execute();
  await ctx.db
    .insertInto('payment_request_invoices')
    .values(
      invoices.map(({ id: invoice_id, total }) => ({
        account_id: ctx.account,
        request_id: request.id,
        invoice_id,
        total,
      })),
    )
    .execute();
}

export type ShownCost = { order_id: string; goods: number; freight: number; fees: number; total: number };

/** The orders of a request as they were shown. */
export async function findLines(ctx: AccountCtx, id: string): Promise<(ShownCost & { name: string })[]> {
  const { rows } = await sql<ShownCost & { name: string }>`
    SELECT l.order_id, o.name, l.goods, l.freight, l.fees, l.total
    FROM payment_request_orders l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
    WHERE l.account_id = ${ctx.account} AND l.request_id = ${id} ORDER BY o.name, l.order_id`.execute(ctx.db);
  return rows;
}

export async function insertRequest(ctx: AccountCtx, request: NewRequest, lines: readonly ShownCost[]): Promise<void> {
  await ctx.db
    .insertInto('payment_requests')
    .values({ account_id: ctx.account, ...request, orders: lines.length, created_at: ctx.now })
    .execute();
  // one parameter: thousands of orders have more values than a statement may have parameters
  await sql`
    INSERT INTO payment_request_orders (account_id, request_id, order_id, goods, freight, fees, total)
    SELECT ${ctx.account}, ${request.id}, r.order_id, r.goods, r.freight, r.fees, r.total
    FROM json_to_recordset(${JSON.stringify(lines)}::json)
      AS r(order_id uuid, goods bigint, freight bigint, fees bigint, total bigint)`.execute(ctx.db);
}

type Decision = {
  status: Exclude<PaymentRequestStatus, 'open'>;
  decided_by: string;
  reason?: string;
  invoice_id?: string;
  selection_id?: string;
};

export async function decide(ctx: AccountCtx, id: string, decision: Decision): Promise<void> {
  await ctx.db
    .updateTable('payment_requests')
    .set((eb) => ({ ...decision, decided_at: ctx.now, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** The request whose orders a selection pays, under its lock. */
export async function findPaying(ctx: AccountCtx, selectionId: string): Promise<RequestRow | undefined> {
  const { rows } =
    await sql<RequestRow>`${shape} WHERE r.account_id = ${ctx.account} AND r.selection_id = ${selectionId}
    AND r.status = 'paying' FOR UPDATE OF r`.execute(ctx.db);
  return rows[0];
}

/** Ends the payment of a request: approved with its invoice, or open again where nothing was paid. */
export async function endPaying(ctx: AccountCtx, id: string, invoiceId: string | null): Promise<void> {
  const change =
    invoiceId === null
      ? { status: 'open', decided_by: null, decided_at: null, selection_id: null }
      : { status: 'approved', invoice_id: invoiceId };
  await ctx.db
    .updateTable('payment_requests')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}
