import { type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';

/** A file that cannot be read at all, with a sentence for its owner; `message` holds it in English. */
export class FileProblem extends Error {
  readonly sentence: Phrase;

  constructor(sentence: Phrase) {
    super(sentenceIn('en', sentence));
    this.name = 'FileProblem';
    this.sentence = sentence;
  }
}

/** What can be wrong with an order of a file; `order-import-texts.ts` holds the sentences. */
export const problemCodes = [
  'too_long',
  'formula_error',
  'no_order_name',
  'no_currency',
  'unknown_currency',
  'no_date',
  'not_a_date',
  'date_in_two_ways',
  'date_in_future',
  'no_product',
  'no_quantity',
  'not_a_quantity',
  'not_an_amount',
  'negative_amount',
  'other_currency',
  'no_payment_status',
  'unknown_payment_status',
  'unknown_fulfillment_status',
  'unknown_order_status',
  'unknown_country',
  'ambiguous_country',
  'id_shortened',
  'id_repeated',
  'name_repeated',
  'order_repeated',
  'row_repeated',
  'rows_disagree',
  'too_many_rows',
  'more_cells',
  'known_by_other_date',
  'known_without_date',
  'known_by_other_name',
  'known_twice',
  'goods_missing',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** A code and what its sentence names. */
export type Problem = { code: ProblemCode; params: Record<string, string | number> };

/** Something wrong in one row: its number as a spreadsheet counts, and the column's title where it is one column. */
export type RowProblem = Problem & { row: number; column: string | null };
