import { z } from 'zod';
import { planActions, promiseStates } from './delivery-planning-rules.ts';
import { endpoints } from './endpoint.ts';
import { currency, date, id, minor, time } from './shared.ts';

const action = z.object({
  key: z.string(),
  action: z.enum(planActions),
  /** The variant, product, quote, price change, order or store that it is done to; null for the wallet. */
  subject_id: id.nullable(),
  /** The product whose matches wait, or that of the variant that is to be matched. */
  product_id: id.nullable(),
  /** Name of the order, quote, product, store or SKU, or the code of the block. */
  label: z.string(),
  /** Orders that need it, or for which it is one of several ways. */
  orders: z.int(),
  /** What is missing in the wallet. */
  amount: minor.nullable(),
});

export const deliveryPlanning = endpoints({
  board: {
    method: 'GET',
    path: '/api/promises',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary:
      'Retrieve which unpaid orders make today’s cut-off, what blocks the others, and the fewest actions that unblock them.',
    query: z.object({
      store_id: id.optional(),
      /** `next` looks at the next day that has a cut-off, once today's have passed. */
      horizon: z.enum(['today', 'next']).default('today'),
    }),
    answer: z.object({
      currency,
      available: minor,
      /** What paying everything costs that can go today, as far as prices are known. */
      needed: minor,
      /** The cut-off that the orders are about, or the next one when none is ahead today; null without channels. */
      next_cut_off: time.nullable(),
      /** The next day within two weeks on which nothing leaves. */
      holiday: z.object({ day: date, name_en: z.string(), name_zh: z.string() }).nullable(),
      /** Orders that only need to be paid, oldest first; at most 200 of them, and what these cost. */
      payable: z.object({ order_ids: z.array(id), amount: minor }),
      counts: z.record(z.enum(promiseStates), z.int()),
      /** Unpaid orders looked at, oldest first; more than that stay for another look. */
      considered: z.int(),
      /** Every action that some order could use. */
      actions: z.array(action),
      /** Keys of the fewest of them that free all orders that can still go today. */
      fewest: z.array(z.string()),
      /** False where so many actions exclude each other that fewer might do. */
      fewest_is_exact: z.boolean(),
      /** The first 200. */
      orders: z.array(
        z.object({
          id,
          name: z.string(),
          store: z.object({ id, name: z.string() }),
          state: z.enum(promiseStates),
          cut_off_at: time.nullable(),
          total: minor.nullable(),
          blocks: z.array(z.string()),
          /** All of these, each by one of its ways. */
          needs: z.array(z.array(z.string())),
        }),
      ),
    }),
  },
});
