import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import { type Ctx, forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { asIssued } from './documents/documents.db.ts';
import { issueDocument } from './documents/documents.service.ts';
import * as issue from './records/issue.db.ts';
import * as rows from './records/invoices.db.ts';
import { invoiceNumber } from './invoices.service.ts';

/** An order as it is billed. */
export type BilledOrder = Sums & {
  order_id: string;
  name: string;
  channel_id: string | null;
  weight_g: number | null;
  lines: readonly rows.NewLine[];
  /** It was paid before: this part came later. */
  addition: boolean;
  /** What of the order its amounts are for, where it is paid later than billed. */
  content?: string;
};
type PaidBill = { account_id: string; billed: Billed; orders: readonly BilledOrder[]; paid_by: string | null };

export { findBilledTo } from './records/invoices.db.ts';

export type Sums = { goods: number; freight: number; fees: number; total: number };
const none: Sums = { goods: 0, freight: 0, fees: 0, total: 0 };

export function sumOf(orders: readonly Sums[]): Sums {
  return orders.reduce(
    (sum, order) => ({
      goods: sum.goods + order.goods,
      freight: sum.freight + order.freight,
      fees: sum.fees + order.fees,
      total: sum.total + order.total,
    }),
    none,
  );
}

/** What a bill is for: the order by its name, or how many. */
const ordersNote = (count: number, name: string): Phrase =>
  count === 1 ? { text: 'ledger.order', params: { name } } : { text: 'ledger.orders', params: { count } };

/** An invoice that is paid from the wallet in the same breath. */
export async function issuePaid(ctx: Ctx, { account_id, billed, orders, paid_by }: PaidBill) {
  const { name } = orders[0] ?? { name: '' };
  const invoice = await openPaid(ctx, {
    account_id,
    billed,
    sums: sumOf(orders),
    orders: orders.length,
    name,
    paid_by,
  });
  await addOrders(ctx, invoice, orders);
  return invoice;
}

type OpenBill = Omit<PaidBill, 'orders'> & {
  sums: Sums;
  orders: number;
  /** Of the first order, by which the payment of a single one is called. */
  name: string;
};
type PaidInvoice = { account_id: string; id: string; label: string; total: number };

/** A paid invoice whose orders follow in the same transaction, batch by batch (`addOrders`). */
export async function openPaid(
  ctx: Ctx,
  { account_id, billed, sums, orders, name, paid_by }: OpenBill,
): Promise<PaidInvoice> {
  const invoice = { account_id, id: uuid(), number: await rows.nextNumber(ctx), currency: billed.currency, ...sums };
  const label = invoiceNumber(invoice);
  const { seq } = await ledger.spend(forAccount(ctx, account_id), {
    kind: 'invoice_payment',
    ref: { kind: 'invoices', id: invoice.id, label },
    memo: keepSentence(ordersNote(orders, name)),
    idempotency_key: `invoice:${invoice.id}`,
    amount: sums.total,
    currency: billed.currency,
    to: incomeOf(sums),
  });
  const billing = billed.billing as Record<string, unknown>; // the account's billing data, an object by its default
  await issue.insertPaidInvoice(ctx, {
    ...invoice,
    ledger_seq: seq,
    created_by: paid_by,
    orders_count: orders,
    billed_to: { ...billing, name: billed.name, client_number: billed.number },
    seller: ctx.app.seller,
  });
  await issueDocument(forAccount(ctx, account_id), asIssued(invoice.id));
  await audit(ctx, {
    action: 'invoices.pay',
    account_id,
    entity: 'invoices',
    entity_id: invoice.id,
    details: { number: label, orders, total: sums.total, currency: billed.currency },
  });
  publish(ctx, { account_id, kind: 'invoices.changed', id: invoice.id });
  publish(ctx, { account_id, kind: 'wallet.changed' });
  return { account_id, id: invoice.id, label, total: sums.total };
}

function incomeOf({ goods, freight, fees }: Sums) {
  const parts = [
    { ledger_account: 'revenue', amount: goods + freight },
    { ledger_account: 'fees', amount: fees },
  ];
  return parts.filter((part) => part.amount !== 0);
}

type Billed = Awaited<ReturnType<typeof rows.findBilledTo>>;

/** Puts orders on an invoice that was opened in this transaction. */
export async function addOrders(ctx: Ctx, invoice: OpenedInvoice, orders: readonly BilledOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const billed = orders.map(
    ({ order_id, addition, channel_id, weight_g, goods, freight, fees, total, lines, content }) => {
      const sums = { goods, freight, fees, total };
      const units = rows.unitsOf(lines);
      return {
        id: uuid(),
        order_id,
        later: addition,
        channel_id,
        weight_g,
        ...sums,
        units,
        lines,
        ...(content && { content }),
      };
    },
  );
  await addQueriedOrders(ctx, invoice, rows.billedRows(billed));
}

type OpenedInvoice = Pick<PaidInvoice, 'account_id' | 'id'>;

/** The same for the orders that a query finds: thousands need not come here to be written. */
export async function addQueriedOrders(
  ctx: Ctx,
  { account_id, id: invoice_id }: OpenedInvoice,
  orders: rows.BilledQuery,
): Promise<void> {
  await rows.insertOrders(ctx, { account_id, invoice_id }, orders).catch((error: unknown) => {
    // the last word against a double payment; throwing rolls everything back
    throw isBilled(error) ? appError('order_not_payable', { text: 'invoices.just_paid' }) : error;
  });
}

function isBilled(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'invoice_orders_part_key';
}
