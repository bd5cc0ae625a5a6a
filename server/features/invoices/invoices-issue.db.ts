import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type IssuedRow = {
  id: string;
  number: number;
  part: 'deposit' | 'balance';
  status: 'open' | 'paid' | 'partly_credited' | 'credited' | 'void';
  stock_order_id: string;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  credited: number;
  currency: string;
  paid_at: Date | null;
  ledger_seq: number | null;
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

/** Invoices of a stock order, the deposit first; with `lock` they stay as they are until the transaction ends. */
export async function findIssued(
  ctx: Ctx,
  accountId: string,
  which: { stock_order_id: string } | { id: string },
  lock = false,
): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    SELECT id, number, part, status, stock_order_id, goods, freight, fees, total, credited, currency, paid_at, ledger_seq
    FROM invoices
    WHERE account_id = ${accountId} AND kind = 'stock_order'
      AND ${'id' in which ? sql`id = ${which.id}` : sql`stock_order_id = ${which.stock_order_id}`}
    ORDER BY part DESC ${lock ? sql`FOR UPDATE` : sql``}`.execute(ctx.db);
  return rows;
}

export async function markPaid(ctx: Ctx, accountId: string, id: string, ledgerSeq: number): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ status: 'paid', paid_at: ctx.now, ledger_seq: ledgerSeq })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export async function markVoid(ctx: Ctx, accountId: string, stockOrderId: string): Promise<void> {
  await ctx.db
    .updateTable('invoices')
    .set({ status: 'void' })
    .where('account_id', '=', accountId)
    .where('stock_order_id', '=', stockOrderId)
    .where('status', '=', 'open')
    .execute();
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

export type CreditRow = { number: string; amount: number; reason: string; issued_at: Date; ledger_seq: number };

export async function findCredits(ctx: Ctx, accountId: string, invoiceId: string): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    SELECT 'CN-' || number AS number, amount, reason, issued_at, ledger_seq FROM credit_notes
    WHERE account_id = ${accountId} AND invoice_id = ${invoiceId} ORDER BY credit_notes.number`.execute(ctx.db);
  return rows;
}

export async function findItems(ctx: Ctx, accountId: string, invoiceId: string) {
  return ctx.db
    .selectFrom('invoice_items')
    .select(['line', 'code', 'title', 'sku', 'quantity', 'unit_amount', 'amount', 'inputs'])
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('line')
    .execute();
}

/** The stock order that an invoice is about. */
export async function findStockOrderOf(ctx: Ctx, accountId: string, invoiceId: string) {
  const { rows } = await sql<{ id: string; number: string; part: 'deposit' | 'balance' }>`
    SELECT o.id, 'PO-' || o.number AS number, i.part FROM invoices i
    JOIN stock_orders o ON o.account_id = i.account_id AND o.id = i.stock_order_id
    WHERE i.account_id = ${accountId} AND i.id = ${invoiceId}`.execute(ctx.db);
  return rows[0] ?? null;
}
