import type { Paper, PdfCell, PdfColumn, PdfDocument, PdfPart, PdfRow, WrittenPdf } from './pdf-document.ts';
import { qrModules } from './qr-modules.ts';
import { colors, lineOf, Sheet, type Style } from './pdf-sheet.ts';

const normal: Style = { size: 9 };
const small: Style = { size: 7.5, color: colors.muted };
const label: Style = { size: 8, color: colors.muted };
const gap = 8;
const pad = 4;
/** How wide a QR code may be, in points: an inch. */
const qrSide = 72;

/** Writes documents into one file, each with pages of its own; runs in a process of its own, see make-pdf.ts. */
export async function writePdf(documents: readonly PdfDocument[], paper: Paper): Promise<WrittenPdf> {
  const [first] = documents;
  const title = documents.length === 1 && first ? `${first.kind} ${first.number}` : 'Documents';
  const newest = documents.reduce(
    (latest, one) => (one.created > latest ? one.created : latest),
    first?.created ?? '1970-01-01',
  );
  const sheet = new Sheet(paper, { title, created: new Date(newest), language: first?.language ?? 'en' });
  for (const document of documents) writeDocument(sheet, document);
  const bytes = await sheet.bytes();
  return { bytes, unknown: sheet.unknown };
}

function writeDocument(sheet: Sheet, document: PdfDocument): void {
  const from = sheet.pages;
  sheet.onPage = () => {
    const text = [`${document.kind} ${document.number}`, document.mark ?? ''].filter((part) => part !== '').join(' · ');
    sheet.y += sheet.line(text, { x: sheet.left, width: sheet.width }, sheet.y, label) + 10;
  };
  sheet.begin();
  sheet.pdf.outline.addItem(`${document.kind} ${document.number}`);
  writeHead(sheet, document);
  if (document.mark !== undefined) writeMark(sheet, document.mark);
  for (const part of document.parts) writePart(sheet, part);
  sheet.feet(from, document.footer, document.pages);
}

function writeHead(sheet: Sheet, { kind, number, facts }: PdfDocument): void {
  const half = sheet.width / 2;
  const left = { x: sheet.left, width: half - gap };
  let y = sheet.y + sheet.line(kind, left, sheet.y, { size: 10, color: colors.muted });
  const lines = sheet.lines(number, left.width, { size: 20, bold: true });
  y += sheet.draw(lines, left, y, { size: 20, bold: true });
  let factsY = sheet.y + 2;
  for (const [name, value] of facts) {
    const names = sheet.lines(name, half * 0.42, label);
    const values = sheet.lines(value, half * 0.58 - gap, normal);
    sheet.draw(names, { x: sheet.left + half, width: half * 0.42 }, factsY + 0.5, label);
    sheet.draw(values, { x: sheet.left + half * 1.42 + gap, width: half * 0.58 - gap, end: true }, factsY, normal);
    factsY += Math.max(names.length * lineOf(8), values.length * lineOf(9)) + 2;
  }
  sheet.y = Math.max(y, factsY) + 14;
  sheet.rule(sheet.y);
  sheet.y += 14;
}

/** Framed lines over the whole width, which no copy loses. */
function writeMark(sheet: Sheet, mark: string): void {
  const style: Style = { size: 13, bold: true, color: colors.mark };
  const lines = sheet.lines(mark, sheet.width - 4 * pad, style);
  const height = lines.length * lineOf(style.size) + 4 * pad;
  sheet.frame(sheet.y, height, colors.mark);
  sheet.draw(lines, { x: sheet.left + 2 * pad, width: sheet.width - 4 * pad }, sheet.y + 2 * pad, style);
  sheet.y += height + 14;
}

function writePart(sheet: Sheet, part: PdfPart): void {
  switch (part.part) {
    case 'parties':
      return writeParties(sheet, part.parties);
    case 'table':
      return writeTable(sheet, part);
    case 'sums':
      return writeSums(sheet, part);
    case 'note':
      return writeNote(sheet, part);
  }
}

type PartOf<Name extends PdfPart['part']> = Extract<PdfPart, { part: Name }>;

function writeParties(sheet: Sheet, parties: PartOf<'parties'>['parties']): void {
  const width = (sheet.width - gap * 2 * (parties.length - 1)) / parties.length;
  const blocks = parties.map(({ label: name, lines }) => ({
    name,
    // a line that is longer than an address ever is is cut, so that the block stays on its page
    lines: lines
      .flatMap((text, index) =>
        sheet.lines(text, width, { size: 9, bold: index === 0 }).map((line) => ({ line, bold: index === 0 })),
      )
      .slice(0, 24),
  }));
  const height = lineOf(8) + 2 + Math.max(0, ...blocks.map(({ lines }) => lines.length)) * lineOf(9);
  sheet.need(height);
  blocks.forEach(({ name, lines }, index) => {
    const box = { x: sheet.left + index * (width + gap * 2), width };
    let y = sheet.y + sheet.line(name, box, sheet.y, label) + 2;
    for (const { line, bold } of lines) y += sheet.draw([line], box, y, { ...normal, bold });
  });
  sheet.y += height + 18;
}

type Column = PdfColumn & { x: number; inner: number };

function placed(sheet: Sheet, columns: readonly PdfColumn[]): Column[] {
  const fixed = columns.reduce((sum, { width }) => sum + (width === 'rest' ? 0 : width), 0);
  const shares = columns.filter(({ width }) => width === 'rest').length;
  let x = sheet.left;
  return columns.map((column) => {
    const width = column.width === 'rest' ? (sheet.width - fixed) / shares : column.width;
    const at = x;
    x += width;
    return { ...column, x: at + pad, inner: width - 2 * pad };
  });
}

function writeTable(sheet: Sheet, { title, columns: asked, rows }: PartOf<'table'>): void {
  const columns = placed(sheet, asked);
  if (title !== undefined) {
    sheet.need(lineOf(11) + 60);
    sheet.y += sheet.line(title, { x: sheet.left, width: sheet.width }, sheet.y, { size: 11, bold: true }) + 4;
  }
  const heads = columns.map((column) => sheet.lines(column.title, column.inner, label));
  const headHeight = Math.max(1, ...heads.map((lines) => lines.length)) * lineOf(8) + 2 * pad;
  const head = () => {
    sheet.fill(sheet.y, headHeight);
    columns.forEach((column, index) => {
      sheet.draw(
        heads[index] ?? [],
        { x: column.x, width: column.inner, end: column.end ?? false },
        sheet.y + pad,
        label,
      );
    });
    sheet.y += headHeight;
  };
  sheet.need(headHeight + 40);
  head();
  const filled = rows.map((row) => columns.map((column, at) => cellLines(sheet, row, at, column)));
  filled.forEach((cells, index) => {
    const next = rows[index]?.kind === 'group' ? filled[index + 1] : undefined;
    // the head of a group never stands alone at the end of a page
    const keep = next === undefined ? 0 : Math.min(rowHeight(next), lineOf(9) * mostLines);
    for (const chunk of chunksOf(cells)) {
      const height = rowHeight(chunk);
      if (sheet.room < height + keep) {
        sheet.turn();
        head();
      }
      drawRow(sheet, columns, chunk);
      sheet.y += height;
    }
    sheet.rule(sheet.y);
  });
  sheet.y += 14;
}

type Line = { text: string; style: Style };
const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { style }) => sum + lineOf(style.size), 0);
const rowHeight = (cells: readonly Line[][]) => Math.max(...cells.map(heightOf)) + 2 * pad;
/** So many lines of a cell stand on one page; what is longer goes on below. */
const mostLines = 40;

function* chunksOf(cells: readonly Line[][]): Generator<Line[][]> {
  const longest = Math.max(1, ...cells.map((lines) => lines.length));
  for (let from = 0; from < longest; from += mostLines) yield cells.map((lines) => lines.slice(from, from + mostLines));
}

function cellLines(sheet: Sheet, { kind, cells }: PdfRow, at: number, column: Column): Line[] {
  const cell: PdfCell = cells[at] ?? '';
  const { text, below = [] } = typeof cell === 'string' ? { text: cell } : cell;
  // the head of a group may reach over empty cells
  const wide = kind === 'group' && at === 0 && cells.slice(1, -1).every((other) => other === '');
  const last = column.x + column.inner;
  const inner = wide ? Math.max(column.inner, sheet.left + sheet.width - 100 - column.x) : last - column.x;
  const style: Style = { ...normal, bold: kind !== undefined };
  return [
    ...sheet.lines(text, inner, style).map((line) => ({ text: line, style })),
    ...below.flatMap((more) => sheet.lines(more, inner, small)).map((line) => ({ text: line, style: small })),
  ];
}

function drawRow(sheet: Sheet, columns: readonly Column[], cells: readonly Line[][]): void {
  columns.forEach((column, index) => {
    let y = sheet.y + pad;
    for (const { text, style } of cells[index] ?? [])
      y += sheet.draw([text], { x: column.x, width: column.inner, end: column.end ?? false }, y, style);
  });
}

function writeSums(sheet: Sheet, { rows, code }: PartOf<'sums'>): void {
  const width = sheet.width * 0.45;
  const x = sheet.left + sheet.width - width;
  const heights = rows.map(({ strong }) => lineOf(strong ? 11 : 9) + 4);
  const square = code === undefined ? undefined : qrModules(code);
  // sums stay together, and the code beside them
  sheet.need(
    Math.max(
      square === undefined ? 0 : qrSide,
      Math.min(
        400,
        heights.reduce((sum, height) => sum + height, 0),
      ),
    ),
  );
  const codeEnd = square === undefined ? undefined : sheet.y + sheet.squares(square, qrSide);
  rows.forEach(({ label: name, value, strong = false }, index) => {
    sheet.need(heights[index] ?? 0);
    const style: Style = strong ? { size: 11, bold: true } : normal;
    sheet.line(name, { x: x + pad, width: width * 0.5 }, sheet.y, strong ? style : { ...normal, color: colors.muted });
    sheet.line(value, { x: x + width * 0.5, width: width * 0.5 - pad, end: true }, sheet.y, style);
    sheet.y += heights[index] ?? 0;
  });
  sheet.y = Math.max(sheet.y, codeEnd ?? 0) + 12;
}

function writeNote(sheet: Sheet, { title, text }: PartOf<'note'>): void {
  const box = { x: sheet.left, width: sheet.width };
  const style: Style = { size: 8.5, color: colors.muted };
  if (title !== undefined) {
    sheet.need(lineOf(9) + lineOf(8.5));
    sheet.y += sheet.line(title, box, sheet.y, { size: 9, bold: true });
  }
  for (const paragraph of text.split('\n'))
    for (const line of sheet.lines(paragraph, box.width, style)) {
      sheet.need(lineOf(8.5));
      sheet.y += sheet.draw([line], box, sheet.y, style);
    }
  sheet.y += 8;
}
