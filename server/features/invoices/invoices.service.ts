import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoiceStatuses, invoices } from '#contract/invoices.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as issue from './invoices-issue.db.ts';
import * as rows from './invoices.db.ts';

type Tab = ParsedOf<typeof invoices.list>['query']['tab'];
const tabStatuses: Record<Tab, readonly (typeof invoiceStatuses)[number][] | null> = {
  all: null,
  unpaid: ['open', 'paying', 'partly_paid'],
  paid: ['paid', 'partly_credited', 'credited'],
  expired: ['expired'],
};

export const invoiceNumber = (row: { number: number }) => `INV-${row.number}`;

function shown({ orders_count, number, ...row }: rows.InvoiceRow) {
  return { ...row, number: invoiceNumber({ number }), orders: orders_count };
}

function shownOrder(row: rows.InvoiceOrderRow) {
  const { id, channel, weight_g, goods, freight, fees, total, currency } = row;
  return {
    id,
    number: `IO-${row.number}`,
    invoice: { id: row.invoice_id, number: invoiceNumber({ number: row.invoice_number }) },
    order: { id: row.order_id, name: row.order_name, store: row.store_name },
    channel,
    weight_g,
    goods,
    freight,
    fees,
    total,
    currency,
  };
}

/** What the list's filters mean. */
export function filterOf(query: ParsedOf<typeof invoices.list>['query']): rows.Filter {
  const { tab, q, from, to, sort } = query;
  return { statuses: tabStatuses[tab], q, from, to, sort };
}

/** Invoices, newest first; `meta.counts` holds the tabs. */
export async function listInvoices(ctx: MerchantCtx, query: ParsedOf<typeof invoices.list>['query']) {
  const account = accountOf(ctx);
  const found = await rows.listInvoices(ctx, account, filterOf(query), pageOf(query));
  const counts: Record<string, number> = {};
  for (const [tab, statuses] of Object.entries(tabStatuses)) {
    counts[tab] = await rows.countInvoices(ctx, account, { ...filterOf(query), statuses }, maxListDepth + 1);
  }
  return { data: found.map(shown), meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

/** One invoice with its orders and their lines. */
export async function getInvoice(ctx: MerchantCtx, id: string) {
  const account = accountOf(ctx);
  const invoice = await rows.findInvoice(ctx, account, id);
  if (!invoice) throw notFound('invoice');
  return {
    ...shown(invoice),
    invoice_orders: await withLines(ctx, account, await rows.findOrdersOf(ctx, account, id)),
    items: invoice.kind === 'orders' ? [] : (await issue.findItems(ctx, account, id)).map(withInputs),
    stock_order: invoice.kind === 'stock_order' ? await issue.findStockOrderOf(ctx, account, id) : null,
    credits: await issue.findCredits(ctx, account, id),
  };
}

const withInputs = <T extends { inputs: unknown }>(line: T) => ({
  ...line,
  inputs: line.inputs as Record<string, unknown>, // written as an object
});

async function withLines(ctx: Ctx, account: string, orders: rows.InvoiceOrderRow[]) {
  const lines = await rows.findLines(
    ctx,
    account,
    orders.map((order) => order.id),
  );
  const byOrder = new Map(orders.map((order) => [order.id, [] as typeof lines]));
  for (const line of lines) byOrder.get(line.invoice_order_id)?.push(line);
  return orders.map((order) => ({
    ...shownOrder(order),
    lines: (byOrder.get(order.id) ?? []).map(withInputs),
  }));
}

/** Billed orders, newest first. */
export async function listInvoiceOrders(ctx: MerchantCtx, query: ParsedOf<typeof invoices.listOrders>['query']) {
  const account = accountOf(ctx);
  const filter = { invoiceId: query.invoice_id, orderId: query.order_id, q: query.q };
  const found = await rows.listInvoiceOrders(ctx, account, filter, pageOf(query));
  const total = await rows.countInvoiceOrders(ctx, account, filter, maxListDepth);
  return { data: found.map(shownOrder), meta: metaOf(query, total) };
}

export async function getInvoiceOrder(ctx: MerchantCtx, id: string) {
  const account = accountOf(ctx);
  const order = await rows.findInvoiceOrder(ctx, account, id);
  const [detail] = order ? await withLines(ctx, account, [order]) : [];
  if (!detail) throw notFound('invoice_order');
  return detail;
}
