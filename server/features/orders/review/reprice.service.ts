import { type AccountCtx, type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import { insertRepricings, takeRepricings } from '../records/evaluation.db.ts';
import { evaluate, noteEvents, saveEvaluation } from './review.service.ts';
import { createJob, startJob, finishJob, progressJob, jobInput } from '#server/features/jobs/index.ts';

type JobRef = { account_id: string; id: string };

export const repriceTask = 'orders_reprice';
const batch = 200;

/**
 * Has unpaid orders with these SKUs priced again, after their prices changed: they are noted in the action's own transaction,
 * so that the job prices each once whatever happens to it. Answers how many.
 */
export async function repriceSoon(
  ctx: AccountCtx,
  { skuIds, cause }: { skuIds: readonly string[]; cause: string },
): Promise<number> {
  const { id } = await createJob(ctx, { account_id: ctx.account, kind: 'reprice', input: { cause } });
  const job = { account_id: ctx.account, id };
  const orders = await insertRepricings(ctx, job, skuIds);
  await startJob(ctx, job, orders);
  if (orders === 0) await finishJob(ctx, job, { orders: 0, changed: 0 });
  else await enqueue(ctx, repriceTask, job, { key: `${repriceTask}:${id}` });
  return orders;
}

/** Prices the noted orders again, in short transactions; one that was cut off goes on where the last one committed. */
export async function runRepricing(entry: Entry, job: JobRef, size = batch): Promise<void> {
  const scope = { account_id: job.account_id };
  let [orders, changed] = [0, 0];
  for (let taken = size; taken > 0; ) {
    const done = await entry.run(scope, (ctx) => repriceNext(ctx, job, size));
    taken = done.orders;
    orders += done.orders;
    changed += done.changed;
    await entry.run(scope, (ctx) => progressJob(ctx, job, orders));
  }
  await entry.run(scope, (ctx) => finishJob(ctx, job, { orders, changed }));
}

/** One batch in the caller's transaction. */
export async function repriceNext(ctx: Ctx, job: JobRef, size: number): Promise<{ orders: number; changed: number }> {
  const ids = await takeRepricings(ctx, job, size);
  if (ids.length === 0) return { orders: 0, changed: 0 };
  const { cause } = ((await jobInput(ctx, job))?.input ?? {}) as { cause?: string }; // as repriceSoon wrote it
  const own = forAccount(ctx, job.account_id);
  const evaluated = await evaluate(own, ids, true);
  const repriced = evaluated.filter(costsOther);
  await noteEvents(
    own,
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
  await saveEvaluation(own, evaluated);
  publish(ctx, { account_id: job.account_id, kind: 'orders.changed' });
  return { orders: ids.length, changed: repriced.length };
}

const costsOther = ({ row, cost, settled }: Evaluated): boolean => !settled && (cost?.total ?? null) !== row.cost_total;
