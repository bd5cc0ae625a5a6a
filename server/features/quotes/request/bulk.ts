import { z } from 'zod';
import { mostDestinations } from '#contract/quote-rules.ts';
import { country } from '#contract/shared.ts';
import { nothingShipped, productFindings, productSelection } from '#server/features/products/index.ts';
import { bulkAction } from '#server/http/list-actions.ts';
import { usualDestinations } from '../records/waiting.db.ts';
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
