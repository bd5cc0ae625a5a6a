// Rules of the wallet's transactions without schemas, so that the web app can share them.

/** Filters that leave out transactions between others. Days do not: theirs are all transactions of a span. */
const gapFilters = ['q', 'kind', 'direction', 'amount_from', 'amount_to', 'store_id'] as const;
type GapFilter = (typeof gapFilters)[number];

/** Whether listed transactions do not follow each other, so that no balance continues the one of the next row. */
export const leavesGaps = (filters: { readonly [name in GapFilter]?: unknown }): boolean =>
  gapFilters.some((name) => isSet(filters[name]));

/** Whether filters narrow the transactions at all. */
export const isNarrowed = (filters: { readonly [name in GapFilter | 'from' | 'to']?: unknown }): boolean =>
  leavesGaps(filters) || isSet(filters.from) || isSet(filters.to);

const isSet = (value: unknown) => value !== undefined && value !== '';
