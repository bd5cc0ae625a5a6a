import { maxListDepth } from '#contract/constants.ts';
import type { Entry, MerchantActor } from '#server/db/context.ts';
import { admitMember } from '#server/http/access.ts';
import type { AnyBulkAct } from '#server/http/list-acts.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { isDatabaseLost } from '#server/db/client.ts';
import * as rows from './bulk.db.ts';
import { actOf, type BulkInput, bulkInput, type JobRef, type Needs, resultOf, rowsOf } from './bulk.service.ts';

const batch = 100;

type Run = { entry: Entry<MerchantActor>; job: JobRef; act: AnyBulkAct; asked: BulkInput; needs: Needs };

/**
 * Does the work of a bulk job: finds its records unless they are there already, then goes through them one
 * transaction each. May run again after a crash: settled records are left alone.
 */
export async function runBulk(system: Entry, job: JobRef, needs: Needs): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await system.run(scope, (ctx) => needs.jobInput(ctx, job));
  if (!found || found.state === 'done' || found.state === 'failed') return;
  const asked = bulkInput.parse(found.input);
  try {
    const act = actOf(needs, asked);
    const who = { account_id: job.account_id, user_id: found.created_by ?? '', acting: asked.acting };
    const entry = await needs.entryOf(system, who);
    if (!entry) throw appError('forbidden', 'Whoever asked for this has no access any more.');
    admitMember(entry.actor, ...act.right);
    const run = { entry, job, act, asked, needs };
    await findRecords(run);
    if (asked.mode === 'commit') await goThrough(run);
    await entry.run(scope, async (ctx) => needs.finishJob(ctx, job, await resultOf(ctx, job, asked)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the queue tries again
    await system.run(scope, (ctx) => needs.failJob(ctx, job, error.message));
  }
}

/** All in one transaction, so that rows are there whole or not at all; what has been found stays found. */
async function findRecords({ entry, job, act, asked, needs }: Run): Promise<void> {
  await entry.run({ account_id: job.account_id }, async (ctx) => {
    const { selection } = asked;
    let total = (await rows.countRows(ctx, job)).all;
    if (total === 0 && 'query' in selection) {
      let after: string | null = null;
      do {
        const found = await act.select(ctx, selection.query, after);
        total += found.ids.length;
        if (total > maxListDepth) throw tooMany;
        const findings = await act.check(ctx, found.ids, asked.input);
        await rows.addRows(ctx, job, rowsOf(found.ids, findings, asked.mode === 'dry_run'));
        after = found.next;
      } while (after !== null);
    }
    await needs.startJob(ctx, job, total);
  });
}

const tooMany = appError('bulk_invalid', 'This would be more than 25,000 rows at once. Narrow the filter first.');

async function goThrough(run: Run): Promise<void> {
  const { entry, job, needs } = run;
  const scope = { account_id: job.account_id };
  for (;;) {
    const waiting = await entry.run(scope, (ctx) => rows.findWaiting(ctx, job, batch));
    if (waiting.length === 0) return;
    for (const [at, id] of waiting.entries()) {
      await actOn(run, id);
      if (at % progressEvery === 0 || at === waiting.length - 1)
        await entry.run(scope, async (ctx) => {
          const counts = await rows.countRows(ctx, job);
          await needs.progressJob(ctx, job, counts.all - counts.waiting);
        });
    }
  }
}
const progressEvery = 20;

/** The act and its mark in one transaction; a refusal undoes the act and is kept with its sentence. */
async function actOn({ entry, job, act, asked }: Run, id: string): Promise<void> {
  const scope = { account_id: job.account_id };
  try {
    await entry.run(scope, async (ctx) => {
      if (!(await rows.lockWaiting(ctx, job, id))) return;
      await act.run(ctx, id, asked.input);
      await rows.settleRow(ctx, job, id, { ok: true, code: null, reason: null });
    });
  } catch (error) {
    if (isDatabaseLost(error)) throw error;
    if (!(error instanceof AppError)) entry.log.error({ err: error, job: job.id, row: id }, 'a bulk act broke');
    const { code, message: reason } = error instanceof AppError ? error : broken;
    await entry.run(scope, (ctx) => rows.settleRow(ctx, job, id, { ok: false, code, reason }));
  }
}

const broken = { code: 'internal', message: 'A fault on our side stopped this one. It is unchanged; try it again.' };
