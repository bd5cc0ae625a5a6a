import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Phrase } from '../refusal-texts.ts';
import { ParsingRefusal } from './parsing-refusal.ts';
import { checkColumn, TableCounter, type TableRow, tableLimits } from './table-limits.ts';
import { detectEncoding, type Encoding } from './text-encoding.ts';

const slice = 64 * 1024;
const longestRow = 1024 * 1024;

/** The rows of a table in text: CSV with commas, semicolons, tabs or bars, in any encoding of spreadsheets. */
export async function* csvRows(bytes: Buffer): AsyncGenerator<TableRow> {
  const encoding = detectEncoding(bytes);
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(bytes.subarray(0, slice)));
  const text = checkRowWidth(decode(bytes, encoding), delimiter);
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'], // files put together of others have several; told apart, no row is lost
    relax_column_count: true,
    relax_quotes: delimiter === '\t', // reports with tabs have no quotes around fields, but inches in titles
    bom: true,
    max_record_size: longestRow,
  });
  pipeline(Readable.from(text), parser, () => {}); // a refusal of the text ends the loop below
  const counter = new TableCounter();
  let row = 0;
  try {
    for await (const record of parser) {
      row += 1;
      const cells = record as string[]; // without `columns` and `info` a record is its cells
      if (row === 1 && namesSeparator(cells)) continue;
      const counted = counter.take(row, cells);
      if (counted) yield counted;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ParsingRefusal('unreadable', csvSentence(error));
    throw error;
  }
}

/** Excel's own first line, `sep=;`, which is no head. */
const namesSeparator = ([first = '', ...others]: readonly string[]): boolean =>
  /^sep=$/i.test(first) && others.every((cell) => cell === '');

function* decode(bytes: Buffer, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += slice)
    yield decoder.decode(bytes.subarray(at, at + slice), { stream: true });
  yield decoder.decode();
}

/** So many separators in one row are refused before the row is read: a row of nine million commas is never built. */
const mostSeparators = tableLimits.columns * 4;

/** Passes text on as long as no row has too many separators. Quotes that do not match only make it count less. */
function* checkRowWidth(text: Iterable<string>, delimiter: string): Generator<string> {
  const separator = delimiter.charCodeAt(0);
  const state = { quoted: false, row: 1, separators: 0 };
  for (const piece of text) {
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === quotationMark) state.quoted = !state.quoted;
      else if (!state.quoted) countSeparator(state, code, separator);
    }
    yield piece;
  }
}

function countSeparator(state: { row: number; separators: number }, code: number, separator: number): void {
  if (code === separator) {
    state.separators += 1;
    if (state.separators > mostSeparators) checkColumn(state.row, state.separators);
  } else if (code === lineFeed || code === carriageReturn) {
    if (code === lineFeed) state.row += 1;
    state.separators = 0;
  }
}

const quotationMark = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function csvSentence({ code, lines: line }: CsvError): Phrase {
  const text = code === 'CSV_MAX_RECORD_SIZE' ? 'parsing.csv_row_too_long' : 'parsing.csv_quotes';
  return typeof line === 'number' ? { text: `${text}_near`, params: { line } } : { text };
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
