import { validHours } from '#contract/order-invoice-rules.ts';
import { type AccountCtx, type MerchantCtx, readerLanguage, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { keptSentence, type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import {
  endInvoice,
  findIssuedOrders,
  findIssuedPrices,
  getInvoice,
  keepsOrders,
  lockUnpaid,
  type PayingInvoice,
} from '#server/features/invoices/index.ts';
import { tellPayment } from '#server/features/checkout/index.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import {
  endInvoiced,
  lockInvoiced,
  markPayingPaid,
  previewInvoiced,
  rememberPrices,
} from '#server/features/orders/index.ts';
import * as rows from './order-invoices.db.ts';
import { issueFor, shownIssued } from './order-invoices.service.ts';

type Unpaid = Awaited<ReturnType<typeof lockUnpaid>>;

const orderIdsOf = async (ctx: AccountCtx, id: string) =>
  (await findIssuedOrders(ctx, [id])).map(({ order_id }) => order_id);

/** Ends an unpaid invoice; the orders of an open one wait for payment again. */
async function end(
  ctx: AccountCtx,
  invoice: Unpaid,
  ended: { status: 'expired' | 'void'; reason: string | null },
): Promise<void> {
  await endInvoice(ctx, invoice, ended);
  if (invoice.status === 'open')
    await endInvoiced(ctx, await orderIdsOf(ctx, invoice.id), { number: invoice.label, status: ended.status });
  await resolveNotifications(ctx, invoice.id, ['invoice_issued', 'invoice_expired']);
}

const aboutOf = (ctx: AccountCtx, { id, label, orders_count, total, currency }: Unpaid) => ({
  account_id: ctx.account,
  subject: id,
  params: { number: label, orders: orders_count, amount: total, currency },
  link: `/invoice/invoice?invoice=${id}`,
});

/** An open invoice whose prices have ended expires, unless it was paid meanwhile. */
export async function expireInvoice(ctx: AccountCtx, id: string): Promise<void> {
  const invoice = await lockUnpaid(ctx, id);
  if (invoice.status !== 'open' || !invoice.price_valid_until || invoice.price_valid_until > ctx.now) return;
  await end(ctx, invoice, { status: 'expired', reason: null });
  await notify(ctx, { event: 'invoice_expired', ...aboutOf(ctx, invoice) });
}

/** Staff make an unpaid invoice void; the client hears why. */
export async function voidInvoice(ctx: AccountCtx<StaffActor>, id: string, reason: string) {
  const invoice = await lockUnpaid(ctx, id);
  await end(ctx, invoice, { status: 'void', reason });
  const about = aboutOf(ctx, invoice);
  await notify(ctx, { event: 'invoice_voided', ...about, params: { ...about.params, reason } });
  return { done: true as const };
}

/** The client does not want an unpaid invoice; the provider hears why. */
export async function declineInvoice(ctx: MerchantCtx, id: string, reason: string) {
  const invoice = await lockUnpaid(ctx, id);
  await end(ctx, invoice, { status: 'void', reason });
  const { link: _own, ...about } = aboutOf(ctx, invoice);
  const { name: client = '' } = (await rows.findInvoicing(ctx)) ?? {};
  await notify(ctx, {
    event: 'staff_invoice_declined',
    ...about,
    params: { ...about.params, client, reason },
    link: `/staff/clients?q=${encodeURIComponent(client)}`,
  });
  return { done: true as const };
}

/** What an unpaid invoice was issued for, beside what the same orders cost now; changes nothing. */
export async function previewRefresh(ctx: MerchantCtx, id: string) {
  const invoice = await getInvoice(ctx, id);
  if (invoice.price_valid_until === null || (invoice.status !== 'open' && invoice.status !== 'expired'))
    throw appError('order_not_payable', { text: 'invoices.nothing_to_refresh', params: { number: invoice.number } });
  const bills = invoice.invoice_orders;
  const ids = bills.map(({ order }) => order.id);
  const now = new Map(
    (await previewInvoiced(ctx, ids, await keepsOrders(ctx, id))).map((order) => [order.order_id, order]),
  );
  const contents = new Map((await findIssuedOrders(ctx, [id])).map(({ order_id, content }) => [order_id, content]));
  const orders = bills.map((bill) => {
    const priced = now.get(bill.order.id);
    return {
      ...compared(ctx, bill, priced),
      changed: priced === undefined || priced.content !== contents.get(bill.order.id),
    };
  });
  return {
    currency: invoice.currency,
    was: invoice.total,
    now: orders.reduce((sum, order) => sum + (order.now?.total ?? 0), 0),
    orders_now: orders.filter((order) => order.now !== null).length,
    valid_hours: hoursOf(invoice.issued_at, invoice.price_valid_until),
    orders,
  };
}

/** How many hours prices were issued for, whatever the terms of the client are by now. */
function hoursOf(issued: Date, until: Date | null): number {
  const hours = until === null ? validHours.usual : Math.round((until.getTime() - issued.getTime()) / 3_600_000);
  return Math.min(validHours.most, Math.max(validHours.least, hours));
}

type Bill = Awaited<ReturnType<typeof getInvoice>>['invoice_orders'][number];
type Priced = Awaited<ReturnType<typeof previewInvoiced>>[number];

const sumsOf = ({ goods, freight, fees, total }: { goods: number; freight: number; fees: number; total: number }) => ({
  goods,
  freight,
  fees,
  total,
});

function compared(ctx: MerchantCtx, bill: Bill, priced: Priced | undefined) {
  const refusal: Phrase | null = priced ? priced.refusal : { text: 'invoices.order_changed' };
  const payable = priced && refusal === null ? priced : null;
  return {
    order_id: bill.order.id,
    name: bill.order.name,
    was: sumsOf(bill),
    now: payable && sumsOf(payable),
    refusal: refusal && sentenceIn(readerLanguage(ctx), refusal),
    lines: comparedLines(ctx, bill.lines, payable?.lines ?? []),
  };
}

type Line = { code: string; title: string; sku: string | null; quantity: number; amount: number };

/** Lines of the same thing side by side: by what they charge for, and by SKU. */
function comparedLines(ctx: MerchantCtx, before: readonly Line[], after: readonly Line[]) {
  const keyOf = ({ code, sku }: Line) => `${code} ${sku ?? ''}`;
  const sums = (lines: readonly Line[]) => {
    const byKey = new Map<string, Line>();
    for (const line of lines) {
      const known = byKey.get(keyOf(line));
      byKey.set(keyOf(line), {
        ...line,
        quantity: line.quantity + (known?.quantity ?? 0),
        amount: line.amount + (known?.amount ?? 0),
      });
    }
    return byKey;
  };
  const [was, now] = [sums(before), sums(after)];
  return [...new Map([...was, ...now])].map(([key, { code, title, sku }]) => ({
    code,
    title: keptSentence(readerLanguage(ctx), title),
    sku,
    was: sideOf(was.get(key)),
    now: sideOf(now.get(key)),
  }));
}

const sideOf = (line: Line | undefined) => (line ? { quantity: line.quantity, amount: line.amount } : null);

/** Replaces an unpaid invoice by one at the prices of now, for those of its orders that can still be billed. */
export async function refreshInvoice(ctx: MerchantCtx, id: string, expected_total: number) {
  const invoice = await lockUnpaid(ctx, id);
  const ids = await orderIdsOf(ctx, id);
  await end(ctx, invoice, { status: 'void', reason: null });
  const valid_hours = hoursOf(invoice.issued_at, invoice.price_valid_until);
  const issued = await issueFor(ctx, { ids, valid_hours, replaces: { id }, note: invoice.note });
  if (!issued)
    throw appError('order_not_payable', { text: 'invoices.nothing_to_refresh', params: { number: invoice.label } });
  if (issued.total !== expected_total) {
    const say = (amount: number) => moneyText(amount, issued.currency);
    const params = { now: say(issued.total), was: say(expected_total) };
    throw appError('price_changed', { text: 'invoices.issued_otherwise', params }, 'expected_total');
  }
  return shownIssued(issued);
}

/**
 * Records that the orders of invoices that are paid together are paid, at the prices of their invoices; throws where one is not any
 * more what it was issued for.
 */
export async function settleOrders(ctx: AccountCtx, invoices: readonly PayingInvoice[]): Promise<void> {
  const ids = invoices.map(({ id }) => id);
  const orders = await findIssuedOrders(ctx, ids);
  const locked = await lockInvoiced(
    ctx,
    orders.map(({ order_id, content }) => ({ order_id, content: content ?? '' })),
  );
  const ofInvoice = groupBy(orders, ({ invoice_id }) => invoice_id);
  const outdated = new Map(
    locked.flatMap(({ demand, name, refusal }) => (refusal === null ? [] : [[demand.order_id, name] as const])),
  );
  for (const { id, number } of outdated.size > 0 ? invoices : []) {
    const order = ofInvoice.get(id)?.find(({ order_id }) => outdated.has(order_id));
    const params = { number, name: outdated.get(order?.order_id ?? '') ?? '' };
    if (order) throw appError('order_not_payable', { text: 'invoices.order_outdated', params });
  }
  await rememberIssuedPrices(ctx, invoices);
  await markPayingPaid(
    ctx,
    locked.map(({ demand }) => demand),
  );
  await resolveNotifications(ctx, ids, ['invoice_issued']);
  for (const { id, number, total, currency } of invoices)
    await tellPayment(ctx, { id, label: number, total }, { orders: ofInvoice.get(id)?.length ?? 0, currency });
}

/** Prices that the client agreed to after the issue stay the last; of those that are paid together, the prices issued last. */
async function rememberIssuedPrices(ctx: AccountCtx, invoices: readonly PayingInvoice[]): Promise<void> {
  const prices = await findIssuedPrices(
    ctx,
    invoices.map(({ id }) => id),
  );
  const newestFirst = invoices.toSorted((a, b) => b.issued_at.getTime() - a.issued_at.getTime());
  const remembered = new Set<string>();
  for (const { id, issued_at } of newestFirst) {
    const own = prices.get(id) ?? [];
    if (remembered.has(own.join())) continue;
    remembered.add(own.join());
    await rememberPrices(ctx, own, issued_at);
  }
}
