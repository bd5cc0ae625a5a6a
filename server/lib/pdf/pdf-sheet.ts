import PDFDocument from 'pdfkit';
import { type FaceName, faceOf, runsOf, runWidth, showable, widthOf } from './pdf-faces.ts';
import type { Paper } from './pdf-document.ts';
import LineBreaker from 'linebreak';

export type TextStyle = { size: number; bold?: boolean };

/** A showable text in lines of a width: between words and Chinese characters, within a word only where it is longer than a line. */
function linesOf(text: string, width: number, { size, bold = false }: TextStyle): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = () => {
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  for (const piece of piecesOf(text)) {
    const seen = widthOf(piece.trimEnd(), size, bold);
    if (used + seen > width) end();
    // by code points, so that no character is cut in two
    for (const part of seen > width ? piece : [piece]) {
      const partWidth = widthOf(part, size, bold);
      if (seen > width && used + partWidth > width) end();
      line += part;
      used += partWidth;
    }
  }
  end();
  return lines;
}

/** Names of time zones, such as America/Port-au-Prince. */
const zoneName = /\b(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[\w+/-]+/g;

/** The parts of a text between which a line may end; the name of a time zone stays in one piece. */
function* piecesOf(text: string): Generator<string> {
  const zones = [...text.matchAll(zoneName)].map(({ index, 0: name }) => ({ from: index, to: index + name.length }));
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const { position } = next;
    if (zones.some((zone) => zone.from < position && position < zone.to)) continue;
    yield text.slice(from, position);
    from = position;
  }
}

const sides = 48;
const foot = 56;
const top = 48;
const lineOf = (size: number) => size * 1.45;

export const colors = { text: '#1a1d21', muted: '#667080', rule: '#d8dce3', head: '#f3f5f8', mark: '#b42318' };

export type Style = TextStyle & { color?: string };
type Box = { x: number; width: number; end?: boolean };

/** The paper with a place where the next thing stands; what does not fit begins a further page. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly left = sides;
  readonly width: number;
  /** Where the next thing stands. */
  y = top;
  /** Characters that became □. */
  unknown = 0;
  /** Draws the head of a further page. */
  onPage: () => void = () => {};
  readonly #bottom: number;
  readonly #chunks: Buffer[] = [];

  constructor(paper: Paper, info: { title: string; created: Date; language: string }) {
    const pdf = new PDFDocument({
      size: paper === 'A4' ? 'A4' : 'LETTER',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: info.language,
      displayTitle: true,
      // pdfkit makes the file's id of these: nothing of it is of today
      info: {
        Title: info.title,
        CreationDate: info.created,
        ModDate: info.created,
        Producer: 'Tradewind',
        Creator: 'Tradewind',
      },
      font: faceOf('latin') as unknown as string, // an opened font, which the types do not know
    });
    pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.pdf = pdf;
    this.width = (paper === 'A4' ? 595.28 : 612) - 2 * sides;
    this.#bottom = (paper === 'A4' ? 841.89 : 792) - foot;
  }

  /** What is left of the page, in points. */
  get room(): number {
    return this.#bottom - this.y;
  }

  /** A page with nothing on it, for the first things of a document. */
  begin(): void {
    this.pdf.addPage();
    this.y = top;
  }

  /** Goes on at a further page. */
  turn(): void {
    this.begin();
    this.onPage();
  }

  /** Turns the page unless so much is left of it. */
  need(height: number): void {
    if (this.room < height) this.turn();
  }

  /** A text as it can be shown; counts what cannot. */
  shown(text: string): string {
    const found = showable(text);
    this.unknown += found.unknown;
    return found.text;
  }

  /** The lines of a text in a width. */
  lines(text: string, width: number, style: TextStyle): string[] {
    return linesOf(this.shown(text), width, style);
  }

  /** Draws lines at a height of the page and answers how high they are. */
  draw(lines: readonly string[], { x, width, end = false }: Box, y: number, style: Style): number {
    const { size, bold = false, color = colors.text } = style;
    this.pdf.fontSize(size).fillColor(color);
    lines.forEach((line, index) => {
      const runs = runsOf(line, bold);
      const long = () => runs.reduce((sum, run) => sum + runWidth(run, size), 0);
      let at = end ? x + width - long() : x;
      for (const run of runs) {
        this.#use(run.face);
        this.pdf.text(run.text, at, y + index * lineOf(size) + size * 0.95, {
          lineBreak: false,
          baseline: 'alphabetic',
        });
        at += runWidth(run, size);
      }
    });
    return lines.length * lineOf(size);
  }

  /** One line, cut with … where it is longer than its place. */
  line(text: string, box: Box, y: number, style: Style): number {
    let shown = this.shown(text);
    const { size, bold = false } = style;
    while (shown.length > 1 && widthOf(shown, size, bold) > box.width) shown = `${[...shown].slice(0, -2).join('')}…`;
    return this.draw([shown], box, y, style);
  }

  rule(y: number, color = colors.rule): void {
    this.pdf
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke();
  }

  /** Lines around a part of the page, over its whole width. */
  frame(y: number, height: number, color: string): void {
    this.pdf.rect(this.left, y, this.width, height).lineWidth(1.2).strokeColor(color).stroke();
  }

  fill(y: number, height: number): void {
    this.pdf.rect(this.left, y, this.width, height).fillColor(colors.head).fill();
  }

  /**
   * Fills squares at the left of the page, row by row, within so many points, and answers how high they are. They are one path
   * without a picture: sharp at any size, and without lines between squares that touch.
   */
  squares(rows: readonly (readonly boolean[])[], most: number): number {
    const side = Math.floor((most / rows.length) * 100) / 100;
    rows.forEach((row, y) => {
      for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, from)) {
        const end = row.indexOf(false, from);
        const to = end === -1 ? row.length : end;
        this.pdf.rect(this.left + from * side, this.y + y * side, (to - from) * side, side);
        from = to;
      }
    });
    this.pdf.fillColor('#000000').fill();
    return rows.length * side;
  }

  /** A face under its own name: by another one pdfkit opens it anew for each line. */
  #use(name: FaceName): void {
    const face = faceOf(name);
    this.pdf.font(face as unknown as string, face.postscriptName ?? name);
  }

  /** The foot of each page from `first` on. */
  feet(first: number, left: string, pages: string): void {
    const { count } = this.pdf.bufferedPageRange();
    for (let page = first; page < count; page += 1) {
      this.pdf.switchToPage(page);
      const y = this.#bottom + 20;
      this.rule(y);
      const text = pages.replace('{{page}}', String(page - first + 1)).replace('{{pages}}', String(count - first));
      this.line(left, { x: this.left, width: this.width * 0.7 }, y + 8, { size: 8, color: colors.muted });
      this.line(text, { x: this.left, width: this.width, end: true }, y + 8, { size: 8, color: colors.muted });
    }
  }

  /** Pages so far. */
  get pages(): number {
    return this.pdf.bufferedPageRange().count;
  }

  /** The file's bytes. */
  async bytes(): Promise<Buffer> {
    const ended = new Promise((resolve) => this.pdf.once('end', resolve));
    this.pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}

export { lineOf };
