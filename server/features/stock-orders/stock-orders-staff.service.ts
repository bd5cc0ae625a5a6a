import type { ParsedOf } from '#contract/endpoint.ts';
import type { stockOrders } from '#contract/stock-orders.ts';
import {
  orderable,
  priceAt,
  quantityProblem,
  type StaffStockOrderTab,
  stockOrderSums,
} from '#contract/stock-order-rules.ts';
import { type AccountCtx, type Ctx, forAccount, notFound, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import * as actions from './stock-orders-change.db.ts';
import { takeBack } from './stock-orders-ask.service.ts';
import { lockFor, applyAction, recordAction } from './stock-orders-moves.ts';
import { staffDetailOf } from './stock-orders.service.ts';
import { findLines, findOrder, type LineRow, type StockOrderRow } from './stock-orders.db.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { creditStockOrder, invoicesOf } from '#server/features/invoices/index.ts';

type Ids = { account_id: string; id: string };
type Quote = ParsedOf<typeof stockOrders.staffQuote>['body'];

/** Answers a request with prices by quantity, deposit and dates; the client hears of it. */
export async function quoteOrder(ctx: AccountCtx<StaffActor>, id: string, quote: Quote) {
  const order = await lockFor(ctx, id, 'quote', quote.version);
  requireDates(ctx, quote);
  const lines = quotedLines(await findLines(ctx, id), quote.lines);
  const { freight_kg, branding_fee, deposit_percent, ready_on, eta, valid_until, answer } = quote;
  const sums = stockOrderSums(lines, quote);
  await actions.saveLines(ctx, order, lines);
  const change = { ...sums, freight_kg, branding_fee, deposit_percent, ready_on, eta, valid_until, answer };
  await applyAction(ctx, order, 'quote', { change, details: { total: sums.total, deposit_percent } });
  await resolveNotifications(ctx, id, ['staff_stock_order_asked']);
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  await notifyOf(ctx, order, 'stock_order_quoted', { pieces, amount: sums.total, currency: order.currency });
  return staffDetailOf(ctx, id);
}

function requireDates(ctx: Ctx, { ready_on, eta, valid_until }: Quote): void {
  const today = ctx.now.toISOString().slice(0, 10);
  const refuse = (sentence: Phrase, field: string) => appError('stock_order_invalid', sentence, field);
  if (valid_until < today) throw refuse({ text: 'stock-orders.day_passed' }, 'valid_until');
  if (ready_on < today) throw refuse({ text: 'stock-orders.day_passed' }, 'ready_on');
  if (eta < ready_on) throw refuse({ text: 'stock-orders.arrives_too_early' }, 'eta');
}

/** Every line with its breaks; a quantity that does not fit minimum and pack goes up to the next that does. */
function quotedLines(lines: readonly LineRow[], quoted: Quote['lines']): (LineRow & actions.QuotedLine)[] {
  const answers = new Map(quoted.map((line) => [line.line, line]));
  return lines.map((line) => {
    const answer = answers.get(line.line);
    if (!answer)
      throw appError(
        'stock_order_invalid',
        { text: 'stock-orders.price_missing', params: { code: line.sku.code } },
        `lines.${line.line}`,
      );
    const breaks = [...answer.breaks].sort((a, b) => a.from - b.from);
    if (new Set(breaks.map((one) => one.from)).size < breaks.length)
      throw appError(
        'stock_order_invalid',
        { text: 'stock-orders.price_twice', params: { code: line.sku.code } },
        `lines.${line.line}`,
      );
    const quantity = quantityProblem(line.quantity, answer) ? orderable(line.quantity, answer) : line.quantity;
    return { ...line, ...answer, breaks, quantity, unit_price: priceAt(breaks, quantity) };
  });
}

type Reported = 'stock_order_quoted' | 'stock_order_stocked' | 'stock_qc_failed';

/** Tells the client of the order. */
export async function notifyOf(
  ctx: Ctx,
  { account_id, id, number, requested_by }: StockOrderRow,
  event: Reported,
  params: Record<string, string | number>,
): Promise<void> {
  await notify(ctx, {
    event,
    account_id,
    subject: id,
    asked_by: requested_by,
    params: { number, ...params },
    link: `/ProductStock/index?tab=stocking&stocking=${id}`,
  });
}

/** Tells the client's agents what they have to do next with an order, which stands in this state of their list. */
export async function notifyAgents(
  ctx: Ctx,
  { account_id, id, number, client }: StockOrderRow,
  event: 'staff_stock_order_paid' | 'staff_stock_order_short',
  { state, ...params }: { state: StaffStockOrderTab } & Record<string, string | number>,
): Promise<void> {
  await notify(ctx, {
    event,
    account_id,
    subject: id,
    params: { number, client: client.name, ...params },
    link: `/staff/stock?state=${state}&account=${account_id}&stocking=${id}`,
  });
}

/** Production, the way to the warehouse, the end; nothing is sent before the balance is paid. */
export async function moveOrder(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { action, version, eta, tracking, note }: ParsedOf<typeof stockOrders.staffMove>['body'],
) {
  const order = await lockFor(ctx, id, action, version);
  if (action === 'cancel') {
    if (note.length < 3) throw appError('stock_order_invalid', { text: 'stock-orders.note_missing' }, 'note');
    await takeBack(ctx, order, note);
    return staffDetailOf(ctx, id);
  }
  if (action === 'send') await requirePaid(ctx, order);
  const change = { ...(eta && { eta }), ...(tracking && { tracking }) };
  await applyAction(ctx, order, action, { change, note, details: change });
  if (action === 'produce') await resolveNotifications(ctx, id, ['staff_stock_order_paid']);
  if (action === 'close') await resolveNotifications(ctx, id, ['staff_stock_order_short']);
  return staffDetailOf(ctx, id);
}

async function requirePaid(ctx: Ctx, { account_id, id, number, currency }: StockOrderRow): Promise<void> {
  const open = (await invoicesOf(forAccount(ctx, account_id), id)).find((invoice) => invoice.status === 'open');
  if (!open) return;
  const params = { number, amount: moneyText(open.total, currency), invoice: open.number };
  throw appError('stock_order_not_open', { text: `stock-orders.${open.part}_unpaid`, params });
}

/** Gives money back for what came short or damaged, never more than was paid. */
export async function creditOrder(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { version, amount, reason }: ParsedOf<typeof stockOrders.staffCredit>['body'],
) {
  const order = await findOrder(ctx, id, true);
  if (!order) throw notFound('stock_order');
  if (order.version !== version)
    throw appError('stale_version', { text: 'stock-orders.changed', params: { number: order.number } });
  if (order.status !== 'stocked')
    throw appError('stock_order_not_open', { text: 'stock-orders.not_creditable', params: { number: order.number } });
  if (amount > order.paid)
    throw appError(
      'stock_order_invalid',
      { text: 'stock-orders.refund_too_high', params: { most: moneyText(order.paid, order.currency) } },
      'amount',
    );
  await creditStockOrder(ctx, id, { amount, reason, key: `credit:${id}:${order.version}` });
  const note = `${moneyText(amount, order.currency)} credited: ${reason}`;
  await actions.saveState(ctx, order, order.status, {}, note);
  await recordAction(ctx, order, 'credit', { amount });
  return { done: true } as const;
}

/** The deposit or the balance was paid; the agents hear that production may begin. */
export async function invoicePaid(
  ctx: Ctx,
  { account_id, id, part }: Ids & { part: 'deposit' | 'balance' },
): Promise<void> {
  const order = await findOrder(forAccount(ctx, account_id), id, true);
  if (!order) throw notFound('stock_order');
  if (part === 'balance') return actions.saveState(ctx, order, order.status, {}, 'Balance paid');
  await applyAction(ctx, await lockFor(forAccount(ctx, account_id), id, 'deposit'), 'deposit');
  await notifyAgents(ctx, order, 'staff_stock_order_paid', { state: 'to_start' });
}
