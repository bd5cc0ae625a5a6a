export const products = {
  price_requested: 'A quote for this product is already requested.',
  nothing_ships: 'This product has no variants that ship.',
  no_sure_match: 'This product has no suggested match with enough confidence.',
  self_fulfilled_already: 'This product is already self-fulfilled.',
  not_self_fulfilled: 'None of this product’s variants is self-fulfilled.',
  store_by_files: 'This product’s store is filled from files, so it can’t be refreshed.',
  store_not_connected: 'This product’s store isn’t connected. Re-authorize it first.',
} as const;
