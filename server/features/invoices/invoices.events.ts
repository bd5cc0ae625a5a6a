import { featureEvent } from '#server/db/feature-event.ts';

/** An invoice of a stock order was paid: `id` is the stock order, which goes on. */
export const stockInvoicePaid = featureEvent<{ account_id: string; id: string; part: 'deposit' | 'balance' }>();
