import { posix } from 'node:path';
import { ParsingRefusal } from './parsing-refusal.ts';
import { checkColumn, TableCounter, type TableRow, tableLimits } from './table-limits.ts';
import { XlsxPackage } from './xlsx-package.ts';

const day = 86_400_000;
const notReadable = { text: 'parsing.xlsx_unreadable' } as const;

/** The rows of a workbook's first visible sheet as the XML streams by; nothing is kept for cells that are not there. */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<TableRow> {
  try {
    yield* firstSheet(await XlsxPackage.open(bytes));
  } catch (error) {
    throw error instanceof ParsingRefusal ? error : new ParsingRefusal('unreadable', notReadable);
  }
}

async function* firstSheet(parts: XlsxPackage): AsyncGenerator<TableRow> {
  const { path, date1904 } = await findFirstSheet(parts);
  const values: Values = { strings: await readStrings(parts), isDate: await readDateStyles(parts), date1904 };
  const sheet = new SheetReader(values);
  for await (const _ of parts.read(path, sheet)) {
    yield* sheet.takeRows();
    if (sheet.ended) return;
  }
  if (!sheet.ended) throw new ParsingRefusal('unreadable', notReadable); // cut off, or no sheet at all
}

/** The sheet that a person sees first; hidden ones hold what is not meant, such as lists to choose from. */
async function findFirstSheet(parts: XlsxPackage): Promise<{ path: string; date1904: boolean }> {
  const relations = { shown: '', hidden: '' };
  let date1904 = false;
  await parts.readAll('xl/workbook.xml', {
    open(name, attributes) {
      const kind = (attributes.state ?? 'visible') === 'visible' ? 'shown' : 'hidden';
      if (name === 'sheet') relations[kind] ||= attributeNamed(attributes, 'id');
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  const relation = relations.shown || relations.hidden;
  let path = '';
  await parts.readAll('xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target = '' }) {
      if (name === 'Relationship' && Id === relation)
        path = posix.join('/xl', posix.isAbsolute(Target) ? '..' : '', Target);
    },
  });
  return { path: path.slice(1), date1904 };
}

/** An attribute with a namespace, whatever its prefix is. */
const attributeNamed = (attributes: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1] ?? '';

/** Longer texts are refused where a cell shows them, so that no more of them needs to be kept. */
const append = (text: string, more: string) => (text.length > tableLimits.characters ? text : text + more);

async function readStrings(parts: XlsxPackage): Promise<string[]> {
  const strings: string[] = [];
  const part = new TextReader();
  await parts.readAll('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') part.reset();
      part.open(name);
    },
    text: (text) => part.add(text),
    close(name) {
      part.close(name);
      if (name === 'si') strings.push(part.text);
    },
  });
  return strings;
}

/** The text of one cell or shared string: all its runs, without the phonetic ones. */
class TextReader {
  text = '';
  #inText = false;
  #inPhonetic = false;

  reset(): void {
    this.text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.#inPhonetic = true;
    else if (name === 't' || name === 'v') this.#inText = !this.#inPhonetic;
  }

  add(text: string): void {
    if (this.#inText) this.text = append(this.text, text);
  }

  close(name: string): void {
    if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 't' || name === 'v') this.#inText = false;
  }
}

/** Formats of dates and times that each workbook has (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Says of a style's number whether it shows dates: a format of letters for years, months, days, hours or seconds. */
async function readDateStyles(parts: XlsxPackage): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  await parts.readAll('xl/styles.xml', {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') formats.set(id, isDateFormat(formatCode.slice(0, 255)));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) styles.push(formats.get(id) ?? isBuiltInDate(id));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

const isDateFormat = (code: string) => /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));

type Values = { strings: readonly string[]; isDate: readonly boolean[]; date1904: boolean };
type Cell = { column: number; type: string; style: number };

/** Makes rows of the elements of a sheet. Addresses are checked as they come, and only grow. */
class SheetReader {
  /** The sheet's last row was read. */
  ended = false;
  readonly #values: Values;
  readonly #counter = new TableCounter();
  readonly #text = new TextReader();
  #rows: TableRow[] = [];
  #row = 0;
  #cells: string[] = [];
  #next = 0;
  #cell: Cell | null = null;

  constructor(values: Values) {
    this.#values = values;
  }

  takeRows(): TableRow[] {
    return this.#rows.splice(0);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (this.#cell) this.#text.open(name);
    else if (name === 'row') this.#openRow(attributes.r);
    else if (name === 'sheetData') this.ended = false;
  }

  text(text: string): void {
    if (this.#cell) this.#text.add(text);
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell();
    else if (this.#cell) this.#text.close(name);
    else if (name === 'row') this.#closeRow();
    else if (name === 'sheetData') this.ended = true;
  }

  #openRow(address: string | undefined): void {
    const row = address === undefined ? this.#row + 1 : Number(address);
    if (!Number.isInteger(row) || row <= this.#row) throw new Error(`row ${address} behind ${this.#row}`);
    this.#row = row;
    this.#cells = [];
    this.#next = 0;
  }

  #openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#next : columnOf(r);
    if (column < this.#next) throw new Error(`cell ${r} out of sequence`);
    this.#next = column + 1;
    this.#cell = { column, type: t, style: Number(s) };
    this.#text.reset();
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell || this.#text.text === '') return;
    checkColumn(this.#row, cell.column);
    while (this.#cells.length < cell.column) this.#cells.push('');
    this.#cells.push(valueOf(cell, this.#text.text, this.#values));
  }

  #closeRow(): void {
    const row = this.#counter.take(this.#row, this.#cells);
    if (row) this.#rows.push(row);
  }
}

/** Whole numbers stay text as they are written: ids and postcodes are no amounts. */
function valueOf({ type, style }: Cell, text: string, { strings, isDate, date1904 }: Values): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return String(text.trim() === '1');
  if (type === 'n' && isDate[style]) return dateOf(Number(text), date1904) ?? text;
  return type === 'n' ? shownNumber(text) : text;
}

/** Digits that a sheet shows of a number. */
const shownDigits = 15;

/**
 * A number with a point or an exponent as its sheet shows it: Excel writes 19.99 as `19.989999999999998`, others write 1001
 * as `1001.0` and 6100000000301 as `6.100000000301E12`. Larger ones have lost digits and stay as they are, which tells it.
 */
function shownNumber(text: string): string {
  const shown = /[.e]/i.test(text) ? Number(Number(text).toPrecision(shownDigits)) : Number.NaN;
  return Math.abs(shown) < 10 ** shownDigits ? String(shown) : text;
}

/** A spreadsheet counts days from 1900, or from 1904. */
function dateOf(days: number, date1904: boolean): string | undefined {
  const date = new Date(Math.round((days - 25_569 + (date1904 ? 1462 : 0)) * day));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The column that an address names, counted from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Za-z]{1,3}(?=\d)/.exec(address)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new Error(`address ${address.slice(0, 20)}`);
  return column - 1;
}
