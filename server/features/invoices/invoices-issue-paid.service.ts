import { v7 as uuid } from 'uuid';
import { audit } from '#server/db/audit.ts';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import * as ledger from '#server/features/ledger/index.ts';
import * as rows from './invoices.db.ts';
import { invoiceNumber } from './invoices.service.ts';

/** A line of an order's bill; amounts in minor units. */
export type BilledLine = {
  code: string;
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  price_id: string | null;
  inputs: Record<string, unknown>;
};

/** An order as it is billed. */
export type BilledOrder = Sums & {
  order_id: string;
  name: string;
  channel_id: string | null;
  weight_g: number | null;
  lines: readonly BilledLine[];
  /** It was paid before: this part came later. */
  addition: boolean;
};
type PaidBill = { account_id: string; billed: Billed; orders: readonly BilledOrder[]; paid_by: string | null };

export { findBilledTo } from './invoices.db.ts';

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

/** An invoice that is paid from the wallet in the same breath. */
export async function issuePaid(ctx: Ctx, { account_id, billed, orders, paid_by }: PaidBill) {
  const sums = sumOf(orders);
  const invoice = { account_id, id: uuid(), number: await rows.nextNumber(ctx), currency: billed.currency, ...sums };
  const label = invoiceNumber(invoice);
  const { seq } = await ledger.spend(ctx, account_id, {
    kind: 'invoice_payment',
    ref: { kind: 'invoices', id: invoice.id, label },
    memo: orders.length === 1 ? `Order ${orders[0]?.name}` : `${orders.length} orders`,
    idempotency_key: `invoice:${invoice.id}`,
    amount: sums.total,
    currency: billed.currency,
    to: incomeOf(sums),
  });
  await insert(ctx, { ...invoice, ledger_seq: seq, created_by: paid_by }, orders, billed);
  await audit(ctx, {
    action: 'invoices.pay',
    account_id,
    entity: 'invoices',
    entity_id: invoice.id,
    details: { number: label, orders: orders.length, total: sums.total, currency: billed.currency },
  });
  await publish(ctx, { account_id, kind: 'invoices.changed', id: invoice.id });
  await publish(ctx, { account_id, kind: 'wallet.changed' });
  return { id: invoice.id, label, total: sums.total };
}

function incomeOf({ goods, freight, fees }: Sums) {
  const parts = [
    { ledger_account: 'revenue', amount: goods + freight },
    { ledger_account: 'fees', amount: fees },
  ];
  return parts.filter((part) => part.amount !== 0);
}

type Billed = Awaited<ReturnType<typeof rows.findBilledTo>>;
type Draft = Omit<rows.NewInvoice, 'orders_count' | 'billed_to' | 'seller'>;

async function insert(ctx: Ctx, draft: Draft, orders: readonly BilledOrder[], billed: Billed): Promise<void> {
  const billing = billed.billing as Record<string, unknown>; // the account's billing data, an object by its default
  const invoice = {
    ...draft,
    orders_count: orders.length,
    billed_to: { ...billing, name: billed.name, client_number: billed.number },
    seller: ctx.app.seller,
  };
  const made = orders.map((order) => ({ id: uuid(), order }));
  await rows
    .insertPaidInvoice(
      ctx,
      invoice,
      made.map(({ id, order: { order_id, addition, channel_id, weight_g, goods, freight, fees, total } }) => ({
        id,
        later: addition,
        order_id,
        channel_id,
        weight_g,
        goods,
        freight,
        fees,
        total,
      })),
      made.flatMap(({ id, order }) =>
        order.lines.map((line, index) => ({ ...line, invoice_order_id: id, line: index + 1 })),
      ),
    )
    .catch((error: unknown) => {
      // the last word against a double payment; throwing rolls everything back
      throw isBilled(error) ? appError('order_not_payable', { text: 'invoices.just_paid' }) : error;
    });
}

function isBilled(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'invoice_orders_part_key';
}
