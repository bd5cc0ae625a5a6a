import { z } from 'zod';
import { currency, id, minor } from './shared.ts';

/** The lines of an order's cost, each with the prices that it was computed from. */
export const orderCostsSchema = z.object({
  /** As billed; else as it would be billed now. */
  billed: z.boolean(),
  currency,
  lines: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      sku: z.string().nullable(),
      quantity: z.int(),
      unit_amount: minor,
      amount: minor,
      /** Pieces of the client’s own stock, which cost nothing. */
      own_stock: z.boolean(),
      price_ids: z.array(id),
    }),
  ),
});
