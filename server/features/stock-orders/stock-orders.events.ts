import { invoicePaid } from './stock-orders-staff.service.ts';
import { stockInvoicePaid } from '#server/features/invoices/index.ts';

export function subscribeStockOrders(): void {
  stockInvoicePaid.on(invoicePaid);
}
