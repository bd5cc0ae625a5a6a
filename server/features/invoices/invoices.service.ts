import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoiceStatuses, invoices } from '#contract/invoices.ts';
import { allows } from '#contract/rights.ts';
import { type AccountCtx, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { providerSpan, spanOf } from '#server/db/day-span.ts';
import { currencyDigits } from '#server/lib/money-text.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import * as billed from './records/billed.db.ts';
import * as creditNotes from './records/credit-notes.db.ts';
import * as issue from './records/issue.db.ts';
import { findOwed, findPayable, findToPay } from './records/owed.db.ts';
import * as rows from './records/invoices.db.ts';

type Tab = ParsedOf<typeof invoices.list>['query']['tab'];
export const tabStatuses = {
  all: null,
  unpaid: ['open', 'paying', 'partly_paid'],
  paid: ['paid', 'partly_credited', 'credited'],
  expired: ['expired'],
  void: ['void'],
  credit_notes: ['partly_credited', 'credited'],
} as const satisfies Record<Tab, readonly (typeof invoiceStatuses)[number][] | null>;

export const invoiceNumber = (row: { number: number }) => `INV-${row.number}`;

/** What was given back of an invoice. */
export const creditedOf = ({ credit_notes }: Pick<rows.InvoiceRow, 'credit_notes'>) =>
  credit_notes.reduce((sum, { amount }) => sum + amount, 0);

/** Whether an invoice waits for its payment at a moment: the prices of orders end. */
export const isDue = (invoice: { status: string; price_valid_until?: Date | null }, now: Date) =>
  invoice.status === 'open' && (!invoice.price_valid_until || invoice.price_valid_until > now);

function shown({ now }: Pick<AccountCtx, 'now'>, { orders_count, number, ...row }: rows.InvoiceRow) {
  const credited = creditedOf(row);
  const payable = isDue(row, now) && row.pay_first === null;
  return { ...row, number: invoiceNumber({ number }), credited, orders: orders_count, payable };
}

/** What unpaid invoices come to, and how many there are: those of the tab “Unpaid”. */
export const owed = (ctx: AccountCtx) => findOwed(ctx, tabStatuses.unpaid);

/** How many invoices can be paid now, and what they come to: those whose row says `payable`. */
export const payableInvoices = (ctx: AccountCtx) => findPayable(ctx);

/** Of these, what the reader is asked to pay: none that waits for a colleague's approval. */
export const invoicesToPay = (ctx: AccountCtx) => findToPay(ctx);

export const orderNumber = (row: { number: number }) => `IO-${row.number}`;

function shownOrder(row: billed.InvoiceOrderRow) {
  const { id, channel, weight_g, goods, freight, fees, total, credited, currency } = row;
  return {
    id,
    number: orderNumber(row),
    invoice: {
      id: row.invoice_id,
      number: invoiceNumber({ number: row.invoice_number }),
      status: row.invoice_status,
      price_valid_until: row.price_valid_until,
      voided_at: row.voided_at,
      replaced_by: row.replaced_by,
    },
    order: { id: row.order_id, name: row.order_name, store: row.store_name },
    channel,
    weight_g,
    goods,
    freight,
    fees,
    total,
    credited,
    currency,
  };
}

/** What the list's filters mean. */
export async function filterOf(ctx: MerchantCtx, query: ParsedOf<typeof invoices.list>['query']): Promise<rows.Filter> {
  const { tab, q, from, to, sort } = query;
  return { statuses: tabStatuses[tab], q, issued: await spanOf(ctx, from, to), sort, ...(await narrowed(ctx, query)) };
}

/** What narrows invoices beside tab, number and days. */
export async function narrowed(ctx: MerchantCtx, query: ParsedOf<typeof invoices.list>['query']) {
  const { kind, store_id, country, sku, booked_from, booked_to } = query;
  return {
    kind,
    paid: providerSpan(booked_from, booked_to),
    ...(await bounds(ctx, query)),
    storeId: store_id,
    country,
    sku,
  };
}

/** Bounds of a total in minor units of the wallet's currency. */
async function bounds(ctx: MerchantCtx, query: { amount_from?: number | undefined; amount_to?: number | undefined }) {
  const { amount_from: least, amount_to: most } = query;
  if (least === undefined && most === undefined) return {};
  const unit = 10 ** currencyDigits((await rows.findBilledTo(ctx)).currency);
  const minorOf = (amount: number | undefined) => (amount === undefined ? undefined : Math.round(amount * unit));
  return { amountFrom: minorOf(least), amountTo: minorOf(most) };
}

/** Invoices, newest first; `meta.counts` holds the tabs. */
export async function listInvoices(ctx: MerchantCtx, query: ParsedOf<typeof invoices.list>['query']) {
  const filter = await filterOf(ctx, query);
  const found = await rows.listInvoices(ctx, filter, pageOf(query));
  const counts: Record<string, number> = {};
  for (const [tab, statuses] of Object.entries(tabStatuses)) {
    counts[tab] = await rows.countInvoices(ctx, { ...filter, statuses }, maxListDepth + 1);
  }
  return { data: found.map((row) => shown(ctx, row)), meta: metaOf(query, counts[query.tab] ?? 0, counts) };
}

/** One invoice with its orders and their lines. */
export async function getInvoice(ctx: MerchantCtx, id: string) {
  const invoice = await rows.findInvoice(ctx, id);
  if (!invoice) throw notFound('invoice');
  return {
    ...shown(ctx, invoice),
    orders_unpaid: await billed.countUnpaid(ctx, id),
    invoice_orders: await withLines(ctx, await billed.findOrdersOf(ctx, id)),
    items: invoice.kind === 'orders' ? [] : (await issue.findItems(ctx, id)).map((item) => shownLine(ctx, item)),
    credits: (await issue.findCredits(ctx, id)).map((credit) => ({
      ...credit,
      reason: keptSentence(readerLanguage(ctx), credit.reason),
    })),
  };
}

const shownLine = <T extends { title: string; inputs: unknown }>(ctx: AccountCtx, line: T) => ({
  ...line,
  title: keptSentence(readerLanguage(ctx), line.title),
  inputs: line.inputs as Record<string, unknown>, // written as an object
});

async function withLines(ctx: AccountCtx, orders: billed.InvoiceOrderRow[]) {
  const lines = await rows.findLines(
    ctx,
    orders.map((order) => order.id),
  );
  const byOrder = new Map(orders.map((order) => [order.id, [] as typeof lines]));
  for (const line of lines) byOrder.get(line.invoice_order_id)?.push(line);
  return orders.map((order) => ({
    ...shownOrder(order),
    lines: (byOrder.get(order.id) ?? []).map((line) => shownLine(ctx, line)),
  }));
}

/** What the filters of the list of billed orders mean. */
export async function billedFilterOf(
  ctx: MerchantCtx,
  query: ParsedOf<typeof invoices.listOrders>['query'],
): Promise<billed.BilledFilter> {
  const { invoice_id: invoiceId, order_id: orderId, store_id: storeId, q, from, to, country, sku } = query;
  const issued = await spanOf(ctx, from, to);
  return { invoiceId, orderId, storeId, q, issued, country, sku, ...(await bounds(ctx, query)) };
}

/** Parcels of a billed order, for members who see orders. */
export const trackingFor = (ctx: MerchantCtx, row: billed.ListedOrderRow) =>
  allows(ctx.actor.rights, 'orders', 'view') ? row.tracking : [];

/** Billed orders, newest first. */
export async function listInvoiceOrders(ctx: MerchantCtx, query: ParsedOf<typeof invoices.listOrders>['query']) {
  const filter = await billedFilterOf(ctx, query);
  const found = await billed.listInvoiceOrders(ctx, filter, pageOf(query));
  const total = await billed.countInvoiceOrders(ctx, filter, maxListDepth);
  const data = found.map((row) => ({
    ...shownOrder(row),
    issued_at: row.issued_at,
    tracking: trackingFor(ctx, row),
    items: row.items.map((item) => ({ ...item, title: keptSentence(readerLanguage(ctx), item.title) })),
    items_count: row.items_count,
  }));
  return { data, meta: metaOf(query, total) };
}

/** Credit notes, newest first. */
export async function listCreditNotes(ctx: MerchantCtx, query: ParsedOf<typeof invoices.listCreditNotes>['query']) {
  const { q, from, to } = query;
  const filter = { q, issued: await spanOf(ctx, from, to) };
  const found = await creditNotes.listCreditNotes(ctx, filter, pageOf(query));
  const total = await creditNotes.countCreditNotes(ctx, filter, maxListDepth + 1);
  const data = found.map(({ invoice_id, invoice_number, number, reason, ...note }) => ({
    ...note,
    number: `CN-${number}`,
    invoice: { id: invoice_id, number: invoiceNumber({ number: invoice_number }) },
    reason: keptSentence(readerLanguage(ctx), reason),
  }));
  return { data, meta: metaOf(query, total) };
}

export async function getInvoiceOrder(ctx: MerchantCtx, id: string) {
  const order = await billed.findInvoiceOrder(ctx, id);
  const [detail] = order ? await withLines(ctx, [order]) : [];
  if (!detail) throw notFound('invoice_order');
  return detail;
}
