import type { Job } from '#contract/jobs.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, requireStore, forAccount, type MerchantCtx, notFound } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from '../records/stores.db.ts';
import { type DayRange, importKind, queueOf } from '../records/kit.ts';
import { latestJobs, createJob } from '#server/features/jobs/index.ts';

const dayMs = 86_400_000;
/** How far back Shopify shows orders (shopify.md §2.4). */
const visibleDays = 60;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The days asked for, whole; refuses what lies ahead or before what shops show. */
function rangeOf(now: Date, asked: { from?: string | undefined; to?: string | undefined }): DayRange | null {
  if (asked.from === undefined && asked.to === undefined) return null;
  const today = dayOf(now);
  const from = asked.from ?? asked.to ?? today;
  const to = asked.to ?? today;
  const earliest = dayOf(new Date(now.getTime() - visibleDays * dayMs));
  if (from < earliest)
    throw appError('invalid_input', { text: 'stores.from_too_early', params: { days: visibleDays, earliest } }, 'from');
  if (to < from) throw appError('invalid_input', { text: 'stores.days_reversed' }, 'to');
  if (from > today) throw appError('invalid_input', { text: 'stores.from_in_future' }, 'from');
  return { from, to };
}

/** Looks at the shop now; while such a look is under way, that one is the answer. */
export async function syncStore(
  ctx: MerchantCtx,
  id: string,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Job> {
  requireStore(ctx.actor, id);
  const store = await rows.findLink(ctx, id);
  if (!store) throw notFound('store');
  requireReadable(store);
  const range = rangeOf(ctx.now, asked);
  const running = (await latestJobs(ctx, importKind, [id])).get(id);
  if (running && (running.state === 'queued' || running.state === 'running')) {
    if (range === null) return running;
    throw appError('sync_running', { text: 'stores.sync_running' });
  }
  if (range) await reachBack(ctx, store, range);
  return startImport(ctx, store, range);
}

function requireReadable(store: rows.StoreLink): void {
  const { reads_shop } = capabilitiesOf(store.platform);
  if (reads_shop && store.status !== 'disconnected' && store.status !== 'needs_reauth') return;
  throw appError('store_not_connected', { text: reads_shop ? 'stores.not_syncable' : 'stores.not_syncable_file' });
}

/** Who asks for days before the chosen start wants the orders of these days. */
async function reachBack(ctx: MerchantCtx, store: rows.StoreLink, { from }: DayRange): Promise<void> {
  const start = new Date(`${from}T00:00:00Z`);
  if (store.import_from === null || store.import_from <= start) return;
  await rows.updateStore(ctx, store, { import_from: start });
  await audit(ctx, {
    action: 'stores.reach_back',
    entity: 'stores',
    entity_id: store.id,
    fields: ['import_from'],
    details: { from },
  });
}

/** A visible job and the task behind it, in the action's own transaction. */
export async function startImport(
  ctx: Ctx,
  store: { account_id: string; id: string; domain: string },
  range: DayRange | null = null,
): Promise<Job> {
  const { account_id, id } = store;
  const latest = (await latestJobs(forAccount(ctx, account_id), importKind, [id])).get(id);
  const job =
    latest?.state === 'queued'
      ? latest
      : await createJob(ctx, { account_id, kind: importKind, subject_id: id, ...(range && { input: range }) });
  await enqueue(
    ctx,
    'store_import',
    { account_id, store_id: id, job_id: job.id, ...(range && { range }) },
    { key: `store_import:${id}`, queue: queueOf(store.domain) },
  );
  publish(ctx, { account_id, kind: 'stores.changed', id });
  return job;
}
