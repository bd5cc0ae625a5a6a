import { createHash } from 'node:crypto';
import type { ShopOrder } from '../connector.ts';
import { type Columns, findColumns, type Mapping, narrow } from './order-columns.ts';
import { type DateReading, readingOf } from './date-readings.ts';
import { FileProblem, type RowProblem } from './file-problem.ts';
import { type FileRow, groupOrders } from './order-groups.ts';
import { isWorkbook } from '#server/lib/parsing/table-limits.ts';
import { readOrder, type Target } from './order-rows.ts';
import { type SentFile, tableRows } from './table-rows.ts';

export type OrderFile = {
  /** Titles of the columns. */
  head: string[];
  format: Columns['format'];
  /** Rows under the head that hold anything. */
  rows: number;
  orders: ShopOrder[];
  /** The numbers of each order's rows, in the sequence of `orders`. */
  rowsOf: number[][];
  /** Orders that are refused, counting rows without an order as one each. */
  bad_orders: number;
  problems: RowProblem[];
  /** Numbers of all rows of the refused orders, ascending. */
  bad: number[];
};

const empty = { text: 'orders.file_empty' } as const;

/**
 * Reads a CSV or XLSX file of orders: a known layout, or any table by the merchant's mapping. Every order of the file is
 * either in `orders` or counted in `bad_orders`. Throws `FileProblem`.
 *
 * Rows of an order may stand anywhere, so orders are made when the last row has come; of each row only the cells that an
 * order needs are kept (record 0032).
 */
export async function readOrderFile(
  file: SentFile,
  mapping: Mapping | null,
  target: Target,
  dates: DateReading | null = null,
): Promise<OrderFile> {
  let found: { head: string[]; columns: Columns; pick(cells: readonly string[]): string[] } | undefined;
  const rows: FileRow[] = [];
  for await (const { row, cells } of tableRows(file)) {
    if (found) rows.push({ row, cells: found.pick(cells), hash: hashOf(cells), ...misplaced(found.head, cells, file) });
    else found = { head: cells, ...narrow(findColumns(cells, mapping)) };
  }
  if (!found) throw new FileProblem(empty);
  const { head, columns } = found;
  const place = columns.at.placed_at;
  const reported = readingOf(rows.map(({ cells }) => (place === undefined ? '' : (cells[place] ?? ''))));
  const { groups, nameless } = groupOrders(columns, rows);
  const read: OrderFile = {
    head,
    format: columns.format,
    rows: rows.length,
    orders: [],
    rowsOf: [],
    bad_orders: nameless.length,
    problems: nameless.flat(),
    bad: nameless.flatMap(([problem]) => (problem ? [problem.row] : [])),
  };
  for (const group of groups) {
    const numbers = group.rows.map(({ row }) => row);
    const { order, problems } = readOrder(columns, group, { ...target, dates: dates ?? reported ?? columns.dates });
    if (order) {
      read.orders.push(order);
      read.rowsOf.push(numbers);
    } else {
      read.bad_orders += 1;
      read.problems.push(...problems);
      read.bad.push(...numbers);
    }
  }
  read.problems.sort((a, b) => a.row - b.row);
  read.bad.sort((a, b) => a - b);
  if (read.orders.length + read.bad_orders !== groups.length + nameless.length)
    throw new Error('orders of the file are missing among those read and those refused');
  return read;
}

/** A comma that was to be part of a value moves all cells behind it into wrong columns; in a workbook none can. */
function misplaced(head: readonly string[], cells: readonly string[], file: SentFile): Pick<FileRow, 'problem'> {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (used <= head.length || isWorkbook(file.bytes)) return {};
  return { problem: { code: 'more_cells', params: { cells: used, titles: head.length } } };
}

const hashOf = (cells: readonly string[]): string => createHash('sha1').update(cells.join('\u001f')).digest('base64');

/** The rows with these numbers, as they stand in the file, which is read once more: nobody keeps all of its cells. */
export async function* rowsOfFile(
  file: SentFile,
  numbers: ReadonlySet<number>,
): AsyncGenerator<{ row: number; cells: string[] }> {
  for await (const row of tableRows(file)) if (numbers.has(row.row)) yield row;
}

/** So many rows tell what a column holds. */
const looked = 2_000;

/** The titles of a table's columns and its first rows. Throws `FileProblem`. */
export async function headOf(file: SentFile): Promise<{ head: string[]; rows: string[][] }> {
  let head: string[] | undefined;
  const rows: string[][] = [];
  for await (const { cells } of tableRows(file)) {
    if (!head) head = cells;
    else rows.push(cells);
    if (rows.length >= looked) break;
  }
  if (!head) throw new FileProblem(empty);
  return { head, rows };
}
