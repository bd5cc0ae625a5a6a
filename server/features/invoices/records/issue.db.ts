import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

type Issued = {
  id: string;
  number: number;
  status: 'open' | 'expired' | 'paid' | 'partly_credited' | 'credited' | 'void';
  goods: number;
  freight: number;
  fees: number;
  total: number;
  credited: number;
  currency: string;
  issued_at: Date;
  paid_at: Date | null;
  ledger_seq: number | null;
};
/** An invoice of a stock order. */
export type StockInvoice = Issued & { kind: 'stock_order'; part: 'deposit' | 'balance'; stock_order_id: string };
/** An invoice that the provider issued for orders; paid at checkout it has no `price_valid_until`. */
export type OrdersInvoice = Issued & {
  kind: 'orders';
  orders_count: number;
  price_valid_until: Date | null;
  note: string | null;
};

export type NewBill = {
  account_id: string;
  id: string;
  number: number;
  stock_order_id: string;
  part: 'deposit' | 'balance';
  currency: string;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  billed_to: object;
  seller: object;
};
export type NewItem = {
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  inputs: Record<string, unknown>;
};

/** An invoice that waits for its payment, with its lines. */
export async function insertOpen(ctx: Ctx, bill: NewBill, items: readonly NewItem[]): Promise<void> {
  await ctx.db
    .insertInto('invoices')
    .values({
      ...bill,
      kind: 'stock_order',
      status: 'open',
      orders_count: 0,
      billed_to: JSON.stringify(bill.billed_to),
      seller: JSON.stringify(bill.seller),
      issued_at: ctx.now,
      created_by: ctx.actor.kind === 'merchant' ? ctx.actor.user_id : null,
    })
    .execute();
  await ctx.db
    .insertInto('invoice_items')
    .values(
      items.map(({ inputs, ...item }, index) => ({
        account_id: bill.account_id,
        invoice_id: bill.id,
        line: index + 1,
        ...item,
        inputs: JSON.stringify(inputs),
      })),
    )
    .execute();
}

/** The columns of `StockInvoice` and `OrdersInvoice`. */
const issued = sql`SELECT id, number, kind, part, status, stock_order_id, goods, freight, fees, total, credited, currency, issued_at, paid_at, ledger_seq,
    orders_count, price_valid_until, note
  FROM invoices`;

/** Invoices of a stock order, the deposit first; with `lock` they stay as they are until the transaction ends. */
export async function findIssued(ctx: AccountCtx, stockOrderId: string, lock = false): Promise<StockInvoice[]> {
  const { rows } = await sql<StockInvoice>`${issued}
    WHERE account_id = ${ctx.account} AND kind = 'stock_order' AND stock_order_id = ${stockOrderId}
    ORDER BY part DESC ${lock ? sql`FOR UPDATE` : sql``}`.execute(ctx.db);
  return rows;
}

/** These invoices and the others of their stock orders, each deposit before its balance, until the transaction ends. */
export async function lockWithRelated(
  ctx: AccountCtx,
  ids: readonly string[],
): Promise<(StockInvoice | OrdersInvoice)[]> {
  const { rows } = await sql<StockInvoice | OrdersInvoice>`${issued}
    WHERE account_id = ${ctx.account} AND (id = ANY(${[...ids]}::uuid[]) OR stock_order_id IN (
      SELECT i.stock_order_id FROM invoices i WHERE i.account_id = ${ctx.account} AND i.id = ANY(${[...ids]}::uuid[])))
    ORDER BY stock_order_id, part DESC, id FOR UPDATE`.execute(ctx.db);
  return rows;
}

/** An invoice of orders, until the transaction ends. */
export async function lockOrdersInvoice(ctx: AccountCtx, id: string): Promise<OrdersInvoice | undefined> {
  const { rows } = await sql<OrdersInvoice>`${issued}
    WHERE account_id = ${ctx.account} AND id = ${id} AND kind = 'orders' FOR UPDATE`.execute(ctx.db);
  return rows[0];
}

/** Whether it was not ended yet: its orders are kept by it, also where its prices have ended. */
export async function keepsOrders(ctx: AccountCtx, id: string): Promise<boolean> {
  const query = ctx.db.selectFrom('invoices').select('id').where('account_id', '=', ctx.account).where('id', '=', id);
  return (await query.where('status', '=', 'open').executeTakeFirst()) !== undefined;
}

type NewPaid = {
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

/** An invoice of orders that is paid as it is issued. */
export async function insertPaidInvoice(ctx: Ctx, invoice: NewPaid): Promise<void> {
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
}

/** An invoice of orders that waits for its payment; `replaces` is the one whose prices ended. */
export async function insertOpenOfOrders(
  ctx: Ctx,
  invoice: Omit<NewBill, 'stock_order_id' | 'part'> & {
    orders_count: number;
    price_valid_until: Date;
    replaces: string | null;
    note: string | null;
    created_by: string | null;
  },
): Promise<void> {
  await ctx.db
    .insertInto('invoices')
    .values({
      ...invoice,
      kind: 'orders',
      status: 'open',
      billed_to: JSON.stringify(invoice.billed_to),
      seller: JSON.stringify(invoice.seller),
      issued_at: ctx.now,
    })
    .execute();
}

/** An invoice of orders that was not paid ends, and its bills with it: their orders may be billed again. */
export async function endUnpaid(
  ctx: AccountCtx,
  id: string,
  ended: { status: 'expired' | 'void'; reason: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ status: ended.status, ended_reason: ended.reason, voided_at: ended.status === 'void' ? ctx.now : null })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
  await ctx.db
    .updateTable('invoice_orders')
    .set({ part: null })
    .where('account_id', '=', ctx.account)
    .where('invoice_id', '=', id)
    .execute();
}

export type IssuedOrder = { invoice_id: string; order_id: string; content: string | null };

/** The orders of invoices in the order in which they were billed, with what each was billed for. */
export async function findIssuedOrders(ctx: AccountCtx, ids: readonly string[]): Promise<IssuedOrder[]> {
  return ctx.db
    .selectFrom('invoice_orders')
    .select(['invoice_id', 'order_id', 'content'])
    .where('account_id', '=', ctx.account)
    .where('invoice_id', 'in', ids)
    .orderBy('number')
    .execute();
}

/** The prices by which the orders of invoices were billed, those of each invoice in the same sequence. */
export async function findIssuedPrices(ctx: AccountCtx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ invoice_id: string; prices: string[] }>`
    SELECT io.invoice_id, array_agg(DISTINCT l.price_id) AS prices FROM invoice_orders io
    JOIN invoice_lines l ON l.account_id = io.account_id AND l.invoice_order_id = io.id
    WHERE io.account_id = ${ctx.account} AND io.invoice_id = ANY(${[...ids]}::uuid[]) AND l.price_id IS NOT NULL GROUP BY 1`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ invoice_id, prices }) => [invoice_id, prices]));
}

export async function markPaid(ctx: AccountCtx, id: string, ledgerSeq: number): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ status: 'paid', paid_at: ctx.now, ledger_seq: ledgerSeq })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

export async function markVoid(ctx: AccountCtx, stockOrderId: string): Promise<string[]> {
  const ended = await ctx.db
    .updateTable('invoices')
    .set({ status: 'void', voided_at: ctx.now })
    .where('account_id', '=', ctx.account)
    .where('stock_order_id', '=', stockOrderId)
    .where('status', '=', 'open')
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export async function nextCreditNumber(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT nextval('credit_note_number_seq')::bigint AS n`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Writes a credit note and what its invoice is from then on. */
export async function insertCredit(
  ctx: Ctx,
  note: {
    account_id: string;
    id: string;
    number: number;
    invoice_id: string;
    amount: number;
    reason: string;
    ledger_seq: number;
    /** The bill of one order and what it is given for; absent for stock orders. */
    invoice_order_id?: string;
    cause?: string;
  },
): Promise<void> {
  await ctx.db
    .insertInto('credit_notes')
    .values({ ...note, issued_at: ctx.now })
    .execute();
  await sql`
    UPDATE invoices SET credited = credited + ${note.amount},
      status = CASE WHEN credited + ${note.amount} = total THEN 'credited' ELSE 'partly_credited' END
    WHERE account_id = ${note.account_id} AND id = ${note.invoice_id}`.execute(ctx.db);
}

export type CreditRow = {
  id: string;
  number: string;
  amount: number;
  reason: string;
  issued_at: Date;
  ledger_seq: number;
};

export async function findCredits(ctx: AccountCtx, invoiceId: string): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`${prepared}
    SELECT id, 'CN-' || number AS number, amount, reason, issued_at, ledger_seq FROM credit_notes
    WHERE account_id = ${ctx.account} AND invoice_id = ${invoiceId} ORDER BY credit_notes.number`.execute(ctx.db);
  return rows;
}

export async function findItems(ctx: AccountCtx, invoiceId: string) {
  return ctx.db
    .selectFrom('invoice_items')
    .select(['line', 'code', 'title', 'sku', 'quantity', 'unit_amount', 'amount', 'inputs'])
    .where('account_id', '=', ctx.account)
    .where('invoice_id', '=', invoiceId)
    .orderBy('line')
    .execute();
}

export type BilledRow = {
  id: string;
  invoice_id: string;
  number: number;
  total: number;
  credited: number;
  /** What was paid for units that replacements send: it cannot be given back as well. */
  replaced_worth: number;
  /** What the provider keeps of units that were cancelled: it is not given back with the others. */
  kept: number;
  invoice_total: number;
  invoice_credited: number;
  currency: string;
  ledger_seq: number;
};

/** What was billed for an order and is paid, the latest part first; with `lock` it stays as it is until the transaction ends. */
export async function findBilled(ctx: AccountCtx, orderId: string, lock = false): Promise<BilledRow[]> {
  const { rows } = await sql<BilledRow>`${prepared}
    SELECT io.id, io.invoice_id, n.number, io.total, io.credited, io.replaced_worth, io.kept, n.total AS invoice_total, n.credited AS invoice_credited,
      n.currency, n.ledger_seq
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE io.account_id = ${ctx.account} AND io.order_id = ${orderId} AND n.paid_at IS NOT NULL
    ORDER BY io.part DESC ${lock ? sql`FOR UPDATE` : sql``}`.execute(ctx.db);
  return rows;
}

type PaidRow = { order_id: string; paid: number; credited: number; left: number; currency: string };

/** What was billed for each of these orders and is paid, and what of it was given back. */
export async function findPaid(ctx: AccountCtx, orderIds: readonly string[]): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    SELECT io.order_id, sum(io.total)::bigint AS paid, sum(io.credited)::bigint AS credited,
      sum(io.total - io.credited - io.replaced_worth - io.kept)::bigint AS left, min(n.currency) AS currency
    FROM invoice_orders io JOIN invoices n ON n.account_id = io.account_id AND n.id = io.invoice_id
    WHERE io.account_id = ${ctx.account} AND io.order_id = ANY(${orderIds}::uuid[]) AND n.paid_at IS NOT NULL
    GROUP BY io.order_id`.execute(ctx.db);
  return rows;
}

export type OrderCredit = { number: string; amount: number; invoice: { id: string; number: string } };

/** Credit notes that were given for a cause. */
export async function findCreditsFor(ctx: AccountCtx, cause: string): Promise<OrderCredit[]> {
  const { rows } = await sql<OrderCredit>`${prepared}
    SELECT 'CN-' || c.number AS number, c.amount, json_build_object('id', n.id, 'number', 'INV-' || n.number) AS invoice
    FROM credit_notes c
    JOIN invoice_orders io ON io.account_id = c.account_id AND io.id = c.invoice_order_id
    JOIN invoices n ON n.account_id = c.account_id AND n.id = c.invoice_id
    WHERE c.account_id = ${ctx.account} AND c.cause = ${cause} ORDER BY c.number`.execute(ctx.db);
  return rows;
}

/** Adds to what replacements hold of an order's bill, or takes from it; the table refuses more than is left of its total. */
export async function addReplaced(ctx: AccountCtx, id: string, amount: number): Promise<void> {
  await sql`
    UPDATE invoice_orders SET replaced_worth = replaced_worth + ${amount}
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** Adds to what is kept of an order's bill; the table refuses more than is left of its total. */
export async function addKept(ctx: AccountCtx, id: string, amount: number): Promise<void> {
  await sql`
    UPDATE invoice_orders SET kept = kept + ${amount} WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** Adds to what was given back of an order's bill, and to what of it claims gave back; the table refuses more than its total. */
export async function addCredited(ctx: AccountCtx, id: string, amount: number, byClaim: boolean): Promise<void> {
  await sql`
    UPDATE invoice_orders SET credited = credited + ${amount}, claim_credited = claim_credited + ${byClaim ? amount : 0}
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}
