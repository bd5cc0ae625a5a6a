/** A file that cannot be read at all; the message is a sentence for its owner. */
export class FileProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileProblem';
  }
}

/** Something wrong in one row: its number as a spreadsheet counts, the column's title, a sentence. */
export type RowProblem = { row: number; column: string | null; message: string };
