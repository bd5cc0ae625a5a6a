import { z } from 'zod';
import { orders } from '#contract/orders.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import { bulkAct, type Finding } from '#server/http/list-acts.ts';
import { findHoldable } from './orders-detail.db.ts';
import { selectOrders } from './orders-batches.service.ts';
import type { Stock } from './order-stock.ts';
import { holdable, setHeld } from './orders.service.ts';

const list = 'orders' as const;
const right = ['orders', 'edit'] as const;

async function findings(
  ctx: MerchantCtx,
  ids: readonly string[],
  refuse: (row: { held: boolean; stage: string }) => Finding['refusal'],
): Promise<Finding[]> {
  const found = await findHoldable(ctx, accountOf(ctx), ids, ctx.actor.stores);
  return found.map((row) => ({ id: row.id, name: row.name, refusal: refuse(row) }));
}

/** Holds orders back. */
export const holdOrders = (stock: Stock) =>
  bulkAct({
    list,
    act: 'hold',
    right,
    input: z.object({ reason: z.string().trim().max(300).optional() }),
    query: orders.list.query,
    select: selectOrders,
    check: (ctx, ids) =>
      findings(ctx, ids, ({ held, stage }) => {
        if (held) return { code: 'held_already', reason: 'It is on hold already.' };
        return holdable.has(stage) ? null : { code: 'order_not_holdable', reason: 'It has left, or it has ended.' };
      }),
    run: (ctx, id, { reason }) => setHeld(ctx, id, { held: true, reason }, stock),
  });

/** Lets orders go on. */
export const releaseOrders = (stock: Stock) =>
  bulkAct({
    list,
    act: 'release',
    right,
    input: z.object({}),
    query: orders.list.query,
    select: selectOrders,
    check: (ctx, ids) =>
      findings(ctx, ids, ({ held }) => (held ? null : { code: 'not_held', reason: 'It is not on hold.' })),
    run: (ctx, id) => setHeld(ctx, id, { held: false }, stock),
  });
