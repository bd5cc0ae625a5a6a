import { featureEvent } from '#server/db/feature-event.ts';

/** An invoice of orders that is being paid. */
export type PayingInvoice = { id: string; number: string; total: number; currency: string; issued_at: Date };

/**
 * Invoices of orders are being paid together. Listeners record that their orders are paid, or refuse where one is not any more
 * what it was issued for; nothing is paid then.
 */
export const ordersInvoicesPaying = featureEvent<{ account_id: string; invoices: readonly PayingInvoice[] }>();

/** An invoice of a stock order was paid: `id` is the stock order, which goes on. */
export const stockInvoicePaid = featureEvent<{ account_id: string; id: string; part: 'deposit' | 'balance' }>();
