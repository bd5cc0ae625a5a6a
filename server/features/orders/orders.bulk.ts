import { z } from 'zod';
import { orders } from '#contract/orders.ts';
import { id as uuid } from '#contract/shared.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { bulkAction, type Finding } from '#server/http/list-actions.ts';
import { selectOrders } from './records/filter.ts';
import { findForActions, refusalFor } from './review/actions.service.ts';
import { cancelOrders, findCancellable } from './cancel/bulk-cancel.service.ts';
import { chooseChannelOfMany, findChangeable } from './edit/bulk-channel.service.ts';
import { setHeldOfMany } from './edit/hold.service.ts';

const list = 'orders' as const;
const right = ['orders', 'edit'] as const;

async function findings(ctx: MerchantCtx, ids: readonly string[], action: 'hold' | 'release'): Promise<Finding[]> {
  const found = await findForActions(ctx, ids);
  return found.map(({ id, name, facts, fulfilment_step }) => ({
    id,
    name,
    refusal: refusalFor(action, facts),
    ...(action === 'hold' && fulfilment_step === 'packed' && { way: 'packed' }),
  }));
}

/** Holds orders back. */
export const holdOrders = bulkAction({
  list,
  action: 'hold',
  right,
  input: z.object({ reason: z.string().trim().max(300).optional() }),
  query: orders.list.query,
  select: selectOrders,
  check: (ctx, ids) => findings(ctx, ids, 'hold'),
  runMany: (ctx, ids, { reason }) => setHeldOfMany(ctx, ids, { held: true, reason }),
});

/** Lets orders go on. */
export const releaseOrders = bulkAction({
  list,
  action: 'release',
  right,
  input: z.object({}),
  query: orders.list.query,
  select: selectOrders,
  check: (ctx, ids) => findings(ctx, ids, 'release'),
  runMany: (ctx, ids) => setHeldOfMany(ctx, ids, { held: false }),
});

/** Cancels orders: free before payment, with their refund while nobody prepares them, asked for once somebody does. */
export const cancelMany = bulkAction({
  list,
  action: 'cancel',
  right,
  input: z.object({ reason: z.string().trim().max(300).default('') }),
  query: orders.list.query,
  select: selectOrders,
  check: (ctx, ids) => findCancellable(ctx, ids),
  runMany: (ctx, ids, { reason }) => cancelOrders(ctx, ids, reason),
});

/** Sends unpaid orders by another channel; null is the choice of their stores' settings. */
export const changeChannel = bulkAction({
  list,
  action: 'channel',
  right,
  input: z.object({ channel_id: uuid.nullable() }),
  query: orders.list.query,
  select: selectOrders,
  check: (ctx, ids, { channel_id }) => findChangeable(ctx, ids, channel_id),
  runMany: (ctx, ids, { channel_id }) => chooseChannelOfMany(ctx, ids, channel_id),
});
