import type { Job } from '#contract/jobs.ts';
import { type AccountCtx, type Ctx, forAccount, notFound, readerLanguage } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, keptSentence, type Language, type Phrase } from '#server/lib/refusal-texts.ts';
import * as rows from './jobs.db.ts';

/** Names one job row. */
export type JobRef = { account_id: string; id: string };

const stateOf = (row: { state: string }) => row.state as Job['state'];
type Row = NonNullable<Awaited<ReturnType<typeof rows.findJob>>>;
/** A job as `ctx`’s reader sees it: sentences that it kept are written in their language. */
const asJob = (ctx: Ctx, { error, ...row }: Row): Job => ({
  ...row,
  failure: error && keptSentence(readerLanguage(ctx), error),
  result: written(readerLanguage(ctx), row.result),
  state: stateOf(row),
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

/** A result with its kept sentences written out. */
function written(language: Language, value: unknown): unknown {
  if (typeof value === 'string') return keptSentence(language, value);
  if (Array.isArray(value)) return value.map((one) => written(language, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(language, inner)]));
}

/** Kinds of jobs that read a file, with the sentence when too many of an account wait. */
const waitingFiles = { order_import: 'orders.too_many_files', mapping_file: 'mapping-files.too_many_files' } as const;
const mostWaitingFiles = 5;

/** Refuses the job that was just added when it is one too many. */
async function requireRoom(ctx: AccountCtx, kind: string): Promise<void> {
  if (kind !== 'order_import' && kind !== 'mapping_file') return;
  if ((await rows.countUnfinished(ctx, kind)) <= mostWaitingFiles) return;
  throw appError('job_limit', { text: waitingFiles[kind], params: { most: mostWaitingFiles } });
}

/**
 * Makes the row that a user watches. The same `idempotency_key` answers the job that is there already. Throws `job_limit`
 * when too many files of the account wait.
 */
export async function createJob(
  ctx: Ctx,
  job: {
    account_id: string;
    kind: string;
    subject_id?: string | null;
    input?: object;
    idempotency_key?: string | null;
  },
): Promise<Job> {
  const key = job.idempotency_key ?? null;
  const made = await rows.insertJob(ctx, {
    account_id: job.account_id,
    kind: job.kind,
    subject_id: job.subject_id ?? null,
    input: job.input ?? {},
    idempotency_key: key,
    created_by: ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.user_id : null,
  });
  if (made) await requireRoom(forAccount(ctx, job.account_id), job.kind);
  const row = made ?? (await rows.findJobByKey(forAccount(ctx, job.account_id), job.kind, key ?? ''));
  publish(ctx, { account_id: job.account_id, kind: 'jobs.changed', id: row.id });
  return asJob(ctx, row);
}

/** One job; throws 404 for another account's, and for work on a store outside the member's scope. */
export async function getJob(ctx: AccountCtx, id: string): Promise<Job> {
  const row = await rows.findJob(ctx, id);
  const stores = ctx.actor.kind === 'merchant' ? ctx.actor.stores : null;
  if (!row || (stores && row.subject_id && !stores.includes(row.subject_id))) throw notFound('job');
  return asJob(ctx, row);
}

/** What the job was asked to do, for the task that does it; undefined when the row is gone. */
export async function jobInput(ctx: Ctx, job: JobRef) {
  return rows.findInput(forAccount(ctx, job.account_id), job.id);
}

export async function startJob(ctx: Ctx, job: JobRef, total: number | null = null): Promise<void> {
  await change(ctx, job, { state: 'running', started_at: ctx.now, progress: 0, total, error: null });
}

export async function progressJob(ctx: Ctx, job: JobRef, progress: number, total?: number | null): Promise<void> {
  await change(ctx, job, { progress, ...(total !== undefined && { total }) });
}

/** How far a job is, with what it needs to go on from there when it is cut off. */
export async function noteJob(
  ctx: Ctx,
  job: JobRef,
  { so_far, ...now }: { progress: number; total: number; so_far: object },
): Promise<void> {
  await change(ctx, job, { ...now, so_far: JSON.stringify(so_far) });
}

/** Ends a job that is done, with what it came to and the file that it wrote. */
export async function finishJob(ctx: Ctx, job: JobRef, result: unknown, fileId?: string): Promise<void> {
  const file = fileId === undefined ? {} : { file_id: fileId };
  await change(ctx, job, { state: 'done', finished_at: ctx.now, result: JSON.stringify(result ?? null), ...file });
}

/** Ends a job with a sentence for its owner. */
export async function failJob(ctx: Ctx, job: JobRef, error: Phrase): Promise<void> {
  await change(ctx, job, { state: 'failed', finished_at: ctx.now, error: keepSentence(error) });
}

async function change(ctx: Ctx, job: JobRef, changes: Parameters<typeof rows.updateJob>[2]): Promise<void> {
  await rows.updateJob(ctx, job, changes);
  publish(ctx, { account_id: job.account_id, kind: 'jobs.changed', id: job.id });
}

/** The newest job of a kind per subject (store, list …). */
export async function latestJobs(
  ctx: AccountCtx,
  kind: string,
  subjectIds: readonly string[],
): Promise<Map<string, Job>> {
  const found = await rows.findLatest(ctx, kind, subjectIds);
  return new Map(found.map((row) => [row.subject_id ?? '', asJob(ctx, row)]));
}
