import { clockText, type FileCell, looksLikeFormula } from './file-cells.ts';

const byteOrderMark = '\uFEFF'; // else Excel takes the text for its own old code page

/** Quoted where it must be; a text that a spreadsheet would compute gets an apostrophe in front. */
function csvText(text: string): string {
  const safe = looksLikeFormula(text) ? `'${text}` : text;
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvCell(cell: FileCell): string {
  if (cell === null) return '';
  if (cell.kind === 'text') return csvText(cell.text);
  if (cell.kind === 'int') return String(cell.value);
  return cell.kind === 'decimal' ? cell.text : clockText(cell.parts);
}

/** A CSV file in UTF-8 with its mark, a piece per batch of rows. */
export async function* csvFile(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly FileCell[])[]>,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${header.map(csvText).join(',')}\r\n`;
  for await (const rows of batches) yield rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
