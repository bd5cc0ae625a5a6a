import { splitDeposit, type StockOrderSums } from '#contract/stock-order-rules.ts';
import type { Bill, BillItem, Part } from './stock-order-types.ts';
import type { StockOrderRow } from './stock-orders.db.ts';

type Line = { quantity: number; unit_price: number; weight_g: number; sku: { code: string; title: string } };

/** The invoices of an agreed order: the deposit, and the balance where one is left; together the order's total. */
export function billsOf(order: StockOrderRow, lines: readonly Line[], sums: StockOrderSums): Bill[] {
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
  const what = part === 'deposit' ? `Deposit of ${percent} %` : 'Balance';
  const grams = lines.reduce((sum, line) => sum + line.quantity * line.weight_g, 0);
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  const [only] = lines.length === 1 ? lines : [];
  const named = only ? `${only.quantity} × ${only.sku.title}` : `${pieces} pieces of ${lines.length} SKUs`;
  const share = (
    title: string,
    code: BillItem['code'],
    key: 'goods' | 'freight' | 'fees',
    inputs: object,
  ): BillItem => ({
    code,
    title: `${what}: ${title}`,
    sku: key === 'goods' ? (only?.sku.code ?? null) : null,
    quantity: 1,
    unit_amount: own[key],
    amount: own[key],
    inputs: { percent, of: sums[key], part, ...inputs },
  });
  return [
    share(`goods of ${order.number}, ${named}`, 'goods', 'goods', {}),
    share(`freight to ${order.warehouse.name}`, 'freight', 'freight', {
      weight_g: grams,
      kg_amount: order.freight_kg ?? 0,
    }),
    share('branding', 'branding', 'fees', {}),
  ].filter((item) => item.amount > 0);
}
