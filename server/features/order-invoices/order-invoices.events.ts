import { type Ctx, forAccount } from '#server/db/context.ts';
import { ordersInvoicesPaying, type PayingInvoice } from '#server/features/invoices/index.ts';
import { settleOrders } from './order-invoices-end.service.ts';

type Paying = { account_id: string; invoices: readonly PayingInvoice[] };

const settle = (ctx: Ctx, paying: Paying) => settleOrders(forAccount(ctx, paying.account_id), paying.invoices);

/** Orders are paid with their invoices. */
export function subscribeOrderInvoices(): void {
  ordersInvoicesPaying.on(settle);
}
