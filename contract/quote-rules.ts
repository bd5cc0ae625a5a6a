/** States of a quote (domain.md §3.3). */
export const quoteStatuses = [
  'submitted',
  'in_progress',
  'need_info',
  'quoted',
  'countered',
  'accepted',
  'declined',
  'unavailable',
  'expired',
  'cancelled',
] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** States in which nothing is decided yet: one such request per product and per page. */
export const openStatuses = ['submitted', 'in_progress', 'need_info', 'quoted', 'countered'] as const;
/** States in which the agent's clock runs. */
export const clockStatuses = ['submitted', 'in_progress', 'countered'] as const;

/** Countries of one request: as many as there are, since waiting orders may go to any of them. */
export const mostDestinations = 250;
/** Rows of freight of one answer: a few shipping methods to each country. */
export const mostFreightRows = 1000;

/**
 * Why a request begins with its countries: waiting orders go there, most orders went there, the stores are there, the account
 * is there, or most buyers of all clients are.
 */
export const usualReasons = ['waiting', 'sold', 'store', 'account', 'market'] as const;
export type UsualReason = (typeof usualReasons)[number];

/** How the list of staff is divided: by state, and what clients wrote that no agent has read, whatever the state. */
export const staffQuoteTabs = ['open', 'messages', 'waiting', 'quoted', 'closed', 'all'] as const;

/** What a price is asked by. */
export const quoteSources = ['product', 'url', 'pictures', 'text'] as const;
export type QuoteSource = (typeof quoteSources)[number];
/** Shops whose addresses are understood. */
export const quoteSites = ['1688', 'taobao', 'aliexpress', 'amazon', 'shopify', 'other'] as const;
export type QuoteSite = (typeof quoteSites)[number];

/** Entries of the talk: what was said, and what happened. */
export const entryKinds = [
  'asked',
  'extended',
  'message',
  'question',
  'reply',
  'assigned',
  'quoted',
  'countered',
  'accepted',
  'declined',
  'unavailable',
  'alternative',
  'alternative_taken',
  'expired',
  'cancelled',
  'sample',
] as const;
export type EntryKind = (typeof entryKinds)[number];
/** Entries that the other side has to read. */
export const saidKinds = ['message', 'question', 'reply', 'extended'] as const satisfies readonly EntryKind[];
export const entrySides = ['client', 'staff', 'system'] as const;
export type EntrySide = (typeof entrySides)[number];

export const alternativeKinds = ['cheaper', 'same', 'better'] as const;
export type AlternativeKind = (typeof alternativeKinds)[number];
export const unavailableReasons = ['not_found', 'restricted', 'ip_risk'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

const isOpen = (status: QuoteStatus) => openStatuses.some((open) => open === status);
const unanswered: readonly QuoteStatus[] = ['submitted', 'in_progress', 'need_info', 'countered'];

/** What may be done with a quote in a state; the server decides by the same rules as the buttons. */
export const quoteCan = {
  answer: isOpen,
  accept: (status: QuoteStatus) => status === 'quoted',
  decline: (status: QuoteStatus) => status === 'quoted',
  counter: (status: QuoteStatus) => status === 'quoted',
  cancel: (status: QuoteStatus) => unanswered.includes(status),
  /** Goods with a price may be looked at before, or after, it is accepted. */
  sample: (status: QuoteStatus) => status === 'quoted' || status === 'accepted',
  /** More variants and countries may be asked for until it is answered. */
  extend: (status: QuoteStatus) => unanswered.includes(status),
  /** Talk goes on until the quote ends; what cannot be had is still talked about. */
  say: (status: QuoteStatus) => isOpen(status) || status === 'unavailable' || status === 'accepted',
  /** The agent waits for an answer of the client. */
  question: (status: QuoteStatus) => ['submitted', 'in_progress', 'countered', 'need_info'].includes(status),
  assign: (status: QuoteStatus) => isOpen(status),
  unavailable: (status: QuoteStatus) => unanswered.includes(status),
  /** An alternative has a price of its own: it is offered, and taken, before the goods themselves are priced too. */
  alternative: (status: QuoteStatus) => isOpen(status) || status === 'unavailable',
  askAgain: (status: QuoteStatus) => ['expired', 'declined', 'cancelled', 'unavailable'].includes(status),
};

/** A price from what the goods cost: yuan by the rate, plus the margin, rounded up to the next minor unit. */
export function priceFromCost(
  cost_fen: number,
  /** Yuan for one unit of the currency. */
  yuan: number,
  margin: { percent: number; least: number },
  /** Minor units of one unit: 100 for dollars, 1 for yen. */
  minorUnits: number,
): number {
  // cents of a percent and millionths of a yuan, so that no binary fraction decides a cent
  const rate = Math.round(yuan * 1_000_000);
  const cost = (cost_fen * 10_000 * minorUnits) / rate;
  const percent = Math.round(margin.percent * 100);
  const priced = (cost_fen * (10_000 + percent) * minorUnits) / rate;
  return Math.max(Math.ceil(priced - 1e-9), Math.ceil(cost - 1e-9) + margin.least);
}
