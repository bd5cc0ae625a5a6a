/** Rows that a mapping file may have, its head aside. */
export const mappingFileRows = 10_000;

/** What becomes of a row: `left_out` names no item, `unchanged` says what is so already. */
export const mappingFileOutcomes = ['changed', 'unchanged', 'left_out', 'bad'] as const;

/** What stands in the place of an item for variants that are sent by somebody else. */
export const notOursWords: readonly string[] = ['not ours', '不由我们发货'];
