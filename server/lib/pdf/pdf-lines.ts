import LineBreaker from 'linebreak';
import { widthOf } from './pdf-faces.ts';

export type TextStyle = { size: number; bold?: boolean };

/** A showable text in lines of a width: between words and Chinese characters, within a word only where it is longer than a line. */
export function linesOf(text: string, width: number, { size, bold = false }: TextStyle): string[] {
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

function* piecesOf(text: string): Generator<string> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    yield text.slice(from, next.position);
    from = next.position;
  }
}
