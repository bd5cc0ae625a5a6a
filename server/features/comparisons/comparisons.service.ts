import { keptSentence } from '#server/lib/refusal-texts.ts';
import { v7 as uuid } from 'uuid';
import type { Job } from '#contract/jobs.ts';
import type { SignedReport } from '#contract/comparisons.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  requireStore,
  forAccount,
  type MerchantCtx,
  notFound,
  readerLanguage,
} from '#server/db/context.ts';
import { fileDay } from '#server/db/file-day.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { dayAfter, dayOf, knownZone } from './comparison-days.ts';
import { enqueueRun } from './comparisons-run.service.ts';
import { comparisonKind, type ComparisonsKit } from './comparisons-kit.ts';
import { asFile, verifyHeld, verifyKept } from './comparisons-report.service.ts';
import * as rows from './comparisons.db.ts';
import { type ComparableStore, findComparable } from '#server/features/sync/index.ts';
import { latestJobs, createJob } from '#server/features/jobs/index.ts';

/** What the shop changed less than this before a comparison is on its way here by itself. */
const underWayMs = 60_000;

const scopeOf = (ctx: Ctx) => (ctx.actor.kind === 'merchant' ? ctx.actor.stores : null);

function asComparison(row: rows.ListedRow, job: Job | undefined) {
  const { from_day: from, to_day: to, number, hash, signed_at, job_id, ...comparison } = row;
  const report = number !== null && hash !== null && signed_at !== null ? { number, hash, signed_at } : null;
  return { ...comparison, from, to, report, job: job?.id === job_id ? job : null };
}

async function read(
  ctx: Ctx,
  which: Parameters<typeof rows.findComparisons>[1],
  page: { offset: number; limit: number },
) {
  const found = await rows.findComparisons(ctx, which, page);
  const stores = [...new Set(found.map((row) => row.store_id))];
  const jobs = await latestJobs(forAccount(ctx, which.accountId), comparisonKind, stores);
  const language = readerLanguage(ctx);
  return found.map((row) => {
    const comparison = asComparison(row, jobs.get(row.store_id));
    return { ...comparison, failure: row.error && keptSentence(language, row.error) };
  });
}

/** Comparisons of the stores that the member may see, newest first. */
export async function listComparisons(ctx: MerchantCtx, query: ListQuery & { store_id?: string | undefined }) {
  const which = { accountId: ctx.account, stores: scopeOf(ctx), storeId: query.store_id };
  return {
    data: await read(ctx, which, pageOf(query)),
    meta: metaOf(query, await rows.countComparisons(ctx, which)),
  };
}

export async function getComparison(ctx: AccountCtx, id: string) {
  const which = { accountId: ctx.account, stores: scopeOf(ctx), id };
  const [found] = await read(ctx, which, { offset: 0, limit: 1 });
  if (!found) throw notFound('comparison');
  return found;
}

export async function listFindings(ctx: MerchantCtx, query: ListQuery & { comparison_id?: string | undefined }) {
  const which = { accountId: ctx.account, stores: scopeOf(ctx), comparisonId: query.comparison_id };
  return {
    data: await rows.findFindings(ctx, which, pageOf(query)),
    meta: metaOf(query, await rows.countFindings(ctx, which)),
  };
}

type Asked = { store_id: string; from?: string | undefined; to?: string | undefined };

/** Compares a store with its shop now; while one runs, that one is the answer. */
export async function startComparison(ctx: MerchantCtx, asked: Asked) {
  requireStore(ctx.actor, asked.store_id);
  const own = ctx;
  const store = await findComparable(own, asked.store_id);
  if (!store) throw notFound('store');
  if (store.status !== 'connected') throw appError('store_not_connected', { text: 'comparisons.store_unreadable' });
  const range = rangeOf(store, ctx.now);
  const from = asked.from ?? range.from;
  const to = asked.to ?? range.to;
  if (from < range.from)
    throw appError('invalid_input', { text: 'comparisons.from_too_early', params: { from: range.from } }, 'from');
  if (to > range.to || to < from) throw appError('invalid_input', { text: 'comparisons.to_out_of_range' }, 'to');
  const running = await rows.findRunning(own, store.id);
  const id = running ?? (await beginComparison(ctx, store, { from, to }, 'asked'));
  if (!id) throw appError('conflict', { text: 'comparisons.just_started' });
  return getComparison(own, id);
}

/** The days that can be compared at all. */
export function rangeOf(
  store: Pick<ComparableStore, 'zone' | 'reaches_from'>,
  now: Date,
): { from: string; to: string } {
  const zone = knownZone(store.zone);
  const to = dayOf(now, zone);
  const from = dayOf(store.reaches_from, zone);
  const earliest = dayAfter(to, -400);
  return { from: from < earliest ? earliest : from, to };
}

/** Answers the new comparison's id; null when another one of the store runs. */
export async function beginComparison(
  ctx: Ctx,
  store: ComparableStore,
  { from, to }: { from: string; to: string },
  cause: 'daily' | 'asked',
): Promise<string | null> {
  const { account_id, id: store_id } = store;
  const id = uuid();
  const job = await createJob(ctx, { account_id, kind: comparisonKind, subject_id: store_id });
  const begun = await rows.insertComparison(ctx, {
    account_id,
    id,
    store_id,
    cause,
    job_id: job.id,
    from_day: from,
    to_day: to,
    zone: knownZone(store.zone),
    as_of: new Date(ctx.now.getTime() - underWayMs),
  });
  if (!begun) return null;
  await enqueueRun(ctx, { account_id, id, store_id });
  await audit(ctx, {
    action: 'comparisons.start',
    entity: 'stores',
    entity_id: store_id,
    account_id,
    details: { cause, from, to },
  });
  publish(ctx, { account_id, kind: 'stores.compared', id: store_id });
  return id;
}

async function reportRow(ctx: MerchantCtx, id: string): Promise<rows.ReportRow> {
  await getComparison(ctx, id);
  const row = await rows.findReport(ctx, { account_id: ctx.account, id });
  if (!row) throw notFound('comparison');
  return row;
}

/** The signed report as a file. */
export async function getReport(ctx: MerchantCtx, id: string) {
  const row = await reportRow(ctx, id);
  const day = await fileDay(ctx, row.signed_at);
  return { file_name: `comparison-${row.number}_${day}.json`, file: asFile(row) };
}

export const verifyReport = async (ctx: MerchantCtx, id: string) => verifyKept(ctx, await reportRow(ctx, id));

/** For whoever holds a report, logged in or not. */
export const verifyFile = (ctx: Ctx, { keys }: ComparisonsKit, file: SignedReport) => verifyHeld(ctx, keys, file);
