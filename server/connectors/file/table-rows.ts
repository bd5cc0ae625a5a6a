import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { readSheet } from 'read-excel-file/node';
import { FileProblem } from './file-problem.ts';
import { detectEncoding } from './text-encoding.ts';
import { measureZip } from './zip-size.ts';

/** One row of a table: its number as a spreadsheet counts it, and its cells as text. */
export type TableRow = { row: number; cells: string[] };

export const maxRows = 50_000;
const maxUnpacked = 128 * 1024 * 1024;
const maxCell = 20_000;
const chunk = 64 * 1024;

/** The rows of a CSV or XLSX file, one after the other; empty rows are left out. Throws `FileProblem`. */
export async function* tableRows(file: { name: string; bytes: Buffer }): AsyncGenerator<TableRow> {
  const rows = isZip(file.bytes) ? sheetRows(file.bytes) : csvRows(file.bytes);
  let row = 0;
  let filled = 0;
  for await (const cells of rows) {
    row += 1;
    const clean = cells.map(cleanCell);
    if (clean.every((cell) => cell === '')) continue;
    filled += 1;
    if (filled > maxRows + 1)
      throw new FileProblem(
        `The file has more than ${maxRows.toLocaleString('en')} rows. Split it and import the parts.`,
      );
    yield { row, cells: clean };
  }
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** Databases take no NUL, and no name needs control characters. */
function cleanCell(cell: string): string {
  return cell
    .replace(/[^\P{Cc}\n\r\t]|[\ufffe\uffff]/gu, '')
    .trim()
    .slice(0, maxCell);
}

async function* csvRows(bytes: Buffer): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(detectEncoding(bytes));
  const text = (function* decoded() {
    for (let at = 0; at < bytes.length; at += chunk)
      yield decoder.decode(bytes.subarray(at, at + chunk), { stream: true });
    yield decoder.decode();
  })();
  const first = new TextDecoder(detectEncoding(bytes)).decode(bytes.subarray(0, chunk));
  const parser = Readable.from(text).pipe(
    parse({ delimiter: delimiterOf(first), relax_column_count: true, bom: true, max_record_size: 1024 * 1024 }),
  );
  try {
    for await (const record of parser) yield record as string[]; // without `columns` and `info` a record is its cells
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem(csvSentence(error));
    throw error;
  }
}

function csvSentence(error: CsvError): string {
  const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `A row${line} is longer than 1 MB. A quotation mark may be missing.`;
  return `The file cannot be read${line}: a quotation mark is missing or stands in the wrong place.`;
}

/** The separator that the first line uses most, outside of quotes. */
export function delimiterOf(text: string): ',' | ';' | '\t' | '|' {
  const counts = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) break;
    else if (!quoted && (char === ',' || char === ';' || char === '\t' || char === '|')) counts[char] += 1;
  }
  if (counts['\t'] > counts[','] && counts['\t'] > counts[';']) return '\t';
  if (counts['|'] > counts[','] && counts['|'] > counts[';']) return '|';
  return counts[';'] > counts[','] ? ';' : ',';
}

async function* sheetRows(bytes: Buffer): AsyncGenerator<string[]> {
  await measureZip(bytes, maxUnpacked);
  // Numbers stay text as written: ids and postcodes are no amounts.
  const rows = await readSheet<string>(bytes, 1, { parseNumber: (text) => text }).catch(() => {
    throw new FileProblem('This spreadsheet cannot be read. Save it again as “Excel workbook (.xlsx)”, or as CSV.');
  });
  for (const row of rows) yield row.map(cellText);
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return String(cell);
  return typeof cell === 'string' ? cell : '';
}
