import { z } from 'zod';
import { stages } from './order-actions.ts';
import { currency, id, minor } from './shared.ts';

/** The order that this one replaces. */
export const replacedOrderSchema = z.object({
  id,
  name: z.string(),
  /** Its units left before: where it is cancelled, they can be claimed again; otherwise the order sends them. */
  had_left: z.boolean(),
  /** It was cancelled itself: units that never left are given back. */
  cancelled_by_us: z.boolean(),
});

/** An order that sends units of this one. */
export const replacementSchema = z.object({
  id,
  name: z.string(),
  stage: z.enum(stages),
  /** Units that it sends, and what was paid for them. */
  units: z.int(),
  worth: minor,
  /** It would be cancelled with this order: its units never left, and nobody prepares it. */
  recallable: z.boolean(),
});

/** What can be given back for an order now: neither credited nor paid for units of replacements. */
export const leftSchema = z.object({ amount: minor, currency });
