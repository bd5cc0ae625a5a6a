import { z } from 'zod';
import { Readable } from 'node:stream';
import type { Job } from '#contract/jobs.ts';
import { type orderImportResultSchema, orderImportSchema } from '#contract/order-import.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { FileProblem, problemCodes, type RowProblem } from '#server/connectors/file/file-problem.ts';
import { readOrderFile, rowsOfFile } from '#server/connectors/file/order-file.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, requireStore, type Entry, type MerchantCtx, notFound } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError, AppError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { anyRefused, bringIn, nothingYet, outcomeOf, tryOut, type Work, type JobRef } from './import-apply.ts';
import { rememberLayout, type OrderImport } from './import-preview.service.ts';
import { sentenceOf, type Locale, otherRow } from './import-texts.ts';
import { findAccountCurrency, findReaderLocale, findStore } from '../records/orders.db.ts';
import { readFile, keepWritten } from '#server/features/files/index.ts';
import { createJob, jobInput, startJob, finishJob, failJob } from '#server/features/jobs/index.ts';
import { notify } from '#server/features/notifications/index.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import { exportDays } from '#contract/list-rules.ts';
import { isWrongColumn, wrongColumn } from '#server/connectors/file/order-columns.ts';
import { csvFile } from '#server/lib/csv-file.ts';
import type { FileCell } from '#server/lib/file-cells.ts';
import { groupBy } from '#server/lib/group-by.ts';
type ImportResult = z.input<typeof orderImportResultSchema>;

export const importTask = 'order_import';
const problemsShown = 200;
const stopped: Phrase = { text: 'orders.import_stopped' };

/** Starts an import of an uploaded file into a store of the account: a dry run, or the real thing. */
export async function startImport(ctx: MerchantCtx, body: OrderImport): Promise<Job> {
  const store = await findStore(ctx, body.store_id);
  if (!store) throw notFound('store');
  requireStore(ctx.actor, store.id);
  await readFile(ctx, body.file_id, 'order_import');
  const job = await createJob(ctx, { account_id: ctx.account, kind: importTask, subject_id: store.id, input: body });
  await enqueue(
    ctx,
    importTask,
    { account_id: ctx.account, id: job.id },
    { key: `${importTask}:${job.id}`, attempts: 3 },
  );
  await audit(ctx, {
    action: 'orders.import',
    entity: 'stores',
    entity_id: store.id,
    details: { job_id: job.id, mode: body.mode, bad_rows: body.bad_rows },
  });
  return job;
}

/** Does the work of an import job. A run that was cut off goes on where it was; no order comes in twice. */
export async function runImport(entry: Entry, job: JobRef): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await entry.run(scope, async (ctx) => {
    const known = await jobInput(ctx, job);
    if (known?.state === 'done') return undefined;
    await startJob(ctx, job, null);
    return known;
  });
  if (!found) return;
  const asked = orderImportSchema.parse(found.input);
  try {
    const { result, file } = await importFile(entry, { ...job, ...found }, asked);
    await entry.run(scope, async (ctx) => {
      await finishJob(ctx, job, result);
      const { orders, bad_orders: bad, committed } = result;
      if (asked.mode === 'dry_run' || bad === 0) return;
      if (committed) await notifyOf(ctx, job, asked, 'import_incomplete', { file, orders, bad });
      else await notifyOf(ctx, job, asked, 'import_failed', { reason: keepSentence(stopped) });
    });
  } catch (error) {
    const expected = error instanceof FileProblem || error instanceof AppError;
    const sentence: Phrase = expected ? error.sentence : { text: 'orders.import_broken' };
    await entry.run(scope, async (ctx) => {
      await failJob(ctx, job, sentence);
      if (asked.mode === 'commit') await notifyOf(ctx, job, asked, 'import_failed', { reason: keepSentence(sentence) });
    });
    if (!expected) throw error;
  }
}

/** Who uploaded the file may have gone on to other work. */
const notifyOf = (
  ctx: Ctx,
  job: JobRef,
  { store_id }: OrderImport,
  event: 'import_failed' | 'import_incomplete',
  params: Record<string, string | number>,
): Promise<void> =>
  notify(ctx, { event, account_id: job.account_id, subject: job.id, store_id, params, link: '/order/index' });

type Asked = JobRef & { created_by: string | null; so_far: unknown };

async function importFile(
  entry: Entry,
  { created_by, so_far, ...job }: Asked,
  asked: OrderImport,
): Promise<{ result: ImportResult; file: string }> {
  const { account_id } = job;
  const target = await entry.run({ account_id }, async (ctx) => {
    const store = await findStore(ctx, asked.store_id);
    if (!store) throw appError('not_found', { text: 'orders.store_removed' });
    const { file, bytes } = await readFile(ctx, asked.file_id, 'order_import');
    return {
      now: ctx.now,
      platform: store.platform,
      currency: store.currency ?? (await findAccountCurrency(ctx)),
      locale: await findReaderLocale(ctx, created_by),
      file: { name: file.name, bytes: await bytes(), account_id },
    };
  });
  const read = await readOrderFile(target.file, asked.mapping, target, asked.dates);
  const store = { account_id, id: asked.store_id };
  const work: Work = { entry, job, store, read, withProducts: !capabilitiesOf(target.platform).reads_shop };
  const before = soFarSchema.catch(nothingYet).parse(so_far);
  const stop = asked.bad_rows === 'stop' && before.done === 0;
  const committed = asked.mode === 'commit' && !(stop && (read.bad_orders > 0 || (await anyRefused(work))));
  const applied = committed ? await bringIn(work, before) : await tryOut(work);
  const { counts, problems, rows } = outcomeOf(read, applied);
  const bad = await writeBadRows(entry.app.blobs, target.file, { head: read.head, rows, problems }, target.locale);
  const file = target.file.name;
  const bad_file = await entry.run({ account_id }, async (ctx) => {
    if (committed) await rememberLayout(ctx, asked, read.head);
    return bad && keepBadRows(ctx, { account_id, created_by }, bad, file);
  });
  const shown = problems.slice(0, problemsShown).map(({ row, column, code, params }) => ({
    row,
    column,
    code,
    message: sentenceOf({ code, params }, target.locale),
  }));
  const { format, rows: rowCount } = read;
  return {
    file,
    result: {
      format,
      rows: rowCount,
      ...counts,
      problems: shown,
      problems_total: problems.length,
      bad_file,
      committed,
    },
  };
}

const soFarSchema = z.object({
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z
    .array(
      z.object({
        at: z.int(),
        problem: z.object({
          code: z.enum(problemCodes),
          params: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      }),
    )
    .default([]),
});

/** The refused orders of a file: all of their rows, by number, and what is wrong with them. */
type Refused = { head: string[]; rows: ReadonlySet<number>; problems: readonly RowProblem[] };

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
async function writeBadRows(blobs: Blobs, file: { name: string; bytes: Buffer }, refused: Refused, locale: Locale) {
  if (refused.rows.size === 0) return null;
  const kept = refused.head.flatMap((title, place) => (isWrongColumn(title) ? [] : [{ title, place }]));
  const head = [...kept.map(({ title }) => title), wrongColumn[locale]];
  const places = kept.map(({ place }) => place);
  const written = csvFile(head, rowsToCorrect(file, refused, places, locale));
  return blobs.put(Readable.from(written, { objectMode: false }));
}

/** Keeps it for who imported, for as long as an export. */
async function keepBadRows(
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
