import type { Ctx } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import * as rows from './figures.db.ts';

export const figuresTask = 'products_figures';
/** Orders change where most of them go only slowly. */
const ordersQuietMs = 60_000;

const soon = (ctx: Ctx, accountId: string) =>
  enqueue(ctx, figuresTask, { account_id: accountId }, { key: `${figuresTask}:${accountId}` });

/** Products changed, or what they consist of: their landed cost and margin follow. */
export async function figuresChanged(ctx: Ctx, accountId: string, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await rows.markStale(ctx, accountId, productIds);
  await soon(ctx, accountId);
}

/** Prices or items changed. */
export async function skuFiguresChanged(ctx: Ctx, accountId: string, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return;
  await rows.markStaleBySkus(ctx, accountId, skuIds);
  await soon(ctx, accountId);
}

/** Orders came in: where most of a product's orders go may be another country now. */
export const ordersCame = (ctx: Ctx, accountId: string): Promise<void> =>
  enqueue(
    ctx,
    figuresTask,
    { account_id: accountId, look: 'orders' },
    { key: `${figuresTask}:orders:${accountId}`, runAt: new Date(ctx.now.getTime() + ordersQuietMs) },
  );

/** Everything once a night: rules that begin, channels that end, and whatever else nobody told. */
export async function allFiguresSoon(ctx: Ctx): Promise<void> {
  for (const account_id of await rows.findAccountsWithProducts(ctx))
    await enqueue(ctx, figuresTask, { account_id, look: 'all' }, { key: `${figuresTask}:all:${account_id}` });
}
