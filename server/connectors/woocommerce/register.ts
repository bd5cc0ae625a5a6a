import { z } from 'zod';

export const metaSchema = z.object({
  key: z.string(),
  value: z.unknown(),
  display_value: z.string().nullish().catch(null),
});
export type Meta = z.infer<typeof metaSchema>;

/** Where each order keeps which of its parcels were reported; WooCommerce itself has no place for that (shopify.md §5.4). */
export const registerKey = '_provider_tracking';

const entrySchema = z.object({
  id: z.string(),
  number: z.string(),
  carrier: z.string(),
  url: z.string().nullable(),
  /** What shows the number to the buyer, and its id there. */
  way: z.string(),
  ref: z.string(),
  lines: z.array(z.object({ id: z.string(), quantity: z.number() })),
});
export type Entry = z.infer<typeof entrySchema>;

/** The parcels that were reported for an order; whatever cannot be read counts as none. */
export function registerOf(meta: readonly Meta[]): Entry[] {
  const found = z.array(entrySchema).safeParse(meta.find(({ key }) => key === registerKey)?.value);
  return found.success ? found.data : [];
}

export const piecesSent = (register: readonly Entry[]): number =>
  register.flatMap((entry) => entry.lines).reduce((sum, line) => sum + line.quantity, 0);
