import { featureEvent } from '#server/db/feature-event.ts';

/**
 * An invoice of orders is being paid: `id` is the invoice. Listeners record that its orders are paid, or refuse where one is not
 * any more what it was issued for; nothing is paid then.
 */
export const ordersInvoicePaying = featureEvent<{
  account_id: string;
  id: string;
  number: string;
  total: number;
  currency: string;
  issued_at: Date;
}>();

/** An invoice of a stock order was paid: `id` is the stock order, which goes on. */
export const stockInvoicePaid = featureEvent<{ account_id: string; id: string; part: 'deposit' | 'balance' }>();
