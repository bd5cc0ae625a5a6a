import { auditAll } from '#server/db/audit.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import type { Finding, Outcome, Refusal } from '#server/http/list-actions.ts';
import { requireOf } from '../rules/stock-demand.ts';
import { findForActions, lockForActions, type ManyOrder, refusalFor } from '../review/actions.service.ts';
import { offersOf } from './unpaid.service.ts';
import { setChannel } from './edits.db.ts';
import { evaluateAll, noteEvents, reviewOrders } from '../review/review.service.ts';
import { reserveStock } from '#server/features/stock/index.ts';

const paid: Refusal = { code: 'order_paid', reason: { text: 'orders.channel_paid_bulk' } };
const chosenAlready: Refusal = { code: 'channel_already', reason: { text: 'orders.channel_already' } };
const notOffered: Refusal = {
  code: 'channel_not_offered',
  reason: { text: 'orders.channel_unavailable' },
};

type Judged = Finding & { channel: string | null };

/** Whether each order can go by the channel, and by how much its cost changes; null leaves the choice to its store. */
async function judge(ctx: MerchantCtx, orders: readonly ManyOrder[], channelId: string | null): Promise<Judged[]> {
  const ids = orders.map((order) => order.id);
  const { evaluated, book } = await evaluateAll(ctx, ids, false);
  const reserved = await reserveStock(ctx, evaluated.map(requireOf), 'look');
  const byId = new Map(evaluated.map((order) => [order.row.id, order]));
  return orders.map((order): Judged => {
    const { id, name } = order;
    const refuse = (refusal: Refusal) => ({ id, name, refusal, channel: null });
    const found = byId.get(id);
    const refusal = order.payment === 'none' ? refusalFor('change_channel', order.facts) : paid;
    if (refusal || !found) return refuse(refusal ?? notOffered);
    if (found.row.chosen_channel_id === channelId) return refuse(chosenAlready);
    if (channelId === null) return { id, name, refusal: null, channel: null };
    const offer = offersOf(found, book, reserved.get(id)?.own).find((one) => one.channel.id === channelId);
    if (!offer || offer.too_heavy || offer.refuses.length > 0) return refuse(notOffered);
    const { total, currency } = offer.cost;
    const before = found.row.cost_currency === currency ? found.row.cost_total : null;
    const money = before === null ? null : { amount: total - before, currency };
    return { id, name, refusal: null, way: 'changed', money, channel: offer.channel.name };
  });
}

/** What sending each of these orders by the channel would come to now. */
export async function findChangeable(
  ctx: MerchantCtx,
  ids: readonly string[],
  channelId: string | null,
): Promise<Finding[]> {
  return judge(ctx, await findForActions(ctx, ids), channelId);
}

/** Sends unpaid orders by the channel that their merchant chose for all of them. */
export async function chooseChannelOfMany(
  ctx: MerchantCtx,
  ids: readonly string[],
  channelId: string | null,
): Promise<Outcome[]> {
  const judged = await judge(ctx, await lockForActions(ctx, ids), channelId);
  const able = judged.filter((one) => one.refusal === null);
  const changed = able.map((one) => one.id);
  if (changed.length > 0) {
    await setChannel(ctx, changed, channelId);
    const kind = 'channel_chosen';
    await noteEvents(
      ctx,
      able.map(({ id, channel }) => ({ order_id: id, kind, data: { channel } })),
    );
    await reviewOrders(ctx, { orderIds: changed });
    await auditAll(
      ctx,
      changed.map((id) => ({
        action: 'orders.channel',
        entity: 'orders',
        entity_id: id,
        fields: ['chosen_channel_id'],
      })),
    );
    publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
  }
  return judged;
}
