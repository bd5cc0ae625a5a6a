import type { Job } from '#contract/jobs.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import type { Stock } from '../rules/stock-demand.ts';
import { insertRepricings, takeRepricings } from './reprice.db.ts';
import { evaluate, noteEvents, settle } from './review.service.ts';

type JobRef = { account_id: string; id: string };

/** What pricing again asks of the rows that users watch. */
export type RepriceNeeds = {
  createJob(ctx: Ctx, job: { account_id: string; kind: string; input: object }): Promise<Job>;
  jobInput(ctx: Ctx, job: JobRef): Promise<{ input: unknown } | undefined>;
  startJob(ctx: Ctx, job: JobRef, total: number | null): Promise<void>;
  progressJob(ctx: Ctx, job: JobRef, progress: number): Promise<void>;
  finishJob(ctx: Ctx, job: JobRef, result: unknown): Promise<void>;
};

export const repriceTask = 'orders_reprice';
const batch = 200;

/**
 * Has unpaid orders with these SKUs priced again, after their prices changed: they are noted in the act's own transaction,
 * so that the job prices each once whatever happens to it. Answers how many.
 */
export async function repriceSoon(
  ctx: Ctx,
  { createJob, startJob, finishJob }: Pick<RepriceNeeds, 'createJob' | 'startJob' | 'finishJob'>,
  accountId: string,
  { skuIds, cause }: { skuIds: readonly string[]; cause: string },
): Promise<number> {
  const { id } = await createJob(ctx, { account_id: accountId, kind: 'reprice', input: { cause } });
  const job = { account_id: accountId, id };
  const orders = await insertRepricings(ctx, job, skuIds);
  await startJob(ctx, job, orders);
  if (orders === 0) await finishJob(ctx, job, { orders: 0, changed: 0 });
  else await enqueue(ctx, repriceTask, job, { key: `${repriceTask}:${id}` });
  return orders;
}

/** Prices the noted orders again, in short transactions; one that was cut off goes on where the last one committed. */
export async function runRepricing(
  entry: Entry,
  needs: RepriceNeeds,
  stock: Stock,
  job: JobRef,
  size = batch,
): Promise<void> {
  const scope = { account_id: job.account_id };
  let [orders, changed] = [0, 0];
  for (let taken = size; taken > 0; ) {
    const done = await entry.run(scope, (ctx) => repriceNext(ctx, needs, stock, job, size));
    taken = done.orders;
    orders += done.orders;
    changed += done.changed;
    await entry.run(scope, (ctx) => needs.progressJob(ctx, job, orders));
  }
  await entry.run(scope, (ctx) => needs.finishJob(ctx, job, { orders, changed }));
}

/** One batch in the caller's transaction. */
export async function repriceNext(
  ctx: Ctx,
  needs: Pick<RepriceNeeds, 'jobInput'>,
  stock: Stock,
  job: JobRef,
  size: number,
): Promise<{ orders: number; changed: number }> {
  const ids = await takeRepricings(ctx, job, size);
  if (ids.length === 0) return { orders: 0, changed: 0 };
  const { cause } = ((await needs.jobInput(ctx, job))?.input ?? {}) as { cause?: string }; // as repriceSoon wrote it
  const evaluated = await evaluate(ctx, job.account_id, ids, true, stock);
  const repriced = evaluated.filter(costsOther);
  await noteEvents(
    ctx,
    job.account_id,
    repriced.map(({ row, cost }) => ({
      order_id: row.id,
      kind: 'repriced',
      data: {
        from: row.cost_total,
        to: cost?.total ?? null,
        currency: cost?.currency ?? row.cost_currency,
        cause: cause ?? '',
      },
    })),
  );
  await settle(ctx, job.account_id, evaluated);
  await publish(ctx, { account_id: job.account_id, kind: 'orders.changed' });
  return { orders: ids.length, changed: repriced.length };
}

const costsOther = ({ row, cost, settled }: Evaluated): boolean => !settled && (cost?.total ?? null) !== row.cost_total;
