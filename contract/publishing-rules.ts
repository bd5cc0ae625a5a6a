/** How prices are made of costs. Hundredths: 250 is two and a half times the cost. */
export const factorLimits = { least: 100, most: 2_000, usual: 250 } as const;

/** What a price rule says of one cost, in minor units; `ending` rounds up to the next amount that ends on .99. */
export function priceOf(cost: number, factor: number, ending: boolean): number {
  const price = Math.ceil((cost * factor) / 100);
  return ending ? Math.ceil((price + 1) / 100) * 100 - 1 : price;
}

/** Highest price that a shop takes here, in minor units. */
export const highestPrice = 100_000_000;

export const publicationStates = ['waiting', 'published', 'failed', 'removed'] as const;

/** Why nothing can be put into a store, or that it can. */
export const publishingStates = ['ready', 'needs_scope', 'not_connected', 'cannot'] as const;
