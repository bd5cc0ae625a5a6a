import { type Ctx, forAccount } from '#server/db/context.ts';
import { ordersInvoicePaying } from '#server/features/invoices/index.ts';
import { settleOrders } from './order-invoices-end.service.ts';

type Paying = Parameters<Parameters<typeof ordersInvoicePaying.on>[0]>[1];

const settle = (ctx: Ctx, paying: Paying) => settleOrders(forAccount(ctx, paying.account_id), paying);

/** Orders are paid with their invoice. */
export function subscribeOrderInvoices(): void {
  ordersInvoicePaying.on(settle);
}
