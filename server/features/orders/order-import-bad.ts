import { Readable } from 'node:stream';
import { exportDays } from '#contract/list-rules.ts';
import type { OrderFile } from '#server/connectors/file/order-file.ts';
import type { Ctx } from '#server/db/context.ts';
import { csvFile } from '#server/lib/csv-file.ts';
import type { FileCell } from '#server/lib/file-cells.ts';
import { groupBy } from '#server/lib/group-by.ts';

/** Title of the column that says what is wrong; a corrected file may keep it. */
export const wrongColumn = 'What is wrong';

/** What keeping a file of bad rows asks of others. */
export type BadRowsNeeds = {
  putBlob(bytes: Readable): Promise<{ sha256: string; size: number }>;
  /** Keeps what the portal wrote for a member, until `expires_at`. */
  keepWritten(
    ctx: Ctx,
    owner: { account_id: string; created_by: string | null },
    file: { sha256: string; size: number; name: string; mime: string; expires_at: Date },
  ): Promise<{ id: string }>;
};

const atOnce = 500;
const text = (value: string): FileCell => ({ kind: 'text', text: value });

/** The rows of orders that cannot be read, as they came, each with what is wrong with it: to be corrected and imported again. */
async function* rowsOf({ problems, bad }: OrderFile, places: readonly number[]): AsyncGenerator<FileCell[][]> {
  const known = groupBy(problems, (problem) => problem.row);
  for (let at = 0; at < bad.length; at += atOnce) {
    yield bad.slice(at, at + atOnce).map(({ row, cells }) => {
      const said = known.get(row)?.map(({ column, message }) => (column === null ? message : `${column}: ${message}`));
      const wrong = said?.join(' ') ?? 'Nothing in this row; another row of its order has a mistake.';
      return [...places.map((place) => text(cells[place] ?? '')), text(wrong)];
    });
  }
}

/** Writes the bad rows of a file beside it; nothing when there are none. */
export async function writeBadRows(needs: BadRowsNeeds, read: OrderFile) {
  if (read.bad.length === 0) return null;
  const kept = read.head.flatMap((title, place) => (title === wrongColumn ? [] : [{ title, place }]));
  const head = [...kept.map(({ title }) => title), wrongColumn];
  const file = csvFile(
    head,
    rowsOf(
      read,
      kept.map(({ place }) => place),
    ),
  );
  return needs.putBlob(Readable.from(file, { objectMode: false }));
}

/** Keeps it for who imported, for as long as an export. */
export async function keepBadRows(
  ctx: Ctx,
  needs: BadRowsNeeds,
  owner: { account_id: string; created_by: string | null },
  written: { sha256: string; size: number },
  of: string,
) {
  const name = `${of.replace(/\.[^.]*$/, '').slice(0, 200)}-to-correct.csv`;
  const expires_at = new Date(ctx.now.getTime() + exportDays * 86_400_000);
  const { id } = await needs.keepWritten(ctx, owner, { ...written, name, mime: 'text/csv; charset=utf-8', expires_at });
  return { id, name, size: written.size };
}
