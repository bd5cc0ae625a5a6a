import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import * as rows from './figures.db.ts';
import { saveStates } from './apply.db.ts';

export const figuresTask = 'products_figures';
/** Orders change where most of them go only slowly. */
const ordersQuietMs = 60_000;

const soon = (ctx: AccountCtx) =>
  enqueue(ctx, figuresTask, { account_id: ctx.account }, { key: `${figuresTask}:${ctx.account}` });

/** Products changed, or what they consist of: their landed cost and margin follow. */
export async function figuresChanged(ctx: AccountCtx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await rows.markStale(ctx, productIds);
  await soon(ctx);
}

/** Prices or items changed. */
export async function skuFiguresChanged(ctx: AccountCtx, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return;
  await rows.markStaleBySkus(ctx, skuIds);
  await soon(ctx);
}

/** Orders came in: where most of a product's orders go may be another country now. */
export const ordersCame = (ctx: AccountCtx): Promise<void> =>
  enqueue(
    ctx,
    figuresTask,
    { account_id: ctx.account, look: 'orders' },
    { key: `${figuresTask}:orders:${ctx.account}`, runAt: new Date(ctx.now.getTime() + ordersQuietMs) },
  );

/** Everything once a night: rules that begin, channels that end, and whatever else nobody reported. */
export async function allFiguresSoon(ctx: Ctx): Promise<void> {
  for (const account_id of await rows.findAccountsWithProducts(ctx))
    await enqueue(ctx, figuresTask, { account_id, look: 'all' }, { key: `${figuresTask}:all:${account_id}` });
}

/** New rates of exchange: margins of what is sold in another currency follow. */
export async function foreignFiguresSoon(ctx: Ctx): Promise<void> {
  for (const account_id of await rows.findForeignAccounts(ctx))
    await enqueue(ctx, figuresTask, { account_id, look: 'rates' }, { key: `${figuresTask}:rates:${account_id}` });
}

/** Gives each product the state of the variant that needs attention most; what its list row shows follows. */
export async function deriveStates(ctx: AccountCtx, productIds: readonly string[]): Promise<void> {
  await saveStates(ctx, productIds);
  await figuresChanged(ctx, productIds);
}
