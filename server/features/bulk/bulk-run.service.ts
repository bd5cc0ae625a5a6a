import { entryOfAsker } from '#server/http/actor.ts';
import { maxListDepth } from '#contract/constants.ts';
import { isDatabaseLost } from '#server/db/client.ts';
import { type Entry, isRetried, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import { inSavepoint } from '#server/db/savepoint.ts';
import { admitMember } from '#server/http/access.ts';
import type { AnyBulkAction, Refusal } from '#server/http/list-actions.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import * as rows from './bulk.db.ts';
import {
  actionOf,
  type BulkInput,
  bulkInput,
  type JobRef,
  type Actions,
  resultOf,
  rowsOf,
  outcomeOf,
} from './bulk.service.ts';
import { jobInput, finishJob, failJob, startJob, progressJob } from '#server/features/jobs/index.ts';

type Run = { entry: Entry<MerchantActor>; job: JobRef; action: AnyBulkAction; asked: BulkInput };

/**
 * Does the work of a bulk job: finds its records unless they are there already, then goes through them group
 * by group. May run again after a crash: settled records are left alone.
 */
export async function runBulk(system: Entry, job: JobRef, actions: Actions): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await system.run(scope, (ctx) => jobInput(ctx, job));
  if (!found || found.state === 'done' || found.state === 'failed') return;
  const asked = bulkInput.parse(found.input);
  try {
    const action = actionOf(actions, asked);
    const who = { account_id: job.account_id, user_id: found.created_by ?? '', acting: asked.acting };
    const entry = await entryOfAsker(system, who);
    if (!entry) throw appError('forbidden', { text: 'bulk.no_access' });
    admitMember(entry.actor, ...action.right);
    const run = { entry, job, action, asked };
    await findRecords(run);
    if (asked.mode === 'commit') await goThrough(run);
    await entry.run(scope, async (ctx) => finishJob(ctx, job, await resultOf(ctx, job, asked, action)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the queue tries again
    await system.run(scope, (ctx) => failJob(ctx, job, error.sentence));
  }
}

/** All in one transaction, so that rows are there whole or not at all; what has been found stays found. */
async function findRecords({ entry, job, action, asked }: Run): Promise<void> {
  await entry.run({ account_id: job.account_id }, async (ctx) => {
    const { selection } = asked;
    let total = (await rows.countRows(ctx, job)).all;
    if (total === 0 && 'query' in selection) {
      const except = new Set(selection.except);
      let after: string | null = null;
      do {
        const found = await action.select(ctx, selection.query, after);
        const ids = found.ids.filter((id) => !except.has(id));
        total += ids.length;
        if (total > maxListDepth) throw tooMany;
        const findings = ids.length > 0 ? await action.check(ctx, ids, asked.input) : []; // a batch may hold none that match
        await rows.addRows(ctx, job, rowsOf(ids, findings, asked.mode === 'dry_run'));
        after = found.next;
      } while (after !== null);
    }
    await startJob(ctx, job, total);
  });
}

const tooMany = appError('bulk_invalid', { text: 'bulk.too_many' });

/** Group by group until none waits; how far it is comes from what was done, and is counted once. */
async function goThrough(run: Run): Promise<void> {
  const { entry, job } = run;
  const before = await entry.run({ account_id: job.account_id }, (ctx) => rows.countRows(ctx, job));
  let done = before.all - before.waiting;
  for (let some = 1; some > 0; done += some) some = await doGroup(run, done);
}

/** A group's actions and their results in one transaction: both are there, or neither. Answers how many it settled. */
async function doGroup(run: Run, done: number): Promise<number> {
  const { entry, job, action } = run;
  return entry.run({ account_id: job.account_id }, async (ctx) => {
    const ids = await rows.lockWaiting(ctx, job, action.group);
    if (ids.length > 0) await rows.saveRows(ctx, job, await outcomesOf(ctx, run, ids));
    const now = done + ids.length;
    if (ids.length === 0 || now % progressEvery < ids.length) await progressJob(ctx, job, now);
    return ids.length;
  });
}
const progressEvery = 20;

/**
 * Does the action on a group. What stops the group as a whole is one of its records: each is done by itself then, and the
 * refusal or the fault is that record's alone.
 */
async function outcomesOf(ctx: MerchantCtx, run: Run, ids: readonly string[]): Promise<rows.RowOutcome[]> {
  const { action, asked, job } = run;
  try {
    const outcomes = await inSavepoint(ctx, () => action.runMany(ctx, ids, asked.input, asked.shown));
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    return ids.map((id) => outcomeOf(id, byId.get(id)));
  } catch (error) {
    if (isDatabaseLost(error) || isRetried(error)) throw error;
    if (ids.length > 1) return eachAlone(ctx, run, ids);
    if (!(error instanceof AppError)) ctx.log.error({ err: error, job: job.id, row: ids[0] }, 'a bulk action broke');
    const refusal = error instanceof AppError ? { code: error.code, reason: error.sentence } : broken;
    return ids.map((id) => outcomeOf(id, { id, refusal }));
  }
}

async function eachAlone(ctx: MerchantCtx, run: Run, ids: readonly string[]): Promise<rows.RowOutcome[]> {
  const each: rows.RowOutcome[] = [];
  for (const id of ids) each.push(...(await outcomesOf(ctx, run, [id])));
  return each;
}

const broken: Refusal = { code: 'internal', reason: { text: 'bulk.broken' } };
