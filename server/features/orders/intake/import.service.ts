import { z } from 'zod';
import type { Job } from '#contract/jobs.ts';
import { type orderImportResultSchema, orderImportSchema } from '#contract/order-import.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { FileProblem, problemCodes } from '#server/connectors/file/file-problem.ts';
import { readOrderFile } from '#server/connectors/file/order-file.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type Entry, type MerchantCtx, notFound } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError, AppError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { anyRefused, bringIn, nothingYet, outcomeOf, tryOut, type Work, type JobRef } from './import-apply.ts';
import { keepBadRows, writeBadRows } from './import-problems.ts';
import { rememberLayout, type OrderImport } from './import-preview.service.ts';
import { sentenceOf } from './import-texts.ts';
import { findAccountCurrency, findReaderLocale, findStore } from '../records/orders.db.ts';
import { readFile } from '#server/features/files/index.ts';
import { createJob, jobInput, startJob, finishJob, failJob } from '#server/features/jobs/index.ts';
import { notify } from '#server/features/notifications/index.ts';
type ImportResult = z.input<typeof orderImportResultSchema>;

export const importTask = 'order_import';
const problemsShown = 200;
const stopped: Phrase = { text: 'orders.import_stopped' };

/** Starts an import of an uploaded file into a store of the account: a dry run, or the real thing. */
export async function startImport(ctx: MerchantCtx, body: OrderImport): Promise<Job> {
  const account_id = accountOf(ctx);
  const store = await findStore(ctx, account_id, body.store_id);
  if (!store) throw notFound('store');
  demandStore(ctx.actor, store.id);
  await readFile(ctx, account_id, body.file_id, 'order_import');
  const job = await createJob(ctx, { account_id, kind: importTask, subject_id: store.id, input: body });
  await enqueue(ctx, importTask, { account_id, id: job.id }, { key: `${importTask}:${job.id}`, attempts: 3 });
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
      if (committed) await tell(ctx, job, asked, 'import_incomplete', { file, orders, bad });
      else await tell(ctx, job, asked, 'import_failed', { reason: keepSentence(stopped) });
    });
  } catch (error) {
    const expected = error instanceof FileProblem || error instanceof AppError;
    const sentence: Phrase = expected ? error.sentence : { text: 'orders.import_broken' };
    await entry.run(scope, async (ctx) => {
      await failJob(ctx, job, sentence);
      if (asked.mode === 'commit') await tell(ctx, job, asked, 'import_failed', { reason: keepSentence(sentence) });
    });
    if (!expected) throw error;
  }
}

/** Who uploaded the file may have gone on to other work. */
const tell = (
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
    const store = await findStore(ctx, account_id, asked.store_id);
    if (!store) throw appError('not_found', { text: 'orders.store_removed' });
    const { file, bytes } = await readFile(ctx, account_id, asked.file_id, 'order_import');
    return {
      now: ctx.now,
      platform: store.platform,
      currency: store.currency ?? (await findAccountCurrency(ctx, account_id)),
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
    if (committed) await rememberLayout(ctx, account_id, asked, read.head);
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
