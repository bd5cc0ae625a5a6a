import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, demandStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { bookOf, type Evaluated, type PriceBook } from '../rules/evaluation.ts';
import { restrictionsOf } from '../rules/restrictions.ts';
import { demandOf } from '../rules/stock-demand.ts';
import { lockFor } from '../review/actions.service.ts';
import * as rows from './edits.db.ts';
import { evaluateAll, noteEvents, reviewOrders } from '../review/review.service.ts';
import { readOrder } from '../review/orders.service.ts';
import { priceOffers } from '#server/features/shipping/index.ts';
import { reserveStock } from '#server/features/stock/index.ts';
import type { Drawn } from '../rules/rows.ts';

/** What an order would cost on each channel with a price for all of it, and which of them refuse its goods; changes nothing. */
export async function channelOffers(ctx: MerchantCtx, id: string) {
  const accountId = accountOf(ctx);
  const { evaluated, book } = await evaluateAll(ctx, accountId, [id], false);
  const found = evaluated[0];
  if (!found) throw notFound('order');
  demandStore(ctx.actor, found.row.store_id);
  const own = (await reserveStock(ctx, accountId, [demandOf(found)], 'look')).get(id)?.own;
  return offersOf(found, book, own);
}

/** The offers for an evaluated order, by the prices of a book. */
export function offersOf({ row, toPrice }: Evaluated, book: PriceBook, own: Drawn['own'] | undefined) {
  const { country, chosen_channel_id } = row;
  const prices = bookOf(book, row).prices.filter((price) => price.destination === country);
  const limited = restrictionsOf(
    prices,
    toPrice.flatMap((line) => line.components),
  );
  return priceOffers(toPrice, prices, country ?? '', own).map((offer) => ({
    channel: { id: offer.channel_id, name: offer.channel },
    days: { min: offer.days_min, max: offer.days_max },
    cost: {
      goods: offer.goods,
      freight: offer.freight,
      fees: offer.fees,
      total: offer.total,
      currency: offer.currency,
    },
    chosen: offer.channel_id === chosen_channel_id,
    refuses: limited.get(offer.channel_id)?.refuses ?? [],
    too_heavy: (limited.get(offer.channel_id)?.max_weight_g ?? null) !== null,
  }));
}

type Choice = ParsedOf<typeof orders.channel>['body'];

/** Sends an unpaid order by the channel that its merchant chose; null leaves the choice to the store's settings again. */
export async function chooseChannel(ctx: MerchantCtx, id: string, { channel_id, version }: Choice) {
  const accountId = accountOf(ctx);
  const order = await lockFor(ctx, accountId, id, 'change_channel', version);
  if (order.payment !== 'none') throw appError('order_not_editable', { text: 'orders.channel_paid' });
  const offers = await channelOffers(ctx, id);
  const offer = offers.find(({ channel }) => channel.id === channel_id);
  if (channel_id !== null && (!offer || offer.too_heavy || offer.refuses.length > 0))
    throw appError('order_not_editable', { text: 'orders.channel_unavailable' });
  await rows.setChannel(ctx, accountId, [id], channel_id);
  await noteEvents(ctx, accountId, [
    { order_id: id, kind: 'channel_chosen', data: { channel: offer?.channel.name ?? null } },
  ]);
  await reviewOrders(ctx, accountId, { orderIds: [id] });
  await audit(ctx, { action: 'orders.channel', entity: 'orders', entity_id: id, fields: ['chosen_channel_id'] });
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id });
  return readOrder(ctx, accountId, id);
}
