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

/** What may be done with a quote in a state; the server decides by the same rules as the buttons. */
export const quoteCan = {
  answer: (status: QuoteStatus) => ['submitted', 'in_progress', 'need_info', 'quoted', 'countered'].includes(status),
  accept: (status: QuoteStatus) => status === 'quoted',
  decline: (status: QuoteStatus) => status === 'quoted',
  cancel: (status: QuoteStatus) => ['submitted', 'in_progress', 'need_info', 'countered'].includes(status),
};
