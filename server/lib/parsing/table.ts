import { csvRows } from './csv-table.ts';
import type { TableRow } from './table-limits.ts';
import { xlsxRows } from './xlsx-table.ts';

/** So many cells or characters go to the reader at once. */
const batchCells = 4_000;
const batchText = 64 * 1024;

/** A ZIP archive, also an empty one. */
const isZip = (bytes: Buffer) => ['PK\x03\x04', 'PK\x05\x06'].includes(bytes.subarray(0, 4).toString('latin1'));

/** The rows of a CSV or XLSX file in batches, empty ones left out; the kind is told by the first bytes. Throws `ParsingRefusal`. */
export async function* readTable(bytes: Buffer): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  let cells = 0;
  let text = 0;
  for await (const row of isZip(bytes) ? xlsxRows(bytes) : csvRows(bytes)) {
    batch.push(row);
    cells += row.cells.length;
    for (const cell of row.cells) text += cell.length;
    if (cells < batchCells && text < batchText) continue;
    yield batch;
    batch = [];
    cells = text = 0;
  }
  if (batch.length > 0) yield batch;
}
