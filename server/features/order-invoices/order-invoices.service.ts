import type { ParsedOf } from '#contract/endpoint.ts';
import { maxOrdersOfInvoice } from '#contract/order-invoice-rules.ts';
import type { orderInvoices } from '#contract/order-invoices.ts';
import { type AccountCtx, notFound, type StaffActor } from '#server/db/context.ts';
import { type Span, spanOf } from '#server/db/day-span.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { setInvoicedOn } from '#server/features/account/index.ts';
import { issueOrders } from '#server/features/invoices/index.ts';
import { notify } from '#server/features/notifications/index.ts';
import { endPaying, evaluatePaying, noteInvoiced, payableNow, startPaying } from '#server/features/orders/index.ts';
import * as rows from './order-invoices.db.ts';

type Staff = AccountCtx<StaffActor>;
type Issued = Awaited<ReturnType<typeof issueOrders>>;

/** Name of the task that ends invoices whose prices have ended. */
export const expireTask = 'order_invoices_expire';
/** One run for each invoice, at the moment its prices end. */
export const expireKey = (id: string): string => `${expireTask}:${id}`;

const hour = 3_600_000;

async function requireInvoicing(ctx: AccountCtx, lock = false): Promise<rows.Invoicing> {
  const invoicing = await rows.findInvoicing(ctx, lock);
  if (!invoicing) throw notFound('client');
  return invoicing;
}

/** What of some days, or of all, and up to an amount could be invoiced to a client now, and what the client pays by itself. */
export async function waitingOf(ctx: Staff, { from, to, up_to }: ParsedOf<typeof orderInvoices.waiting>['query']) {
  const { invoicing, valid_hours, currency } = await requireInvoicing(ctx);
  const { orders, total, beyond } = await rows.sumBillable(ctx, await spanOf(ctx, from, to), up_to);
  const { samples, additions } = await payableNow(ctx);
  return { orders, total, beyond, currency, by_client: samples + additions, invoicing, valid_hours };
}

/** Issues invoices for orders of a client that wait for payment, of some days or up to an amount where it says so; throws `price_changed` where they cost something else. */
export async function issueWaiting(
  ctx: Staff,
  { expected_total, valid_hours, from, to, up_to, note = '' }: ParsedOf<typeof orderInvoices.issue>['body'],
) {
  const { currency } = await requireInvoicing(ctx, true);
  const issued = await issueAll(ctx, { valid_hours, placed: await spanOf(ctx, from, to), up_to, note: noteOf(note) });
  if (issued.length === 0) throw appError('order_not_payable', { text: 'invoices.nothing_to_invoice' });
  const total = issued.reduce((sum, invoice) => sum + invoice.total, 0);
  if (total !== expected_total)
    throw appError(
      'price_changed',
      {
        text: 'invoices.issued_otherwise',
        params: { now: moneyText(total, currency), was: moneyText(expected_total, currency) },
      },
      'expected_total',
    );
  const orders = issued.reduce((sum, invoice) => sum + invoice.orders, 0);
  return { invoices: issued.map(shownIssued), orders, total, currency };
}

export const shownIssued = ({ id, number, orders, total }: Issued) => ({ id, number, orders, total });

type Asked = { valid_hours: number; placed: Span | undefined; up_to: number | undefined; note: string | null };

/** Invoices for orders that wait for payment, each with as many as one holds. */
async function issueAll(ctx: AccountCtx, { valid_hours, placed, up_to, note }: Asked): Promise<Issued[]> {
  const issued: Issued[] = [];
  for (;;) {
    const left = up_to === undefined ? undefined : up_to - issued.reduce((sum, { total }) => sum + total, 0);
    const ids = await rows.findBillable(ctx, placed, maxOrdersOfInvoice, left);
    const invoice = ids.length > 0 ? await issueFor(ctx, { ids, valid_hours, note }) : null;
    if (!invoice) return issued;
    issued.push(invoice);
  }
}

/** A note as it is kept: lines end alike whatever the sender's system writes. */
const noteOf = (text: string): string | null => text.replaceAll('\r\n', '\n') || null;

/** An invoice that comes in the place of another one. */
type Replaced = { id: string };

type Issue = { ids: readonly string[]; valid_hours: number; replaces?: Replaced; note?: string | null };

/**
 * Issues one invoice for orders that wait for payment; those that cannot be billed now are left as they are. Null where none
 * can. Prices stand for some hours from now.
 */
export async function issueFor(
  ctx: AccountCtx,
  { ids, valid_hours, replaces, note = null }: Issue,
): Promise<Issued | null> {
  // others may be on another invoice by now, or in a payment that runs: they stay there
  const { taken } = await startPaying(ctx, ids, 'invoiced');
  const evaluated = await evaluatePaying(
    ctx,
    ids.filter((id) => taken.has(id)),
  );
  const refused = evaluated.filter((order) => order.refusal !== null);
  await endPaying(
    ctx,
    refused.map((order) => order.order_id),
    'invoiced',
  );
  const orders = evaluated.filter((order) => order.refusal === null);
  if (orders.length === 0) return null;
  const valid_until = new Date(ctx.now.getTime() + valid_hours * hour);
  const invoice = await issueOrders(ctx, { orders, valid_until, note, ...(replaces && { replaces: replaces.id }) });
  // its orders wait for payment again as soon as its prices end
  await enqueue(ctx, expireTask, {}, { key: expireKey(invoice.id), runAt: valid_until });
  await noteInvoiced(ctx, orders, invoice);
  await notify(ctx, {
    event: 'invoice_issued',
    account_id: ctx.account,
    subject: invoice.id,
    params: {
      number: invoice.number,
      orders: invoice.orders,
      amount: invoice.total,
      currency: invoice.currency,
      hours: valid_hours,
    },
    link: `/invoice/invoice?invoice=${invoice.id}`,
  });
  return invoice;
}

/** Invoices what an account ordered until yesterday, once a day; again it goes on where it stopped. */
export async function issueNightly(ctx: AccountCtx): Promise<{ done: boolean }> {
  const invoicing = await requireInvoicing(ctx, true);
  if (invoicing.invoicing !== 'daily' || invoicing.invoiced_on === invoicing.today) return { done: true };
  const ids = await rows.findBillable(ctx, { since: null, before: invoicing.day_began }, maxOrdersOfInvoice);
  const issued = ids.length > 0 ? await issueFor(ctx, { ids, valid_hours: invoicing.valid_hours }) : null;
  if (issued) return { done: false };
  await setInvoicedOn(ctx, ctx.account, invoicing.today);
  return { done: true };
}
