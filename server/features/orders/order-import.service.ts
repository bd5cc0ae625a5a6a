import type { z } from 'zod';
import type { Job } from '#contract/jobs.ts';
import type { NotificationMessage } from '#contract/notification-events.ts';
import { type orderImportResultSchema, orderImportSchema } from '#contract/order-import.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import type { ShopOrder, ShopProduct } from '#server/connectors/connector.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import { productsOfOrders } from '#server/connectors/file/file-products.ts';
import { type OrderFile, readOrderFile } from '#server/connectors/file/order-file.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type Entry, type MerchantCtx, notFound } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError, AppError } from '#server/lib/app-error.ts';
import { rememberLayout } from './order-import-look.service.ts';
import type { Applied } from './orders-apply.service.ts';
import { findAccountCurrency, findStore } from './orders.db.ts';

type JobRef = { account_id: string; id: string };
type StoreRef = { account_id: string; id: string };
export type OrderImport = z.output<typeof orderImportSchema>;
type ImportResult = z.input<typeof orderImportResultSchema>;

/** Acts of other features that an import needs; `server/app.ts` hands them in. */
export type ImportNeeds = {
  readFile(ctx: Ctx, accountId: string, fileId: string): Promise<{ file: { name: string }; bytes(): Promise<Buffer> }>;
  createJob(ctx: Ctx, job: { account_id: string; kind: string; subject_id: string; input: object }): Promise<Job>;
  jobInput(ctx: Ctx, job: JobRef): Promise<{ input: unknown } | undefined>;
  startJob(ctx: Ctx, job: JobRef, total: number | null): Promise<void>;
  progressJob(ctx: Ctx, job: JobRef, progress: number, total?: number | null): Promise<void>;
  finishJob(ctx: Ctx, job: JobRef, result: unknown): Promise<void>;
  failJob(ctx: Ctx, job: JobRef, error: string): Promise<void>;
  applyShopProducts(ctx: Ctx, store: StoreRef, products: ShopProduct[]): Promise<unknown>;
  applyShopOrders(ctx: Ctx, store: StoreRef, orders: readonly ShopOrder[], source: 'file'): Promise<Applied>;
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
};

export const importTask = 'order_import';
const batch = 200;
const problemsShown = 200;
const stopped = 'Some of its orders have mistakes. Correct them and import the file again, or skip them.';

/** Starts an import of an uploaded file into a store of the account: a dry run, or the real thing. */
export async function startImport(ctx: MerchantCtx, body: OrderImport, needs: ImportNeeds): Promise<Job> {
  const account_id = accountOf(ctx);
  const store = await findStore(ctx, account_id, body.store_id);
  if (!store) throw notFound('store');
  demandStore(ctx.actor, store.id);
  await needs.readFile(ctx, account_id, body.file_id);
  const job = await needs.createJob(ctx, { account_id, kind: importTask, subject_id: store.id, input: body });
  await enqueue(ctx, importTask, { account_id, id: job.id }, { key: `${importTask}:${job.id}`, attempts: 3 });
  await audit(ctx, {
    action: 'orders.import',
    entity: 'stores',
    entity_id: store.id,
    details: { job_id: job.id, mode: body.mode, bad_rows: body.bad_rows },
  });
  return job;
}

/** Does the work of an import job. May run again after a crash: orders that are there already change nothing. */
export async function runImport(entry: Entry, job: JobRef, needs: ImportNeeds): Promise<void> {
  const scope = { account_id: job.account_id };
  const asked = await entry.run(scope, async (ctx) => {
    const found = await needs.jobInput(ctx, job);
    await needs.startJob(ctx, job, null);
    return found && orderImportSchema.parse(found.input);
  });
  if (!asked) return;
  try {
    const { result, file } = await importFile(entry, job, asked, needs);
    await entry.run(scope, async (ctx) => {
      await needs.finishJob(ctx, job, result);
      const { orders, bad_orders: bad, committed } = result;
      if (asked.mode === 'dry_run' || bad === 0) return;
      if (committed) await tell(ctx, job, asked, needs, 'import_incomplete', { file, orders, bad });
      else await tell(ctx, job, asked, needs, 'import_failed', { reason: stopped });
    });
  } catch (error) {
    const expected = error instanceof FileProblem || error instanceof AppError;
    const sentence = expected
      ? error.message
      : 'The import stopped because of a fault on our side. It is safe to start it again: no order comes in twice.';
    await entry.run(scope, async (ctx) => {
      await needs.failJob(ctx, job, sentence);
      if (asked.mode === 'commit') await tell(ctx, job, asked, needs, 'import_failed', { reason: sentence });
    });
    if (!expected) throw error;
  }
}

/** Who uploaded the file may have gone on to other work. */
const tell = (
  ctx: Ctx,
  job: JobRef,
  { store_id }: OrderImport,
  needs: ImportNeeds,
  event: 'import_failed' | 'import_incomplete',
  params: Record<string, string | number>,
): Promise<void> =>
  needs.notify(ctx, { event, account_id: job.account_id, subject: job.id, store_id, params, link: '/order/index' });

async function importFile(
  entry: Entry,
  job: JobRef,
  asked: OrderImport,
  needs: ImportNeeds,
): Promise<{ result: ImportResult; file: string }> {
  const { account_id } = job;
  const target = await entry.run({ account_id }, async (ctx) => {
    const store = await findStore(ctx, account_id, asked.store_id);
    if (!store) throw appError('not_found', 'The store was removed. Choose another one.');
    const { file, bytes } = await needs.readFile(ctx, account_id, asked.file_id);
    return {
      platform: store.platform,
      currency: store.currency ?? (await findAccountCurrency(ctx, account_id)),
      file: { name: file.name, bytes: await bytes() },
    };
  });
  const read = await readOrderFile(target.file, asked.mapping, target, asked.dates);
  const store = { account_id, id: asked.store_id };
  const work: Work = { entry, job, store, read, withProducts: !capabilitiesOf(target.platform).reads_shop, needs };
  const wanted = asked.mode === 'commit' && (asked.bad_rows === 'skip' || read.bad_orders === 0);
  const file = target.file.name;
  if (!wanted) return { file, result: resultOf(read, await tryOut(work), false) };
  const applied = asked.bad_rows === 'skip' ? await inBatches(work) : await allInOne(work);
  await entry.run({ account_id }, (ctx) => rememberLayout(ctx, account_id, asked, read.head));
  return { file, result: resultOf(read, applied, true) };
}

type Work = { entry: Entry; job: JobRef; store: StoreRef; read: OrderFile; withProducts: boolean; needs: ImportNeeds };

async function apply(ctx: Ctx, work: Work, orders: readonly ShopOrder[]): Promise<Applied> {
  if (work.withProducts) await work.needs.applyShopProducts(ctx, work.store, productsOfOrders(orders, ctx.now));
  return work.needs.applyShopOrders(ctx, work.store, orders, 'file');
}

/** Undoes everything by a throw of its own: what a dry run says is what a commit would do. */
class Undo extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('dry run');
    this.applied = applied;
  }
}

async function tryOut(work: Work): Promise<Applied> {
  try {
    await work.entry.run({ account_id: work.job.account_id }, async (ctx) => {
      throw new Undo(await apply(ctx, work, work.read.orders));
    });
  } catch (error) {
    if (error instanceof Undo) return error.applied;
    throw error;
  }
  throw new Error('a dry run must not commit');
}

/** With `stop`, all of the file or nothing of it. */
async function allInOne(work: Work): Promise<Applied> {
  return work.entry.run({ account_id: work.job.account_id }, (ctx) => apply(ctx, work, work.read.orders));
}

/** With `skip`, whole orders in transactions of their own, so that long files show how far they are. */
async function inBatches(work: Work): Promise<Applied> {
  const { orders } = work.read;
  const sum: Applied = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < orders.length; at += batch) {
    const part = orders.slice(at, at + batch);
    const applied = await work.entry.run({ account_id: work.job.account_id }, async (ctx) => {
      const done = await apply(ctx, work, part);
      await work.needs.progressJob(ctx, work.job, at + part.length, orders.length);
      return done;
    });
    sum.created += applied.created;
    sum.updated += applied.updated;
    sum.unchanged += applied.unchanged;
  }
  return sum;
}

function resultOf(read: OrderFile, applied: Applied, committed: boolean): ImportResult {
  return {
    format: read.format,
    rows: read.rows,
    orders: read.orders.length + read.bad_orders,
    ...applied,
    bad_orders: read.bad_orders,
    problems: read.problems.slice(0, problemsShown),
    problems_total: read.problems.length,
    committed,
  };
}
