import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { type ClockParts, type FileCell, looksLikeFormula } from './file-cells.ts';

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

/** A sheet of a workbook: its rows, and about how many there are. */
export type Sheet = {
  name: string;
  header: readonly string[];
  batches: AsyncIterable<readonly (readonly FileCell[])[]>;
  rows: number;
};

/**
 * A workbook as a stream of bytes: rows are compressed as they come, sheet after sheet, so that memory does not grow with
 * them. The size of a sheet is not known before: one that may pass 4 GiB is marked ZIP64, which not every reader of
 * streams understands.
 */
export function xlsxBook(sheets: readonly Sheet[]): Readable {
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  const fail = (error: Error) => out.destroy(error); // the zip does not tell its reader of its sources' ends
  const parts: Readable[] = [];
  out.once('close', () => {
    for (const part of parts) part.destroy();
  });
  for (const [name, xml] of fixedParts(sheets.map(({ name: title }) => title))) zip.addBuffer(Buffer.from(xml), name);
  for (const [place, { header, batches, rows }] of sheets.entries()) {
    const sheetXml = Readable.from(sheet(header, batches), { objectMode: false });
    sheetXml.once('error', fail);
    parts.push(sheetXml);
    const forceZip64Format = rows * header.length > manyCells;
    zip.addReadStream(sheetXml, `xl/${sheetPath(place)}`, { forceZip64Format });
  }
  zip.once('error', fail);
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}

/** A workbook of one sheet. */
export const xlsxFile = (header: Sheet['header'], batches: Sheet['batches'], rows: number): Readable =>
  xlsxBook([{ name: 'Export', header, batches, rows }]);

const sheetPath = (place: number) => `worksheets/sheet${place + 1}.xml`;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Places of the cell formats in `styles.xml`. */
const style = { header: 1, date: 2, text: 3, quoted: 4, int: 5, decimals: 6 } as const;

/** Formats of decimals by their digits: none, two, three, four. */
const decimalStyle = (digits: number): number => style.decimals + Math.max(0, [0, 2, 3, 4].indexOf(digits));

// 3 is `#,##0`, 4 is `#,##0.00`, 49 is text; 164 and up are ours
const formats = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
];

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="#,##0.000"/><numFmt numFmtId="166" formatCode="#,##0.0000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The files of a workbook beside its sheets of these names. */
function fixedParts(names: readonly string[]): readonly (readonly [name: string, xml: string])[] {
  const each = (of: (place: number, name: string) => string) => names.map((name, place) => of(place, name)).join('');
  const types = each((place) => `<Override PartName="/xl/${sheetPath(place)}" ContentType="${kind}.worksheet+xml"/>`);
  const sheets = each(
    (place, name) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  const links = each(
    (place) => `<Relationship Id="rId${place + 1}" Type="${office}/worksheet" Target="${sheetPath(place)}"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${types}<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships">${links}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** Before the rows: the head stays in sight, columns have a width. */
function sheetStart(widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

const sheetEnd = '</sheetData></worksheet>';
