import type { Phrase } from '../refusal-texts.ts';
import { ParsingRefusal } from './parsing-refusal.ts';

/** One row of a table: its number as a spreadsheet counts it, and its cells as text. */
export type TableRow = { row: number; cells: string[] };

/** The largest table that is read. `rows` counts rows that hold anything, without the head. */
export const tableLimits = { rows: 50_000, columns: 500, cells: 5_000_000, characters: 20_000, text: 100_000_000 };
/** As many rows as a spreadsheet has; empty ones count. */
const lastRow = 1_048_576;

const number = (value: number) => value.toLocaleString('en');
const refusal = (sentence: Phrase) => new ParsingRefusal('unreadable', sentence);

/** The letters of a column in a spreadsheet; `column` counts from 0. */
export const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Refuses a cell beyond the last column; `column` counts from 0. */
export function checkColumn(row: number, column: number): void {
  if (column < tableLimits.columns) return;
  throw refusal({
    text: 'parsing.column_beyond',
    params: { row: number(row), column: columnName(column), most: number(tableLimits.columns) },
  });
}

const notStored = /[^\P{Cc}\n\r\t]|[\ufffe\uffff]/u;
const notStoredAnywhere = new RegExp(notStored, 'gu');

/** Databases take no NUL, and no name needs control characters. */
function cleanCell(cell: string): string {
  return (notStored.test(cell) ? cell.replace(notStoredAnywhere, '') : cell).trim();
}

/** Cleans the rows of one table and counts what they hold. Throws `ParsingRefusal` naming the limit and the place. */
export class TableCounter {
  #filled = 0;
  #cells = 0;
  #text = 0;

  /** The row as it is handed on; null for an empty one. */
  take(row: number, raw: readonly string[]): TableRow | null {
    if (row > lastRow) throw refusal({ text: 'parsing.too_many_lines', params: { most: number(lastRow) } });
    if (raw.length > 0) checkColumn(row, raw.length - 1);
    this.#cells += raw.length;
    if (this.#cells > tableLimits.cells)
      throw refusal({ text: 'parsing.too_many_cells', params: { most: number(tableLimits.cells) } });
    const cells = raw.map(cleanCell);
    if (cells.every((cell) => cell === '')) return null;
    this.#filled += 1;
    if (this.#filled > tableLimits.rows + 1)
      throw refusal({ text: 'parsing.too_many_rows', params: { most: number(tableLimits.rows) } });
    this.#checkText(row, cells);
    return { row, cells };
  }

  #checkText(row: number, cells: readonly string[]): void {
    for (const [column, { length }] of cells.entries()) {
      this.#text += length;
      if (length > tableLimits.characters)
        throw refusal({
          text: 'parsing.cell_too_long',
          params: { row: number(row), column: columnName(column), most: number(tableLimits.characters) },
        });
    }
    if (this.#text > tableLimits.text)
      throw refusal({ text: 'parsing.too_much_text', params: { most: number(tableLimits.text) } });
  }
}

/** Whether a table's file is a ZIP archive, also an empty one: then it is a workbook, else text. */
export const isWorkbook = (bytes: Buffer): boolean =>
  ['PK\x03\x04', 'PK\x05\x06'].includes(bytes.subarray(0, 4).toString('latin1'));
