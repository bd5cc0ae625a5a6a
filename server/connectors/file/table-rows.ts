import { parsing } from '#server/lib/parsing/parsing-pool.ts';
import { ParsingRefusal } from '#server/lib/parsing/parsing-refusal.ts';
import { type TableRow, tableLimits } from '#server/lib/parsing/table-limits.ts';
import { FileProblem } from './file-problem.ts';

export type { TableRow };
/** A file, and the account whose share of the processes reading it takes. */
export type SentFile = { name: string; bytes: Buffer; account_id?: string };
export const maxRows = tableLimits.rows;

/**
 * The rows of a CSV or XLSX file, one after the other; empty rows are left out. They are read in another process, which
 * is held until the last one is taken: do nothing slow in between. Throws `FileProblem`.
 */
export async function* tableRows({ bytes, account_id }: SentFile): AsyncGenerator<TableRow> {
  try {
    for await (const rows of parsing.stream('files.rows', bytes, undefined, account_id)) yield* rows;
  } catch (error) {
    throw error instanceof ParsingRefusal ? new FileProblem(error.sentence) : error;
  }
}
