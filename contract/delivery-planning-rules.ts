/** Whether an unpaid order makes today's cut-off. */
export const promiseStates = ['makes', 'freed', 'provider', 'too_late'] as const;
/** What a merchant can do so that orders go today; `other` names its block. */
export const planActions = [
  'recharge',
  'accept_matches',
  'map_variant',
  'review_product',
  'request_quote',
  'accept_quote',
  'answer_quote',
  'accept_price',
  'accept_cost',
  'raise_guard',
  'release',
  'change_stock_plan',
  'other',
] as const;
