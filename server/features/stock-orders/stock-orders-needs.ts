import type { NotificationEvent, NotificationMessage } from '#contract/notification-events.ts';
import type { FreightFormula } from '#contract/freight.ts';
import type { StockOrderSums } from '#contract/stock-order-rules.ts';
import type { Ctx } from '#server/db/context.ts';

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

/** Acts of other features that a stock order leads to; `server/app.ts` hands them in. */
export type Needs = {
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  settle(ctx: Ctx, accountId: string, subject: string, events: readonly NotificationEvent[]): Promise<void>;
  issueBills(ctx: Ctx, bills: readonly Bill[]): Promise<void>;
  invoicesOf(ctx: Ctx, accountId: string, stockOrderId: string): Promise<StockOrderInvoice[]>;
  voidOpen(ctx: Ctx, accountId: string, stockOrderId: string): Promise<void>;
  /** Gives back of what was paid for it, the latest invoice first; throws `stock_order_invalid` above that. */
  credit(
    ctx: Ctx,
    accountId: string,
    stockOrderId: string,
    note: { amount: number; reason: string; key: string },
  ): Promise<void>;
  /** Pieces lie on the shelf from now on, and orders that wait may have them. */
  takeIn(ctx: Ctx, accountId: string, arrivals: readonly Arrival[]): Promise<void>;
  attachFile(ctx: Ctx, accountId: string, fileId: string, purpose: 'stock_qc'): Promise<unknown>;
};
export type { Arrival, FreightFormula };
