import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { stockOrders } from '#contract/stock-orders.ts';
import {
  priceAt,
  type QuantityProblem,
  quantityProblem,
  stockOrderSums,
  splitDeposit,
  type StockOrderSums,
} from '#contract/stock-order-rules.ts';
import { type Ctx, forAccount, type MerchantCtx, notFound } from '#server/db/context.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import * as actions from './stock-orders-change.db.ts';
import { lockFor, applyAction, recordAction } from './stock-orders-moves.ts';
import { detailOf } from './stock-orders.service.ts';
import { findLines, type LineRow, type StockOrderRow } from './stock-orders.db.ts';
import { notify, resolveNotifications } from '#server/features/notifications/index.ts';
import { creditStockOrder, issueBills, voidOpen } from '#server/features/invoices/index.ts';

type Part = 'deposit' | 'balance';
type BillItem = {
  code: 'goods' | 'freight' | 'branding';
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  inputs: Record<string, unknown>;
};
/** An invoice that waits for its payment. */
type Bill = {
  account_id: string;
  stock_order_id: string;
  part: Part;
  currency: string;
  sums: StockOrderSums;
  items: readonly BillItem[];
};

type Asked = ParsedOf<typeof stockOrders.ask>['body'];

/** Asks for the price of goods to be stocked; the agents hear of it. */
export async function askForStock(ctx: MerchantCtx, asked: Asked) {
  if (!(await actions.hasWarehouse(ctx, asked.warehouse_id))) throw notFound('warehouse');
  const day = ctx.now.toISOString().slice(0, 10);
  if (asked.wanted_by !== null && asked.wanted_by <= day)
    throw appError('stock_order_invalid', { text: 'stock-orders.day_passed' }, 'wanted_by');
  const lines = await checkedLines(ctx, asked.lines);
  const { name, currency } = await actions.findAccount(ctx);
  const { warehouse_id, wanted_by, branding, note } = asked;
  const order = { account_id: ctx.account, id: uuid(), warehouse_id, wanted_by, branding, note, currency };
  const number = await actions.insertOrder(ctx, { ...order, requested_by: ctx.actor.user_id }, lines);
  await actions.remember(ctx, order, 'requested', '');
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  await recordAction(ctx, { ...order, number }, 'ask', { lines: lines.length, pieces });
  await notify(ctx, {
    event: 'staff_stock_order_asked',
    account_id: ctx.account,
    subject: order.id,
    params: { number, client: name, pieces },
    link: `/staff/stock?account=${ctx.account}&stocking=${order.id}`,
  });
  return detailOf(ctx, order.id);
}

/** Lines of known SKUs in quantities that can be ordered; throws a sentence per field. */
async function checkedLines(ctx: MerchantCtx, lines: Asked['lines']): Promise<actions.NewLine[]> {
  const skus = new Map(
    (
      await actions.findOfferable(
        ctx,
        lines.map((line) => line.sku_id),
      )
    ).map((sku) => [sku.id, sku]),
  );
  if (skus.size < new Set(lines.map((line) => line.sku_id)).size) throw notFound('sku');
  const fields: Record<string, Phrase[]> = {};
  const seen = new Set<string>();
  const checked = lines.map(({ sku_id, quantity }, index): actions.NewLine => {
    const { moq = 1, pack = 1 } = skus.get(sku_id) ?? {};
    const problem = quantityProblem(quantity, { moq, pack });
    if (seen.has(sku_id)) fields[`lines.${index}.quantity`] = [{ text: 'stock-orders.sku_twice' }];
    else if (problem) fields[`lines.${index}.quantity`] = [sentenceOf(problem)];
    seen.add(sku_id);
    return { line: index + 1, sku_id, quantity, moq, pack };
  });
  refuse(fields);
  return checked;
}

function refuse(fields: Record<string, Phrase[]>): void {
  const [first] = Object.values(fields).flat();
  if (first) throw new AppError('stock_order_invalid', first, { fields });
}

const sentenceOf = ({ code, params }: QuantityProblem): Phrase => ({ text: `stock-orders.${code}`, params });

/**
 * Accepts the price: the quantities are agreed, and the invoices of deposit and balance wait for their payment. Refused
 * when the total is another than the client saw, or the price is over.
 */
export async function acceptPrice(ctx: MerchantCtx, id: string, asked: ParsedOf<typeof stockOrders.accept>['body']) {
  const order = await lockFor(ctx, id, 'accept', asked.version);
  if (order.valid_until !== null && order.valid_until < ctx.now.toISOString().slice(0, 10))
    throw appError('stock_order_not_open', {
      text: 'stock-orders.price_expired',
      params: { number: order.number, day: order.valid_until },
    });
  const lines = await agreedLines(ctx, order, asked.quantities);
  const { freight_kg, branding_fee } = order;
  const sums = stockOrderSums(lines, { freight_kg: freight_kg ?? 0, branding_fee: branding_fee ?? 0 });
  if (sums.total !== asked.expected_total) {
    const now = moneyText(sums.total, order.currency);
    throw appError('price_changed', { text: 'stock-orders.total_changed', params: { total: now } }, 'expected_total');
  }
  await actions.saveLines(ctx, order, lines);
  await applyAction(ctx, order, 'accept', { change: sums, details: { total: sums.total } });
  await issueBills(ctx, billsOf(order, lines, sums));
  await resolveNotifications(ctx, id, ['stock_order_quoted']);
  return detailOf(ctx, id);
}

type Agreed = LineRow & actions.QuotedLine;

/** The quoted lines in the quantities that the client wants now, each at the price of its quantity. */
async function agreedLines(
  ctx: MerchantCtx,
  order: StockOrderRow,
  quantities: readonly { line: number; quantity: number }[],
): Promise<Agreed[]> {
  const wanted = new Map(quantities.map(({ line, quantity }) => [line, quantity]));
  const fields: Record<string, Phrase[]> = {};
  const lines = (await findLines(ctx, order.id)).map((line): Agreed => {
    const quantity = wanted.get(line.line) ?? line.quantity;
    const problem = quantityProblem(quantity, line);
    if (problem) fields[`quantities.${line.line}`] = [sentenceOf(problem)];
    return { ...line, quantity, unit_price: priceAt(line.breaks, quantity) };
  });
  refuse(fields);
  return lines;
}

/** Cancels before production: open invoices are void, what was paid goes back to the wallet. */
export async function cancelOrder(ctx: MerchantCtx, id: string, version: number) {
  const order = await lockFor(ctx, id, 'cancel', version);
  await takeBack(ctx, order, keepSentence({ text: 'stock-orders.cancelled_by_you' }));
  return detailOf(ctx, id);
}

/** Ends a locked order before production, whoever decided it. */
export async function takeBack(ctx: Ctx, order: StockOrderRow, note: string): Promise<void> {
  const { account_id, id, number, paid } = order;
  const own = forAccount(ctx, account_id);
  await voidOpen(own, id);
  if (paid > 0)
    await creditStockOrder(own, id, {
      amount: paid,
      reason: { text: 'stock-orders.cancelled_early', params: { number } },
      key: `cancel:${id}`,
    });
  await applyAction(ctx, order, 'cancel', { note, details: { credited: paid } });
  await resolveNotifications(own, id, ['stock_order_quoted', 'staff_stock_order_asked', 'staff_stock_order_paid']);
}

type Line = { quantity: number; unit_price: number; weight_g: number; sku: { code: string; title: string } };

/** The invoices of an agreed order: the deposit, and the balance where one is left; together the order's total. */
function billsOf(order: StockOrderRow, lines: readonly Line[], sums: StockOrderSums): Bill[] {
  const percent = order.deposit_percent ?? 100;
  const { deposit, balance } = splitDeposit(sums, percent);
  const { account_id, id: stock_order_id, currency } = order;
  const bill = (part: Part, own: StockOrderSums): Bill => ({
    account_id,
    stock_order_id,
    part,
    currency,
    sums: own,
    items: itemsOf(order, lines, { part, percent, own, sums }),
  });
  return [bill('deposit', deposit), ...(balance.total > 0 ? [bill('balance', balance)] : [])];
}

type Share = { part: Part; percent: number; own: StockOrderSums; sums: StockOrderSums };

/** A line for each of goods, freight and fees, with what it was computed from, so that it can be computed again. */
function itemsOf(order: StockOrderRow, lines: readonly Line[], { part, percent, own, sums }: Share): BillItem[] {
  const grams = lines.reduce((sum, line) => sum + line.quantity * line.weight_g, 0);
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  const [only] = lines.length === 1 ? lines : [];
  const { number } = order;
  const goods: Phrase = only
    ? { text: 'bill-lines.stock_goods', params: { number, units: only.quantity, product: only.sku.title } }
    : { text: 'bill-lines.stock_skus', params: { number, units: pieces, skus: lines.length } };
  const title = (of: Phrase) =>
    keepSentence(
      part === 'deposit'
        ? { text: 'bill-lines.deposit', params: { percent, of } }
        : { text: 'bill-lines.balance', params: { of } },
    );
  const share = (of: Phrase, code: BillItem['code'], key: 'goods' | 'freight' | 'fees', inputs: object): BillItem => ({
    code,
    title: title(of),
    sku: key === 'goods' ? (only?.sku.code ?? null) : null,
    quantity: 1,
    unit_amount: own[key],
    amount: own[key],
    inputs: { percent, of: sums[key], part, ...inputs },
  });
  return [
    share(goods, 'goods', 'goods', {}),
    share({ text: 'bill-lines.stock_freight', params: { warehouse: order.warehouse.name } }, 'freight', 'freight', {
      weight_g: grams,
      kg_amount: order.freight_kg ?? 0,
    }),
    share({ text: 'bill-lines.stock_branding' }, 'branding', 'fees', {}),
  ].filter((item) => item.amount > 0);
}
