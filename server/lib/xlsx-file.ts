import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { type ClockParts, type FileCell, looksLikeFormula } from './file-cells.ts';
import { decimalStyle, fixedParts, sheetEnd, sheetStart, style } from './xlsx-parts.ts';

/** Rows that a sheet holds, its head included. */
export const maxSheetRows = 1_048_576;
const longestText = 32_767;
const manyCells = 10_000_000;

/** What XML 1.0 cannot hold: control characters, and halves of pairs. */
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu; // oxlint-disable-line no-control-regex -- these are the ones

function xmlText(text: string): string {
  const safe = text.slice(0, longestText).replace(unwritable, '');
  return safe.replace(/[&<>\r]/g, (sign) => escaped[sign] ?? sign);
}
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** `A`, `Z`, `AA`: some readers want the place of a cell beside the cell. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const textCell = (place: string, text: string, format: number) =>
  `<c r="${place}" t="inlineStr" s="${format}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

/** Days since the beginning of 1900 as Excel counts them. */
function serialOf([year, month, day, hour, minute, second]: ClockParts): string {
  const days = Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;
  return (days + (hour * 3600 + minute * 60 + second) / 86_400).toFixed(8);
}

function xlsxCell(place: string, cell: FileCell): string {
  if (cell === null) return '';
  const number = (format: number, value: string) => `<c r="${place}" s="${format}"><v>${value}</v></c>`;
  if (cell.kind === 'text') return textCell(place, cell.text, looksLikeFormula(cell.text) ? style.quoted : style.text);
  if (cell.kind === 'int') return number(style.int, String(cell.value));
  if (cell.kind === 'decimal') return number(decimalStyle(cell.digits), cell.text);
  return number(style.date, serialOf(cell.parts));
}

async function* sheet(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly FileCell[])[]>,
): AsyncGenerator<string> {
  const columns = header.map((_, at) => letters(at));
  const row = (at: number, cells: readonly string[]) => `<row r="${at}">${cells.join('')}</row>`;
  yield sheetStart(header.map((title) => Math.min(40, Math.max(14, title.length + 4))));
  yield row(
    1,
    header.map((title, at) => textCell(`${columns[at]}1`, title, style.header)),
  );
  let last = 1;
  for await (const rows of batches) {
    const first = last + 1;
    last += rows.length;
    yield rows
      .map((cells, n) =>
        row(
          first + n,
          cells.map((cell, at) => xlsxCell(`${columns[at]}${first + n}`, cell)),
        ),
      )
      .join('');
  }
  yield sheetEnd;
}

/**
 * A workbook of one sheet as a stream of bytes: rows are compressed as they come, so that memory does not grow with
 * them. The size of the sheet is not known before: one that may pass 4 GiB is marked ZIP64, which not every reader of
 * streams understands.
 */
export function xlsxFile(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly FileCell[])[]>,
  rows: number,
): Readable {
  const zip = new yazl.ZipFile();
  for (const [name, xml] of fixedParts) zip.addBuffer(Buffer.from(xml), name);
  const sheetXml = Readable.from(sheet(header, batches), { objectMode: false });
  const out = new PassThrough();
  const fail = (error: Error) => out.destroy(error); // the zip does not tell its reader of its sources' ends
  sheetXml.once('error', fail);
  zip.once('error', fail);
  out.once('close', () => sheetXml.destroy());
  const forceZip64Format = rows * header.length > manyCells;
  zip.addReadStream(sheetXml, 'xl/worksheets/sheet1.xml', { forceZip64Format });
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}
