import { z } from 'zod';
import { maxBulkIds } from './list-rules.ts';
import { blockCodes } from './order-states.ts';
import { country, currency, id, minor } from './shared.ts';

/** What an action does, or did, to the orders that wait for it. */
export const orderEffectSchema = z.object({
  /** Those that become payable by it, oldest first, and what paying all of them costs now. */
  payable: z.object({ order_ids: z.array(id), total: minor, currency }),
  /** What the others still lack: each order counts once, under what it lacks most. */
  waiting: z.array(
    z.object({
      /**
       * `price`: nobody was asked for one; `quote`: the agent's answer to an open quote about it; `answer` and `accept`: the
       * client's own reply to it, or acceptance of what is offered; `held`, or the reason that blocks it: `COUNTRY_NOT_SERVED` where the products have a price and only the shipping rate to the country is missing.
       */
      lacks: z.enum(['price', 'quote', 'answer', 'accept', 'held', ...blockCodes]),
      orders: z.int(),
      /** Which orders these are, but for those beyond a thousand. */
      order_ids: z.array(id).max(maxBulkIds),
      /** What lacks a price or a rate, by its title. */
      products: z.array(z.string()),
      country: country.nullable(),
    }),
  ),
});
export type OrderEffect = z.infer<typeof orderEffectSchema>;

/** What accepting many quotes does to their orders together, and what is accepted of each quote. */
export const acceptEffectSchema = orderEffectSchema.extend({
  quotes: z.array(
    z.object({
      id,
      number: z.string(),
      title: z.string(),
      version: z.int(),
      variants: z.int(),
      /** Lowest and highest price of one unit, in the effect's currency; null before an answer. */
      unit_from: minor.nullable(),
      unit_to: minor.nullable(),
      destinations: z.array(country),
    }),
  ),
});
export type AcceptEffect = z.infer<typeof acceptEffectSchema>;
