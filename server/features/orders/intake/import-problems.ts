import type { Blobs } from '#server/lib/blob-folder.ts';
import { Readable } from 'node:stream';
import { exportDays } from '#contract/list-rules.ts';
import type { RowProblem } from '#server/connectors/file/file-problem.ts';
import { isWrongColumn, wrongColumn } from '#server/connectors/file/order-columns.ts';
import { rowsOfFile } from '#server/connectors/file/order-file.ts';
import type { Ctx } from '#server/db/context.ts';
import { csvFile } from '#server/lib/csv-file.ts';
import type { FileCell } from '#server/lib/file-cells.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { type Locale, otherRow, sentenceOf } from './import-texts.ts';
import { keepWritten } from '#server/features/files/index.ts';

/** The refused orders of a file: all of their rows, by number, and what is wrong with them. */
export type Refused = { head: string[]; rows: ReadonlySet<number>; problems: readonly RowProblem[] };

const atOnce = 500;
const text = (value: string): FileCell => ({ kind: 'text', text: value });

/** The rows of refused orders as they came, each with what is wrong with it: to be corrected and imported again. */
async function* rowsToCorrect(
  file: { name: string; bytes: Buffer },
  { head, rows, problems }: Refused,
  places: readonly number[],
  locale: Locale,
): AsyncGenerator<FileCell[][]> {
  const known = groupBy(problems, (problem) => problem.row);
  let part: FileCell[][] = [];
  for await (const { row, cells } of rowsOfFile(file, rows)) {
    const said = known.get(row)?.map((problem) => {
      const sentence = sentenceOf(problem, locale);
      return problem.column === null ? sentence : `${problem.column}: ${sentence}`;
    });
    const more = cells.slice(head.length).map(text); // a row with too many cells is refused again until it is corrected
    part.push([...places.map((place) => text(cells[place] ?? '')), text(said?.join(' ') ?? otherRow[locale]), ...more]);
    if (part.length < atOnce) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** Writes the rows of refused orders into a file of their own; nothing when there are none. */
export async function writeBadRows(
  blobs: Blobs,
  file: { name: string; bytes: Buffer },
  refused: Refused,
  locale: Locale,
) {
  if (refused.rows.size === 0) return null;
  const kept = refused.head.flatMap((title, place) => (isWrongColumn(title) ? [] : [{ title, place }]));
  const head = [...kept.map(({ title }) => title), wrongColumn[locale]];
  const places = kept.map(({ place }) => place);
  const written = csvFile(head, rowsToCorrect(file, refused, places, locale));
  return blobs.put(Readable.from(written, { objectMode: false }));
}

/** Keeps it for who imported, for as long as an export. */
export async function keepBadRows(
  ctx: Ctx,
  owner: { account_id: string; created_by: string | null },
  written: { sha256: string; size: number },
  of: string,
) {
  const name = `${of.replace(/\.[^.]*$/, '').slice(0, 200)}-to-correct.csv`;
  const expires_at = new Date(ctx.now.getTime() + exportDays * 86_400_000);
  const { id } = await keepWritten(ctx, owner, { ...written, name, mime: 'text/csv; charset=utf-8', expires_at });
  return { id, name, size: written.size };
}
