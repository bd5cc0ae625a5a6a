import { z } from 'zod';
import { orders } from '#contract/orders.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import { bulkAct, type Finding } from '#server/http/list-acts.ts';
import { selectOrders } from './orders-batches.service.ts';
import type { Stock } from './order-stock.ts';
import { findHoldable } from './orders-hold.db.ts';
import { holdRefusal, setHeld } from './orders-hold.service.ts';

const list = 'orders' as const;
const right = ['orders', 'edit'] as const;

async function findings(ctx: MerchantCtx, ids: readonly string[], act: 'hold' | 'release'): Promise<Finding[]> {
  const found = await findHoldable(ctx, accountOf(ctx), ids, ctx.actor.stores);
  return found.map((row) => ({ id: row.id, name: row.name, refusal: holdRefusal(act, row) }));
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
    check: (ctx, ids) => findings(ctx, ids, 'hold'),
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
    check: (ctx, ids) => findings(ctx, ids, 'release'),
    run: (ctx, id) => setHeld(ctx, id, { held: false }, stock),
  });
