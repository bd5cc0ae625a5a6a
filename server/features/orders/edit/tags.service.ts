import { auditAll } from '#server/db/audit.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Outcome, Refusal } from '#server/http/list-actions.ts';
import { lockOrders } from '../records/facts.db.ts';
import * as rows from './edits.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';

/** Tags that a merchant may give to one order. */
const mostTags = 20;
const unpaid: ReadonlySet<string> = new Set(['imported', 'quoting', 'awaiting_payment', 'self_fulfilled']);

/** Why an order cannot be taken out of what we send, or back into it. */
export function notOursRefusal({ stage, payment, not_ours }: rows.Markable, notOurs: boolean): Refusal | null {
  if (not_ours === notOurs)
    return notOurs
      ? { code: 'not_ours_already', reason: { text: 'orders.self_fulfilled_already' } }
      : { code: 'ours_already', reason: { text: 'orders.not_self_fulfilled' } };
  if (payment !== 'none' || !unpaid.has(stage)) return { code: 'order_paid', reason: { text: 'orders.paid_or_ended' } };
  return null;
}

/** Why an order cannot be read again from its shop. */
export function readAgainRefusal(
  { platform, status, source }: rows.Markable,
  readable: (platform: string) => boolean,
): Refusal | null {
  if (source === 'manual') return { code: 'no_shop', reason: { text: 'orders.manual_not_refreshable' } };
  if (!readable(platform)) return { code: 'no_shop', reason: { text: 'orders.file_not_refreshable' } };
  if (status !== 'connected') return { code: 'store_not_connected', reason: { text: 'orders.store_not_connected' } };
  return null;
}

type Mark = {
  refuse(order: rows.Markable): Refusal | null;
  /** Marks those that can be. */
  write(orders: readonly rows.Markable[]): Promise<void>;
};

/** Locks orders, and marks those that nothing refuses. */
export async function markAll(ctx: MerchantCtx, ids: readonly string[], { refuse, write }: Mark): Promise<Outcome[]> {
  await lockOrders(ctx, ids);
  const found = await rows.findMarkable(ctx, ids, ctx.actor.stores);
  const outcomes = found.map((order) => ({ order, id: order.id, refusal: refuse(order) }));
  const able = outcomes.flatMap(({ order, refusal }) => (refusal ? [] : [order]));
  if (able.length > 0) await write(able);
  return outcomes.map(({ id, refusal }) => ({ id, refusal }));
}

const idsOf = (orders: readonly rows.Markable[]) => orders.map((order) => order.id);

async function trace(ctx: MerchantCtx, ids: readonly string[], action: string, fields: string[]): Promise<void> {
  await auditAll(
    ctx,
    ids.map((id) => ({ action, entity: 'orders', entity_id: id, fields })),
  );
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
}

/** Gives orders a tag, or takes it. */
export async function tagOrders(
  ctx: MerchantCtx,
  ids: readonly string[],
  { tag, take }: { tag: string; take: boolean },
): Promise<Outcome[]> {
  await lockOrders(ctx, ids);
  const full = take ? new Set() : await rows.findFull(ctx, ids, tag, mostTags);
  return markAll(ctx, ids, {
    refuse: ({ id }) => (full.has(id) ? tooManyTags : null),
    async write(orders) {
      if (take) await rows.removeTag(ctx, idsOf(orders), tag);
      else await rows.addTag(ctx, idsOf(orders), tag);
      await trace(ctx, idsOf(orders), 'orders.tag', ['tags']);
    },
  });
}
const tooManyTags: Refusal = {
  code: 'order_not_markable',
  reason: { text: 'orders.too_many_tags', params: { most: mostTags } },
};

/** Writes the merchant's note on orders; an empty one takes it away. */
export const noteOrders = (ctx: MerchantCtx, ids: readonly string[], note: string): Promise<Outcome[]> =>
  markAll(ctx, ids, {
    refuse: () => null,
    async write(orders) {
      await rows.setNote(ctx, idsOf(orders), note === '' ? null : note);
      await trace(ctx, idsOf(orders), 'orders.note', ['note']);
    },
  });

/** Takes orders out of what we send, or back into it; their state follows. */
export const markNotOurs = (ctx: MerchantCtx, ids: readonly string[], notOurs: boolean): Promise<Outcome[]> =>
  markAll(ctx, ids, {
    refuse: (order) => notOursRefusal(order, notOurs),
    async write(orders) {
      const own = ctx;
      await rows.setNotOurs(own, idsOf(orders), notOurs);
      const kind = notOurs ? 'not_ours' : 'ours';
      await noteEvents(
        own,
        orders.map(({ id }) => ({ order_id: id, kind })),
      );
      await reviewOrders(own, { orderIds: idsOf(orders) });
      await trace(ctx, idsOf(orders), `orders.${kind}`, ['not_ours']);
    },
  });
