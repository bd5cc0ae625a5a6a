import { z } from 'zod';
import { time } from './shared.ts';

/** How the shop's news arrive: per topic, of the last seven days (domain.md §4.2). */
export const topicHealthSchema = z.object({
  topic: z.string(),
  last_received_at: time,
  received: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** From the moment at the shop to the moment it was here, in milliseconds; null while nothing was worked through. */
  lag_p50_ms: z.int().nullable(),
  lag_p95_ms: z.int().nullable(),
});

export const storeHealthSchema = z.object({
  /** From when on deliveries are counted: seven days ago, or when the store was connected. */
  since: time,
  topics: z.array(topicHealthSchema),
  waiting: z.int(),
  failed: z.int(),
  last_event_at: time.nullable(),
  last_reconciled_at: time.nullable(),
});
export type StoreHealth = z.infer<typeof storeHealthSchema>;

/** What the shop was asked to tell us, as it says itself now. */
export const subscriptionSchema = z.object({
  topic: z.string(),
  state: z.enum(['active', 'missing', 'elsewhere']),
});

/** What disconnecting a store leaves behind. */
export const leavingSchema = z.object({
  /** What must be typed: the shop's domain, or the name of a store without one. */
  typed: z.string(),
  unpaid: z.int(),
  /** Paid orders that have not wholly left yet. */
  paid_open: z.int(),
  /** Paid orders whose buyers have tracking numbers that the shop has not been told. */
  untold: z.int(),
});
export type Leaving = z.infer<typeof leavingSchema>;
