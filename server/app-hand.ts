import { placeSample, sampleUntil } from './features/orders/manual/sample.service.ts';
import type { Stock } from './features/orders/rules/stock-demand.ts';
import type { HandNeeds } from './features/orders/manual/manual.service.ts';
import { variantsOfSkus } from './features/products/mapping/simple-mapping.service.ts';
import type { Needs as QuoteNeeds } from './features/quotes/records/needs.ts';
import { storeByHand } from './features/stores/store-by-hand.service.ts';

// A part of app.ts: orders by hand, and samples, which are some.

/** What orders by hand ask of products and stores. */
export const handNeeds: HandNeeds = { storeByHand, variantsOfSkus };

/** Orders that a quote leads to: those that its prices move on, and its samples. */
export const ordersOfQuotes = (
  stock: Stock,
  reviewOrders: QuoteNeeds['reviewOrders'],
): Pick<QuoteNeeds, 'reviewOrders' | 'placeSample' | 'sampleUntil'> => ({
  reviewOrders,
  placeSample: (ctx, sample) => placeSample(ctx, handNeeds, sample, stock),
  sampleUntil,
});
