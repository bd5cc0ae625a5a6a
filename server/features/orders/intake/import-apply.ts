import type { ShopOrder } from '#server/connectors/connector.ts';
import { productsOfOrders } from '#server/connectors/file/file-products.ts';
import type { RowProblem } from '#server/connectors/file/file-problem.ts';
import type { OrderFile } from '#server/connectors/file/order-file.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { type Applied, findRefused, applyShopOrders } from './apply.service.ts';
import { applyShopProducts } from '#server/features/products/index.ts';
import { noteJob, progressJob } from '#server/features/jobs/index.ts';

/** Orders of a transaction: long files show how far they are, and keep nobody waiting. */
const batch = 200;

export type Work = {
  entry: Entry;
  job: JobRef;
  store: { account_id: string; id: string };
  read: OrderFile;
  withProducts: boolean;
};

/** What became of the first `done` orders of a file. `refused` names orders by their place in `OrderFile.orders`. */
export type SoFar = Pick<Applied, 'created' | 'updated' | 'unchanged'> & {
  done: number;
  refused: { at: number; problem: Applied['refused'][number]['problem'] }[];
};
export const nothingYet: SoFar = { done: 0, created: 0, updated: 0, unchanged: 0, refused: [] };

async function apply(ctx: Ctx, work: Work, orders: readonly ShopOrder[]): Promise<Applied> {
  if (work.withProducts) await applyShopProducts(ctx, work.store, productsOfOrders(orders, ctx.now), { partial: true });
  return applyShopOrders(ctx, work.store, orders, 'file');
}

function plus(sum: SoFar, applied: Applied, orders: readonly ShopOrder[]): SoFar {
  const places = new Map(orders.map((order, index) => [order.external_id, sum.done + index]));
  const refused = applied.refused.map(({ external_id, problem }) => ({ at: places.get(external_id) ?? -1, problem }));
  return {
    done: sum.done + orders.length,
    created: sum.created + applied.created,
    updated: sum.updated + applied.updated,
    unchanged: sum.unchanged + applied.unchanged,
    refused: [...sum.refused, ...refused],
  };
}

/** Brings the orders in, each batch with the note of how far this is. */
export async function bringIn(work: Work, before: SoFar): Promise<SoFar> {
  const { entry, job } = work;
  const { orders } = work.read;
  let sum = before;
  while (sum.done < orders.length) {
    const part = orders.slice(sum.done, sum.done + batch);
    const from = sum;
    sum = await entry.run({ account_id: job.account_id }, async (ctx) => {
      const now = plus(from, await apply(ctx, work, part), part);
      await noteJob(ctx, job, { progress: now.done, total: orders.length, so_far: now });
      return now;
    });
  }
  return sum;
}

/** Whether the store makes any of the orders refused. */
export async function anyRefused({ entry, store, read: { orders } }: Work): Promise<boolean> {
  for (let at = 0; at < orders.length; at += batch) {
    const part = orders.slice(at, at + batch);
    const refused = await entry.run({ account_id: store.account_id }, (ctx) => findRefused(ctx, store, part));
    if (refused.length > 0) return true;
  }
  return false;
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
export async function tryOut(work: Work): Promise<SoFar> {
  const { entry, job } = work;
  const { orders } = work.read;
  let sum = nothingYet;
  while (sum.done < orders.length) {
    const part = orders.slice(sum.done, sum.done + batch);
    const applied = await undone(entry, job.account_id, (ctx) => apply(ctx, work, part));
    sum = plus(sum, applied, part);
    const { done } = sum;
    await entry.run({ account_id: job.account_id }, (ctx) => progressJob(ctx, job, done, orders.length));
  }
  return sum;
}

async function undone(entry: Entry, account_id: string, action: (ctx: Ctx) => Promise<Applied>): Promise<Applied> {
  try {
    return await entry.run({ account_id }, async (ctx): Promise<never> => {
      throw new Undo(await action(ctx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.applied;
    throw error;
  }
}

/**
 * How each order of the file ended: new, changed, unchanged or refused, by the file itself or by what the store holds.
 * Throws when an order is missing among them.
 */
export function outcomeOf(read: OrderFile, { created, updated, unchanged, refused }: SoFar) {
  const byStore = refused.map(({ at, problem }): RowProblem & { rows: readonly number[] } => {
    const rows = read.rowsOf[at] ?? [];
    return { row: rows[0] ?? 0, column: null, ...problem, rows };
  });
  const bad_orders = read.bad_orders + refused.length;
  const orders = read.orders.length + read.bad_orders;
  if (created + updated + unchanged + bad_orders !== orders)
    throw new Error(`${orders} orders of a file ended as ${created} + ${updated} + ${unchanged} + ${bad_orders}`);
  return {
    counts: { orders, created, updated, unchanged, bad_orders },
    problems: [...read.problems, ...byStore].sort((a, b) => a.row - b.row),
    rows: new Set([...read.bad, ...byStore.flatMap((problem) => problem.rows)]),
  };
}

/** Names an import's job. */
export type JobRef = { account_id: string; id: string };
