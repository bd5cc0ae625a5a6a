import { csvRows } from './csv-table.ts';
import { type TableRow, isWorkbook } from './table-limits.ts';
import { xlsxRows } from './xlsx-table.ts';

/** So many cells or characters go to the reader at once. */
const batchCells = 4_000;
const batchText = 64 * 1024;

/** The rows of a CSV or XLSX file in batches, empty ones left out; the kind is told by the first bytes. Throws `ParsingRefusal`. */
export async function* readTable(bytes: Buffer): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = [];
  let cells = 0;
  let text = 0;
  for await (const row of isWorkbook(bytes) ? xlsxRows(bytes) : csvRows(bytes)) {
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
