/** Rows that a mapping file may have, its head aside. */
export const mappingFileRows = 10_000;

/** What becomes of a row: `left_out` names no item, `unchanged` says what is so already. */
export const mappingFileOutcomes = ['changed', 'unchanged', 'left_out', 'bad'] as const;

/** Entries of the SKU column that mark a variant as self-fulfilled; the former ones stay valid in files made before. */
export const selfFulfilledEntries: readonly string[] = ['self-fulfilled', '自行发货', 'not ours', '不由我们发货'];
