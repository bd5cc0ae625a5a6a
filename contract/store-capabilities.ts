import { z } from 'zod';

/**
 * What can be done with a store's shop. Callers ask these, never which platform it is (P9); the portal offers only
 * what is true here.
 */
export const capabilitiesSchema = z.object({
  /** Orders and products are read from the shop: first import, looks every ten minutes, "Sync now". */
  reads_shop: z.boolean(),
  /** All orders can be had as one file, for long first imports. */
  bulk_reads: z.boolean(),
  /** Orders can be listed by the day they were placed, cheaply enough to compare all of them. */
  compares_orders: z.boolean(),
  /** The shop reports changes by itself. */
  webhooks: z.boolean(),
  /** The shop reports when its merchant removed us. */
  tells_removal: z.boolean(),
  /** Tracking numbers go back to the shop. */
  pushes_tracking: z.boolean(),
  /** What somebody else marked as sent can be taken back at the shop. */
  cancels_fulfilments: z.boolean(),
  /** A hold on an order's fulfilment can be released at the shop. */
  releases_holds: z.boolean(),
  /** Products of the catalogue can be put into the shop. */
  publishes_products: z.boolean(),
  /** The shop knows which pieces of an order a parcel holds. */
  partial_shipments: z.boolean(),
  /** How a merchant lets us in: on the shop's own page, there or by keys typed here, or not at all. */
  authorization: z.enum(['consent', 'consent_or_keys', 'none']),
  /** What we may do is granted right by right, so that some may be missing. */
  scopes: z.boolean(),
  /** The shop asks for buyers' data to be handed over or erased. */
  privacy_requests: z.boolean(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;
