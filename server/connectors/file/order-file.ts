import type { ShopOrder } from '../connector.ts';
import { type Columns, findColumns, type Mapping } from './order-columns.ts';
import { type DateReading, readingOf } from './date-readings.ts';
import { FileProblem, type RowProblem } from './file-problem.ts';
import { groupOrders, readOrder, type Target } from './order-rows.ts';
import { type TableRow, tableRows } from './table-rows.ts';

export type OrderFile = {
  /** Titles of the columns. */
  head: string[];
  format: Columns['format'];
  /** Rows under the head that hold anything. */
  rows: number;
  orders: ShopOrder[];
  /** Orders that cannot be read, counting rows without an order as one each. */
  bad_orders: number;
  problems: RowProblem[];
  /** All rows of the orders that cannot be read, in the sequence of the file. */
  bad: TableRow[];
};

/** Reads a CSV or XLSX file of orders: Shopify's own export, or any table by the merchant's mapping. Throws `FileProblem`. */
export async function readOrderFile(
  file: { name: string; bytes: Buffer },
  mapping: Mapping | null,
  target: Target,
  dates: DateReading | null = null,
): Promise<OrderFile> {
  let columns: Columns | undefined;
  let head: string[] = [];
  const rows: TableRow[] = [];
  for await (const row of tableRows(file)) {
    if (columns) rows.push(row);
    else {
      head = row.cells;
      columns = findColumns(head, mapping);
    }
  }
  if (!columns)
    throw new FileProblem('The file is empty. Export the orders again, or save the sheet before uploading.');
  const place = columns.at.placed_at;
  const reading = dates ?? readingOf(rows.map(({ cells }) => (place === undefined ? '' : (cells[place] ?? ''))));
  const counts = { rows: rows.length, bad_orders: 0 };
  const found: OrderFile = { head, format: columns.format, ...counts, orders: [], problems: [], bad: [] };
  const groups = groupOrders(columns, rows);
  found.bad.push(...groups.nameless);
  found.problems.push(...groups.problems);
  found.bad_orders += groups.problems.length;
  for (const group of groups.orders) {
    const read = readOrder(columns, group, { ...target, dates: reading });
    if (read.order) found.orders.push(read.order);
    else {
      found.bad_orders += 1;
      found.problems.push(...read.problems);
      found.bad.push(...group);
    }
  }
  found.problems.sort((a, b) => a.row - b.row);
  found.bad.sort((a, b) => a.row - b.row);
  return found;
}

/** So many rows tell what a column holds. */
const looked = 2_000;

/** The titles of a table's columns and its first rows. Throws `FileProblem`. */
export async function headOf(file: { name: string; bytes: Buffer }): Promise<{ head: string[]; rows: string[][] }> {
  let head: string[] | undefined;
  const rows: string[][] = [];
  for await (const { cells } of tableRows(file)) {
    if (!head) head = cells;
    else rows.push(cells);
    if (rows.length >= looked) break;
  }
  if (!head) throw new FileProblem('The file is empty. Export the orders again, or save the sheet before uploading.');
  return { head, rows };
}
