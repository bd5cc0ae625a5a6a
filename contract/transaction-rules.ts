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

/** What a recharge was charged or sent, of which the method kept the fee. */
export const chargedOf = ({ amount, fee }: { amount: number; fee: number }): number => amount + fee;

/** What a transaction pays out of the money on hold: a withdrawal whose money was held when it was requested. */
export const paidFromHold = ({ kind, held }: { kind: string; held: number }): number =>
  kind === 'withdrawal' ? Math.max(0, -held) : 0;
