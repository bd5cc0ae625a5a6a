export const comparisons = {
  store_unreadable: 'We can’t read this store right now, so we can’t check its orders. Re-authorize the store first.',
  from_too_early: 'The store provides orders from {{from}}. Choose that date or a later one.',
  to_out_of_range: 'The end date must be between the start date and today. Choose another date.',
  just_started: 'Another check of this store just started. Reload the page to see its progress.',
  failed_needs_reauth: 'The store no longer accepts our app. Re-authorize it, then check again.',
  failed_suspended: 'Shopify has closed the store for now. Check again when it’s open.',
  failed_gone: 'The store no longer exists. Disconnect it.',
  failed_throttled: 'The store is limiting our requests. Check again later.',
  failed_unreachable: 'The store didn’t respond. Check again later.',
  failed_refused: 'The store rejected the check. Contact your agent.',
} as const;
