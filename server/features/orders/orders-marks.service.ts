import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Stock } from './order-stock.ts';
import { lockOrders } from './orders-facts.db.ts';
import * as rows from './orders-marks.db.ts';
import { noteEvents, reviewOrders } from './orders-review.service.ts';

export type Refusal = { code: string; reason: string } | null;

/** Tags that a merchant may give to one order. */
const mostTags = 20;
const unpaid: ReadonlySet<string> = new Set(['imported', 'quoting', 'awaiting_payment', 'closed']);

/** Why an order cannot be taken out of what we send, or back into it. */
export function notOursRefusal({ stage, payment, not_ours }: rows.Markable, notOurs: boolean): Refusal {
  if (not_ours === notOurs)
    return notOurs
      ? { code: 'not_ours_already', reason: 'It is marked as not ours already.' }
      : { code: 'ours_already', reason: 'It is not marked as not ours.' };
  if (payment !== 'none' || !unpaid.has(stage))
    return { code: 'order_paid', reason: 'It is paid or has ended. Ask for its cancellation instead.' };
  return null;
}

/** Why an order cannot be read again from its shop. */
export function readAgainRefusal(
  { platform, status }: rows.Markable,
  readable: (platform: string) => boolean,
): Refusal {
  if (!readable(platform)) return { code: 'no_shop', reason: 'It came from a file. Import the file again.' };
  if (status !== 'connected')
    return { code: 'store_not_connected', reason: 'Its store is not connected. Connect it first.' };
  return null;
}

/** The order under its lock; throws when it is gone, or outside the member's stores. */
export async function lockMarkable(ctx: MerchantCtx, id: string): Promise<rows.Markable> {
  const accountId = accountOf(ctx);
  await lockOrders(ctx, accountId, [id]);
  const [order] = await rows.findMarkable(ctx, accountId, [id], ctx.actor.stores);
  if (!order) throw notFound('order');
  return order;
}

async function trace(ctx: Ctx, accountId: string, id: string, action: string, fields: string[]): Promise<void> {
  await audit(ctx, { action, entity: 'orders', entity_id: id, fields });
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id });
}

/** Gives an order a tag, or takes it. */
export async function tagOrder(
  ctx: MerchantCtx,
  id: string,
  { tag, take }: { tag: string; take: boolean },
): Promise<void> {
  const accountId = accountOf(ctx);
  await lockMarkable(ctx, id);
  if (take) await rows.removeTag(ctx, accountId, id, tag);
  else {
    await rows.addTag(ctx, accountId, id, tag);
    if ((await rows.countOwnTags(ctx, accountId, id)) > mostTags)
      throw appError('order_not_markable', `An order holds at most ${mostTags} tags of your own. Take one first.`);
  }
  await trace(ctx, accountId, id, 'orders.tag', ['tags']);
}

/** Writes the merchant's note on an order; an empty one takes it away. */
export async function noteOrder(ctx: MerchantCtx, id: string, note: string): Promise<void> {
  const accountId = accountOf(ctx);
  await lockMarkable(ctx, id);
  await rows.setNote(ctx, accountId, id, note === '' ? null : note);
  await trace(ctx, accountId, id, 'orders.note', ['note']);
}

/** Takes an order out of what we send, or back into it; its state follows. */
export async function markNotOurs(ctx: MerchantCtx, id: string, notOurs: boolean, stock: Stock): Promise<void> {
  const accountId = accountOf(ctx);
  const refusal = notOursRefusal(await lockMarkable(ctx, id), notOurs);
  if (refusal) throw appError('order_not_markable', refusal.reason);
  await rows.setNotOurs(ctx, accountId, id, notOurs);
  await noteEvents(ctx, accountId, [{ order_id: id, kind: notOurs ? 'not_ours' : 'ours' }]);
  await reviewOrders(ctx, accountId, { orderIds: [id] }, stock);
  await trace(ctx, accountId, id, notOurs ? 'orders.not_ours' : 'orders.ours', ['not_ours']);
}
