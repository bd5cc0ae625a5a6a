import type { FreightFormula } from '#contract/freight.ts';
import type { StockOrderSums } from '#contract/stock-order-rules.ts';

export type Part = 'deposit' | 'balance';
export type StockOrderInvoice = {
  id: string;
  number: string;
  part: Part;
  status: 'open' | 'paid' | 'partly_credited' | 'credited' | 'void';
  total: number;
  credited: number;
  paid_at: Date | null;
};
type Item = {
  code: 'goods' | 'freight' | 'branding';
  title: string;
  sku: string | null;
  quantity: number;
  unit_amount: number;
  amount: number;
  inputs: Record<string, unknown>;
};
/** An invoice that waits for its payment. */
export type Bill = {
  account_id: string;
  stock_order_id: string;
  part: Part;
  currency: string;
  sums: StockOrderSums;
  items: readonly Item[];
};
export type BillItem = Item;
type Arrival = {
  account_id: string;
  sku_id: string;
  warehouse_id: string;
  kind: 'receipt';
  qty: number;
  damaged_qty: number;
  unit_cost: number;
  ref: { kind: string; id: string; label: string };
  reason: string;
  key: string;
};

export type { Arrival, FreightFormula };
