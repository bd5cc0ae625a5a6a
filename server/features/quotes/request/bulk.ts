import { z } from 'zod';
import { mostDestinations } from '#contract/quote-rules.ts';
import { orderListQuery } from '#contract/orders.ts';
import { country } from '#contract/shared.ts';
import { nothingShipped, productFindings, productSelection } from '#server/features/products/index.ts';
import { lacksOfOrders, selectOrders } from '#server/features/orders/index.ts';
import { bulkAction } from '#server/http/list-actions.ts';
import { usualDestinations } from '../records/waiting.db.ts';
import { canRequest, requestForOrder } from './extend.service.ts';
import { requestQuote } from './request.service.ts';

/** Requests quotes for products, for the countries that are named, else each for those that it usually goes to (P54). */
export const requestQuotes = bulkAction({
  ...productSelection,
  action: 'ask_price',
  right: ['quotes', 'edit'],
  input: z.object({
    destinations: z.array(country).max(mostDestinations).optional(),
    note: z.string().trim().max(2000).optional(),
  }),
  check: (ctx, ids) =>
    productFindings(ctx, ids, ({ open_quote, shipped }) => {
      if (open_quote !== null) return { code: 'quote_open_already', reason: { text: 'products.price_requested' } };
      return shipped === 0 ? nothingShipped : null;
    }),
  async run(ctx, id, { destinations = [], note }) {
    const usual = async () => (await usualDestinations(ctx, { product_id: id })).countries.map((one) => one.country);
    const places = destinations.length > 0 ? destinations : await usual();
    await requestQuote(ctx, { product_id: id, destinations: places, ...(note !== undefined && { note }) });
  },
});

/** Requests for each of many orders what it lacks; what an order before it has asked for is not asked again. */
export const requestForOrders = bulkAction({
  list: 'orders',
  action: 'request_quotes',
  right: ['quotes', 'edit'],
  input: z.object({}),
  query: orderListQuery,
  select: selectOrders,
  check: async (ctx, ids) =>
    (await lacksOfOrders(ctx, ids)).map((order) => ({
      id: order.id,
      name: order.name,
      refusal: canRequest(order)
        ? null
        : { code: 'quote_open_already', reason: { text: 'quotes.nothing_to_request' } as const },
    })),
  async run(ctx, id) {
    await requestForOrder(ctx, id);
  },
});
