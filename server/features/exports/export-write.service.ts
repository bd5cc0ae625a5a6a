import { entryOfAsker } from '#server/http/actor.ts';
import { Readable } from 'node:stream';
import { exportDays } from '#contract/list-rules.ts';
import type { Entry, MerchantActor } from '#server/db/context.ts';
import type { AnyExportList, FileColumn, JournalPiece } from '#server/http/list-actions.ts';
import { cellsOf, chosenColumns, headerOf, type Locale } from '#server/http/list-cells.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { csvFile } from '#server/lib/csv-file.ts';
import { type FileCell, zoneClock } from '#server/lib/file-cells.ts';
import { xlsxBook } from '#server/lib/xlsx-file.ts';
import { findReader } from './exports.db.ts';
import {
  requireExport,
  type ExportInput,
  exportInput,
  fileNameOf,
  type JobRef,
  type Lists,
} from './exports.service.ts';
import { jobInput, failJob, progressJob, finishJob } from '#server/features/jobs/index.ts';
import { keepExport } from '#server/features/files/index.ts';

type Asked = Pick<ExportInput, 'list' | 'format' | 'columns' | 'query'>;

/** Content types of the files. */
export const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  journal: 'text/plain; charset=utf-8',
};

/** Does the work of an export job; a second time after a crash it writes the file again. */
export async function runExport(system: Entry, job: JobRef, lists: Lists): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await system.run(scope, (ctx) => jobInput(ctx, job));
  if (!found || found.state === 'done' || found.state === 'failed') return;
  const asked = exportInput.parse(found.input);
  try {
    const who = { account_id: job.account_id, user_id: found.created_by ?? '', acting: asked.acting };
    const entry = await entryOfAsker(system, who);
    if (!entry) throw appError('forbidden', { text: 'exports.no_access' });
    requireExport(entry.actor, lists[asked.list], asked.query);
    await writeExport(entry, job, asked, lists, { since: found.created_at, total: found.total ?? 0 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the queue tries again
    await system.run(scope, (ctx) => failJob(ctx, job, error.sentence));
  }
}

/** Writes the file of a job and keeps it for seven days from when it was asked for. */
export async function writeExport(
  entry: Entry<MerchantActor>,
  job: JobRef,
  asked: ExportInput,
  lists: Lists,
  { since, total }: { since: Date; total: number },
): Promise<void> {
  const scope = { account_id: job.account_id };
  const written = { rows: 0 };
  const stream = await fileStream(entry, asked, total, lists, async (rows) => {
    written.rows = rows;
    await entry.run(scope, (ctx) => progressJob(ctx, job, rows));
  });
  const stored = await entry.app.blobs.put(stream);
  await entry.run(scope, async (ctx) => {
    const name = fileNameOf(asked);
    const expires_at = new Date(since.getTime() + exportDays * 86_400_000);
    const file = await keepExport(ctx, { ...stored, name, mime: mimes[asked.format], expires_at });
    const { list, format } = asked;
    const result = { list, format, rows: written.rows, file_id: file.id, name, size: stored.size };
    await finishJob(ctx, job, result, file.id);
  });
}

/** The bytes of a list in a file as they come; `tell` hears of the rows written so far. */
export async function fileStream(
  entry: Entry<MerchantActor>,
  asked: Asked,
  total: number,
  lists: Lists,
  onProgress: (rows: number) => Promise<void> = () => Promise.resolve(),
): Promise<Readable> {
  const list = lists[asked.list];
  if (asked.format === 'journal')
    return Readable.from(journalOf(entry, list, asked, onProgress), { objectMode: false });
  const { account_id, user_id } = entry.actor;
  const reader = await entry.run({ account_id }, (ctx) => findReader(ctx, user_id));
  const told = { rows: 0 };
  const count = (rows: number) => onProgress((told.rows += rows));
  const sheetOf = (one: AnyExportList, chosen: Asked['columns']) => {
    const places = chosenColumns(one.columns, chosen);
    const columns = places.flatMap((place) => one.columns[place] ?? []);
    const header = headerOf(columns, reader.locale, reader.time_zone);
    const { locale, time_zone: zone } = reader;
    const batches = batchesOf({ entry, list: one, asked, places, columns, locale, zone, onBatch: count });
    return { name: one.sheet[reader.locale], header, batches, rows: total };
  };
  const first = sheetOf(list, asked.columns);
  return asked.format === 'csv'
    ? Readable.from(csvFile(first.header, first.batches), { objectMode: false })
    : xlsxBook([first, ...list.further.map((one) => sheetOf(one, undefined))]);
}

/** The pieces of a list's journal, each read in a short transaction of its own. */
async function* journalOf(
  entry: Entry<MerchantActor>,
  list: AnyExportList,
  { query }: Asked,
  onProgress: (rows: number) => Promise<void>,
): AsyncGenerator<string> {
  const { account_id } = entry.actor;
  const read = (after: string | null): Promise<JournalPiece | undefined> =>
    entry.run({ account_id }, async (ctx) => list.journal?.(ctx, query, after));
  let rows = 0;
  for (let piece = await read(null); piece; piece = piece.next === null ? undefined : await read(piece.next)) {
    yield piece.text;
    rows += piece.rows;
    await onProgress(rows);
  }
}

type CellBatch = Awaited<ReturnType<AnyExportList['rows']>>;
type Source = {
  entry: Entry<MerchantActor>;
  list: AnyExportList;
  asked: Asked;
  places: readonly number[];
  columns: readonly FileColumn[];
  locale: Locale;
  zone: string;
  /** Hears of the rows of each batch. */
  onBatch: (rows: number) => Promise<void>;
};

/**
 * Rows in batches, each read in a short transaction of its own: a long file keeps none open. The next batch is read while
 * this one is written, so that database and writer work at once; never more than two are in memory.
 */
async function* batchesOf({
  entry,
  list,
  asked,
  places,
  columns,
  locale,
  zone,
  onBatch,
}: Source): AsyncGenerator<FileCell[][]> {
  const clock = zoneClock(zone);
  const scope = { account_id: entry.actor.account_id };
  const read = (after: string | null): Promise<CellBatch> => {
    const batch = entry.run(scope, (ctx) => list.rows(ctx, asked.query, after, places));
    batch.catch(() => undefined); // whoever awaits it hears of it; a file that was given up asks no more
    return batch;
  };
  let coming: Promise<CellBatch> | undefined = read(null);
  while (coming) {
    const batch: CellBatch = await coming;
    coming = batch.next === null ? undefined : read(batch.next);
    yield batch.rows.map((row) => cellsOf(row, columns, locale, clock));
    await onBatch(batch.rows.length);
  }
}
