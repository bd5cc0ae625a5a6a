export const comparisons = {
  store_unreadable: 'We can’t read this store right now, so we can’t compare it. Authorize the store again first.',
  from_too_early: 'The store shows orders from {{from}} on. Choose that day or a later one.',
  to_out_of_range: 'The end date must be between the start date and today. Choose another day.',
  just_started: 'Another comparison of this store just started. Reload the page to follow it.',
  failed_needs_reauth: 'The store no longer accepts our app. Authorize it again, then compare again.',
  failed_suspended: 'Shopify has closed the store for now. Compare again when it’s open.',
  failed_gone: 'The store no longer exists. Disconnect it.',
  failed_throttled: 'The store had no capacity left for the comparison. Compare again later.',
  failed_unreachable: 'The store didn’t respond. Compare again later.',
  failed_refused: 'The store rejected the comparison. Contact your agent.',
} as const;
