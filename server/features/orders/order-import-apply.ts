import type { ShopOrder } from '#server/connectors/connector.ts';
import { productsOfOrders } from '#server/connectors/file/file-products.ts';
import type { OrderFile } from '#server/connectors/file/order-file.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import type { ImportNeeds, JobRef } from './order-import.service.ts';
import type { Applied } from './orders-apply.service.ts';

/** Orders of a transaction: long files show how far they are, and keep nobody waiting. */
const batch = 200;

export type Work = {
  entry: Entry;
  job: JobRef;
  store: { account_id: string; id: string };
  read: OrderFile;
  withProducts: boolean;
  needs: ImportNeeds;
};

/** How far an import is, as its job keeps it: a run that was cut off goes on from there. */
export type SoFar = Applied & { done: number };

async function apply(ctx: Ctx, work: Work, orders: readonly ShopOrder[]): Promise<Applied> {
  if (work.withProducts) await work.needs.applyShopProducts(ctx, work.store, productsOfOrders(orders, ctx.now));
  return work.needs.applyShopOrders(ctx, work.store, orders, 'file');
}

const plus = (sum: SoFar, applied: Applied, orders: number): SoFar => ({
  done: sum.done + orders,
  created: sum.created + applied.created,
  updated: sum.updated + applied.updated,
  unchanged: sum.unchanged + applied.unchanged,
});

/** Brings the orders in, each batch with the note of how far this is. */
export async function bringIn(work: Work, before: SoFar): Promise<SoFar> {
  const { entry, job, needs } = work;
  const { orders } = work.read;
  let sum = before;
  while (sum.done < orders.length) {
    const part = orders.slice(sum.done, sum.done + batch);
    const from = sum;
    sum = await entry.run({ account_id: job.account_id }, async (ctx) => {
      const now = plus(from, await apply(ctx, work, part), part.length);
      await needs.noteJob(ctx, job, { progress: now.done, total: orders.length, so_far: now });
      return now;
    });
  }
  return sum;
}

/** Undoes a batch by a throw of its own: what a dry run says is what a commit would do. */
class Undo extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('dry run');
    this.applied = applied;
  }
}

/** What bringing them in would do. */
export async function tryOut(work: Work): Promise<Applied> {
  const { entry, job, needs } = work;
  const { orders } = work.read;
  let sum: SoFar = { done: 0, created: 0, updated: 0, unchanged: 0 };
  while (sum.done < orders.length) {
    const part = orders.slice(sum.done, sum.done + batch);
    const applied = await undone(entry, job.account_id, (ctx) => apply(ctx, work, part));
    sum = plus(sum, applied, part.length);
    const { done } = sum;
    await entry.run({ account_id: job.account_id }, (ctx) => needs.progressJob(ctx, job, done, orders.length));
  }
  return sum;
}

async function undone(entry: Entry, account_id: string, act: (ctx: Ctx) => Promise<Applied>): Promise<Applied> {
  try {
    return await entry.run({ account_id }, async (ctx): Promise<never> => {
      throw new Undo(await act(ctx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.applied;
    throw error;
  }
}
