import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import { v7 as uuid } from 'uuid';
import { ShopError } from '#server/connectors/connector.ts';
import type { Entry } from '#server/db/context.ts';
import { audit } from '#server/db/audit.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { dayAfter, daysBetween, startOfDay } from './comparison-days.ts';
import { type Reading, readDays, type Sides } from './comparison-reading.ts';
import { comparisonQueue, type ComparisonsKit } from './comparisons-kit.ts';
import * as rows from './comparisons.db.ts';
import { totalsOf, writeReport } from './comparisons-report.service.ts';
import { sessionOf } from '#server/features/stores/index.ts';
import { type ComparableStore, findComparable, isComparable, refetchOrder } from '#server/features/sync/index.ts';
import { failJob, startJob, progressJob, finishJob } from '#server/features/jobs/index.ts';

/** Days that are read at once: their ids and digests are in memory, no more. */
const daysAtOnce = 5;
const patienceMs = 6 * 3_600_000;
const pauseMs = 3 * 60_000;

type Run = {
  kit: ComparisonsKit;
  entry: Entry;
  runner: string;
  comparison: rows.ComparisonRow;
  store: ComparableStore;
};

/** Another run took the comparison over. */
class TakenOver extends Error {
  override name = 'TakenOver';
}

/** Works on a comparison until it is done; begins where an earlier run broke off. */
export async function runComparison(kit: ComparisonsKit, entry: Entry, ref: rows.ComparisonRef): Promise<void> {
  const runner = uuid();
  const scope = { account_id: ref.account_id };
  const comparison = await entry.run(scope, (ctx) => rows.claim(ctx, ref, runner));
  if (!comparison) return;
  const store = await entry.run(scope, (ctx) => findComparable(ctx, comparison.store_id));
  try {
    if (store?.status !== 'connected') throw new ShopError('gone', 'the store is not connected');
    await compareAll({ kit, entry, runner, comparison, store });
  } catch (error) {
    if (error instanceof TakenOver) return;
    if (!(error instanceof ShopError)) throw error; // the queue repeats it
    entry.log.warn({ store: comparison.store_id, reason: error.reason }, 'a comparison broke off');
    await breakOff(entry, comparison, error);
  }
}

async function breakOff(entry: Entry, comparison: rows.ComparisonRow, error: ShopError): Promise<void> {
  const { account_id, id, store_id, job_id } = comparison;
  const passing = error.reason === 'throttled' || error.reason === 'unreachable';
  const late = entry.now.getTime() - comparison.created_at.getTime() > patienceMs;
  await entry.run({ account_id }, async (ctx) => {
    if (passing && !late) return enqueueRun(ctx, comparison, new Date(ctx.now.getTime() + pauseMs));
    const sentence: Phrase = { text: `comparisons.failed_${error.reason}` };
    await rows.endComparison(ctx, { account_id, id }, { state: 'failed', error: keepSentence(sentence) });
    await failJob(ctx, { account_id, id: job_id }, sentence);
    return publish(ctx, { account_id, kind: 'stores.compared', id: store_id });
  });
}

export const enqueueRun = (
  ctx: Parameters<typeof enqueue>[0],
  { account_id, id, store_id }: Pick<rows.ComparisonRow, 'account_id' | 'id' | 'store_id'>,
  runAt?: Date,
): Promise<void> =>
  enqueue(
    ctx,
    'comparison_run',
    { account_id, id },
    { key: `comparison:${id}`, queue: comparisonQueue(store_id), ...(runAt && { runAt }) },
  );

async function compareAll(run: Run): Promise<void> {
  const { entry, comparison } = run;
  const scope = { account_id: comparison.account_id };
  const job = { ...scope, id: comparison.job_id };
  const done = new Set((await entry.run(scope, (ctx) => rows.findDays(ctx, comparison))).map(({ day }) => day));
  const days = daysBetween(comparison.from_day, comparison.to_day);
  if (done.size === 0) await entry.run(scope, (ctx) => startJob(ctx, job, days.length));
  const left = days.filter((day) => !done.has(day));
  for (let at = 0; at < left.length; at += daysAtOnce) {
    const part = left.slice(at, at + daysAtOnce);
    const { compared, findings } = await compareDays(run, part);
    await entry.run(scope, async (ctx) => {
      if (!(await rows.holds(ctx, comparison, run.runner))) throw new TakenOver();
      await rows.saveDays(ctx, comparison, compared);
      await rows.saveFindings(ctx, comparison, findings);
      await progressJob(ctx, job, done.size + at + part.length, days.length);
    });
  }
  await finish(run);
}

/** Compares some days; what does not agree is fetched again and compared again. */
async function compareDays(
  run: Run,
  days: readonly string[],
): Promise<{ compared: rows.ComparedDay[]; findings: rows.SettledFinding[] }> {
  const first = await look(run, days);
  for (const finding of first.findings) await refetchOrder(run.kit.shops, run.entry, run.store, finding.external_id);
  const second = first.findings.length > 0 ? await look(run, days) : null;
  const open = new Set(second?.findings.map((finding) => finding.external_id));
  const findings = first.findings.map((finding) => ({
    ...finding,
    outcome: open.has(finding.external_id) ? ('open' as const) : ('healed' as const),
  }));
  const compared = (second ?? first).days.map((day, index) => {
    const found = findings.filter((finding) => finding.day === day.day);
    const count = (kind: rows.SettledFinding['kind']) => found.filter((finding) => finding.kind === kind).length;
    const before = found.length > 0 ? first.days[index] : undefined;
    return {
      ...day,
      missing: count('missing'),
      extra: count('extra'),
      different: count('different'),
      healed: found.filter(({ outcome }) => outcome === 'healed').length,
      before: before ? { shop: before.shop, ours: before.ours } : null,
    };
  });
  return { compared, findings };
}

async function look({ kit, entry, comparison, store }: Run, days: readonly string[]): Promise<Reading> {
  const { zone } = comparison;
  const scope = { account_id: store.account_id };
  const begin = startOfDay(days[0] ?? comparison.from_day, zone);
  const range = {
    from: begin > store.reaches_from ? begin : store.reaches_from,
    to: startOfDay(dayAfter(days.at(-1) ?? comparison.to_day), zone),
  };
  const sides: Sides = {
    census: kit.shops.shopify.census,
    session: sessionOf(store),
    ourMarks: (of) => entry.run(scope, (ctx) => rows.findMarks(ctx, store, of)),
    ourFacts: (ids) => entry.run(scope, (ctx) => rows.findFacts(ctx, store, ids)),
    isWanted: (order) => isComparable(store, order),
  };
  return readDays(sides, { days, range, zone, asOf: comparison.as_of, addressKey: kit.keys.address });
}

/** Signs what was found; the day notes have done their work. */
async function finish({ kit, entry, runner, comparison, store }: Run): Promise<void> {
  const { account_id, id, store_id, job_id } = comparison;
  await entry.run({ account_id }, async (ctx) => {
    if (!(await rows.holds(ctx, comparison, runner))) throw new TakenOver();
    const days = await rows.findDays(ctx, comparison);
    const which = { accountId: account_id, stores: null, comparisonId: id };
    const findings = await rows.findFindings(ctx, which, { offset: 0, limit: null });
    const totals = totalsOf(days, findings);
    const { number } = await writeReport(ctx, kit.keys, comparison, store, { days, findings, totals });
    await rows.endComparison(ctx, comparison, { state: 'done', ...totals });
    await finishJob(ctx, { account_id, id: job_id }, { comparison_id: id, ...totals });
    await audit(ctx, {
      action: 'comparisons.finish',
      entity: 'stores',
      entity_id: store_id,
      account_id,
      details: { number, ...totals },
    });
    publish(ctx, { account_id, kind: 'stores.compared', id: store_id });
  });
}
