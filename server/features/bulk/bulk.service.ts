import { z } from 'zod';
import { type bulk, bulkResultSchema, bulkSchema } from '#contract/bulk.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Job } from '#contract/jobs.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { admitMember } from '#server/http/access.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import type { AnyBulkAction, Finding, Outcome, Refusal } from '#server/http/list-actions.ts';
import { appError } from '#server/lib/app-error.ts';
import { keepSentence, keptSentence } from '#server/lib/refusal-texts.ts';
import * as rows from './bulk.db.ts';
import { createJob, finishJob, getJob, jobInput } from '#server/features/jobs/index.ts';

export type JobRef = { account_id: string; id: string };

/** The bulk actions of all features; `server/app.ts` lists them. */
export type Actions = readonly AnyBulkAction[];

export const bulkTask = 'bulk_run';

/** What a bulk job is asked to do, as its row keeps it. */
export const bulkInput = bulkSchema.extend({
  acting: z.boolean(),
  /** The versions that the preview showed; a retry keeps them. */
  shown: z.array(z.object({ id: z.string(), version: z.int() })).optional(),
});
export type BulkInput = z.output<typeof bulkInput>;

/** The action that a run is about; throws for names that nobody registered. */
export function actionOf(actions: Actions, asked: { list: string; action: string }): AnyBulkAction {
  const action = actions.find((known) => known.list === asked.list && known.action === asked.action);
  if (!action) throw appError('bulk_invalid', { text: 'bulk.no_action' }, 'action');
  return action;
}

/** Rows of a run from what the action found; ids it left out are not the reader's. */
export function rowsOf(ids: readonly string[], findings: readonly Finding[], dry: boolean): rows.NewRow[] {
  const found = new Map(findings.map((finding) => [finding.id, finding]));
  return ids.map((id) => {
    const finding = found.get(id);
    const name = finding?.name ?? '–';
    return finding && !dry ? { ...waiting, row_id: id, name } : { ...outcomeOf(id, finding), name };
  });
}
const waiting = { ok: null, code: null, reason: null, way: null, amount: null, currency: null };
const gone: Refusal = { code: 'not_found', reason: { text: 'bulk.gone' } };

/** What the row of a record keeps of its outcome; without one, it is not the reader's. */
export function outcomeOf(id: string, outcome: Outcome | undefined): rows.RowOutcome {
  const refusal = outcome ? outcome.refusal : gone;
  if (refusal) return { ...waiting, row_id: id, ok: false, code: refusal.code, reason: keepSentence(refusal.reason) };
  const { amount = null, currency = null } = outcome?.money ?? {};
  return { row_id: id, ok: true, code: null, reason: null, way: outcome?.way ?? null, amount, currency };
}

/** The outcome of a run so far, as its job's result says it. */
export async function resultOf(
  ctx: MerchantCtx,
  job: JobRef,
  { mode, list, action }: BulkInput,
  { effect }: AnyBulkAction,
) {
  const counts = await rows.countRows(ctx, job);
  const reasons = await rows.findReasons(ctx, job);
  const found = await rows.findWays(ctx, job);
  const ways = found.map(({ way, count, amount, currency }) => ({
    way,
    count,
    money: currency && { amount, currency },
  }));
  const together = effect && counts.ok > 0 && (await effect(ctx, await rows.findDone(ctx, job), mode));
  const result = { mode, list, action, ok: counts.ok, refused: counts.refused, reasons, ways };
  return { ...result, ...(together && { effect: together }) };
}

/** Tries an action on many records, or does it. Named ones are tried at once; the rest is background work. */
export async function startBulk(
  ctx: MerchantCtx,
  body: ParsedOf<typeof bulk.run>['body'],
  actions: Actions,
): Promise<Job> {
  const action = actionOf(actions, body);
  admitMember(ctx.actor, ...action.right);
  const { selection } = body;
  action.demand('query' in selection ? selection : {}, body.input);
  const shown = 'run' in selection ? await requireRun(ctx, selection.run, body) : undefined;
  const input: BulkInput = { ...body, acting: ctx.actor.acting !== null, ...(shown && { shown }) };
  const job = await createJob(ctx, { account_id: ctx.account, kind: 'bulk', input });
  const ref = { account_id: ctx.account, id: job.id };
  if ('run' in selection) await rows.takeRows(ctx, ref, selection.run, true);
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)];
    await rows.addRows(ctx, ref, rowsOf(ids, await action.check(ctx, ids, body.input), body.mode === 'dry_run'));
  }
  if ('ids' in selection && body.mode === 'dry_run') await finishJob(ctx, ref, await resultOf(ctx, ref, input, action));
  else await enqueueRun(ctx, ref);
  await note(ctx, input, job.id);
  return getJob(ctx, job.id);
}

/** Does the action again for the records that a run refused. */
export async function retryBulk(ctx: MerchantCtx, id: string, actions: Actions): Promise<Job> {
  const before = await ownRun(ctx, id);
  const action = actionOf(actions, before.input);
  admitMember(ctx.actor, ...action.right);
  if (before.state !== 'done' || before.input.mode !== 'commit')
    throw appError('bulk_invalid', { text: 'bulk.not_finished' });
  const input: BulkInput = { ...before.input, selection: { run: id }, acting: ctx.actor.acting !== null };
  const job = await createJob(ctx, { account_id: ctx.account, kind: 'bulk', input });
  await rows.takeRows(ctx, { account_id: ctx.account, id: job.id }, id, false);
  await enqueueRun(ctx, { account_id: ctx.account, id: job.id });
  await note(ctx, input, job.id);
  return job;
}

const enqueueRun = (ctx: Ctx, job: JobRef) =>
  enqueue(ctx, bulkTask, job, { key: `${bulkTask}:${job.id}`, attempts: 5 });

const note = (ctx: Ctx, { list, action, mode }: BulkInput, id: string) =>
  audit(ctx, { action: 'bulk.run', entity: 'jobs', entity_id: id, details: { list, action, mode } });

/** A run of the reader's own; another's is 404, also within the account: it may name stores that the reader does not see. */
async function ownRun(ctx: MerchantCtx, id: string) {
  const found = await jobInput(ctx, { account_id: ctx.account, id });
  if (found?.kind !== 'bulk' || found.created_by !== ctx.actor.user_id) throw notFound('run');
  return { state: found.state, input: bulkInput.parse(found.input) };
}

/** The preview that a run follows is its own and done; answers the versions of records that it showed. */
async function requireRun(ctx: MerchantCtx, id: string, body: { list: string; action: string; mode: string }) {
  const before = await ownRun(ctx, id);
  const fits =
    before.input.mode === 'dry_run' && before.input.list === body.list && before.input.action === body.action;
  if (!fits || body.mode !== 'commit' || before.state !== 'done')
    throw appError('bulk_invalid', { text: 'bulk.preview_first' }, 'selection');
  const { result } = await getJob(ctx, id);
  const { effect } = z.looseObject({ effect: bulkResultSchema.shape.effect }).parse(result);
  return effect?.quotes.map((quote) => ({ id: quote.id, version: quote.version }));
}

/** The records of a run with what became of each. */
export async function listRows(ctx: MerchantCtx, id: string, query: ParsedOf<typeof bulk.rows>['query']) {
  const page = pageOf(query);
  const job = { account_id: ctx.account, id };
  await ownRun(ctx, id);
  const counts = await rows.countRows(ctx, job);
  const found = await rows.pageStatement(job, query.outcome, page).execute(ctx.db);
  const language = readerLanguage(ctx);
  const data = found.rows.map((row) => ({ ...row, reason: row.reason && keptSentence(language, row.reason) }));
  return { data, meta: metaOf(query, counts[query.outcome], counts) };
}
