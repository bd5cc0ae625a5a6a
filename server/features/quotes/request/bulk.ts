import { z } from 'zod';
import { country } from '#contract/shared.ts';
import { bulkCandidate, nothingShipped, productFindings, productSelection } from '#server/features/products/index.ts';
import { bulkAct } from '#server/http/list-acts.ts';
import { appError } from '#server/lib/app-error.ts';
import { requestQuote } from './request.service.ts';

/** Requests quotes for products, each for where most of its orders go unless countries are named. */
export const requestQuotes = bulkAct({
  ...productSelection,
  act: 'ask_price',
  right: ['quotes', 'edit'],
  input: z.object({
    destinations: z.array(country).max(30).optional(),
    note: z.string().trim().max(2000).optional(),
  }),
  check: (ctx, ids) =>
    productFindings(ctx, ids, ({ open_quote, shipped }) => {
      if (open_quote !== null) return { code: 'quote_open_already', reason: { text: 'products.price_requested' } };
      return shipped === 0 ? nothingShipped : null;
    }),
  async run(ctx, id, { destinations = [], note }) {
    const { country: main } = await bulkCandidate(ctx, id);
    const places = destinations.length > 0 ? destinations : main === null ? [] : [main];
    if (places.length === 0) throw appError('invalid_input', { text: 'products.destinations_missing' });
    await requestQuote(ctx, { product_id: id, destinations: places, ...(note !== undefined && { note }) });
  },
});
