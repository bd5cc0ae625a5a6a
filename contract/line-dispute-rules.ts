// Rules of disputed invoice lines without schemas, so that the web app can share them.

/** What a merchant doubts of a shipping line. */
export const disputeKinds = ['weight', 'freight'] as const;
export type DisputeKind = (typeof disputeKinds)[number];

export const disputeStatuses = ['open', 'accepted', 'refused', 'withdrawn'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const disputeTabs = ['open', 'decided', 'all'] as const;

/** Days after the payment in which a line can be disputed. */
export const disputeDays = 60;
/** The heaviest parcel that anybody names, in grams. */
export const mostDisputedGrams = 100_000;
export const shortestDispute = 5;
export const longestDispute = 1_000;

/** Whether a line of an invoice can be disputed at all: its shipping, as far as it was charged by weight. */
export const isDisputable = (line: {
  code: string;
  amount: number;
  inputs: Readonly<Record<string, unknown>>;
}): boolean =>
  line.code === 'freight' && line.amount > 0 && Array.isArray(line.inputs.pools) && line.inputs.pools.length > 0;
