import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { requireStore, type MerchantCtx, notFound, type AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { bookOf, type Evaluated, type PriceBook } from '../rules/evaluation.ts';
import { restrictionsOf } from '../rules/parcel-blocks.ts';
import { requireOf } from '../rules/stock-demand.ts';
import { lockFor, staleOrder } from '../review/actions.service.ts';
import * as rows from './edits.db.ts';
import { evaluateAll, noteEvents, reviewOrders, evaluate } from '../review/review.service.ts';
import { readOrder } from '../review/orders.service.ts';
import { priceOffers } from '#server/features/shipping/index.ts';
import { reserveStock } from '#server/features/stock/index.ts';
import type { OrderEventKind } from '#contract/order-events.ts';
import type { ReservedStock } from '../rules/rows.ts';
import { rememberSame } from '../records/address.db.ts';
import { lockOrder } from '../records/detail.db.ts';
import * as rules from '../records/account-rules.db.ts';

/** What an order would cost on each channel with a price for all of it, and which of them refuse its goods; changes nothing. */
export async function channelOffers(ctx: MerchantCtx, id: string) {
  const { evaluated, book } = await evaluateAll(ctx, [id], false);
  const found = evaluated[0];
  if (!found) throw notFound('order');
  requireStore(ctx.actor, found.row.store_id);
  const own = (await reserveStock(ctx, [requireOf(found)], 'look')).get(id)?.own;
  return offersOf(found, book, own);
}

/** The offers for an evaluated order, by the prices of a book. */
export function offersOf({ row, toPrice }: Evaluated, book: PriceBook, own: ReservedStock['own'] | undefined) {
  const { country, chosen_channel_id } = row;
  const prices = bookOf(book, row).prices.filter((price) => price.destination === country);
  const limited = restrictionsOf(
    prices,
    toPrice.flatMap((line) => line.components),
  );
  return priceOffers(toPrice, prices, country ?? '', own).map((offer) => ({
    channel: { id: offer.channel_id, name: offer.channel },
    days: offer.days,
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
  const order = await lockFor(ctx, id, 'change_channel', version);
  if (order.payment !== 'none') throw appError('order_not_editable', { text: 'orders.channel_paid' });
  const offers = await channelOffers(ctx, id);
  const offer = offers.find(({ channel }) => channel.id === channel_id);
  if (channel_id !== null && (!offer || offer.too_heavy || offer.refuses.length > 0))
    throw appError('order_not_editable', { text: 'orders.channel_unavailable' });
  await rows.setChannel(ctx, [id], channel_id);
  await noteEvents(ctx, [{ order_id: id, kind: 'channel_chosen', data: { channel: offer?.channel.name ?? null } }]);
  await reviewOrders(ctx, { orderIds: [id] });
  await audit(ctx, { action: 'orders.channel', entity: 'orders', entity_id: id, fields: ['chosen_channel_id'] });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
  return readOrder(ctx, id);
}

type Change = ParsedOf<typeof orders.line>['body'];

/** Sends a line of an unpaid order as another variant of its store, or leaves it to somebody else. */
export async function changeLine(ctx: MerchantCtx, ids: { id: string; line: string }, body: Change) {
  const order = await lockFor(ctx, ids.id, 'change_lines', body.version);
  const line = order.lines.find((one) => one.id === ids.line);
  if (!line) throw notFound('line');
  if (body.variant_id !== undefined) {
    const variant = await rows.findVariant(ctx, order.store_id, body.variant_id);
    if (!variant) throw appError('order_not_editable', { text: 'orders.variant_elsewhere' }, 'variant_id');
    await rows.setVariant(ctx, line.id, variant.id);
    await recordEdit(ctx, ids.id, 'line_variant', { line: line.title, variant: variant.title });
  }
  if (body.not_ours !== undefined) {
    await rows.setAside(ctx, line.id, body.not_ours);
    await recordEdit(ctx, ids.id, body.not_ours ? 'line_not_ours' : 'line_ours', { line: line.title });
  }
  return readOrder(ctx, ids.id);
}

async function recordEdit(
  ctx: MerchantCtx,
  id: string,
  kind: OrderEventKind,
  data: Record<string, unknown>,
): Promise<void> {
  const alike = await rememberSame(ctx, [id]);
  await noteEvents(ctx, [{ order_id: id, kind, data }]);
  await reviewOrders(ctx, { orderIds: [id, ...alike] });
  await audit(ctx, { action: `orders.${kind}`, entity: 'orders', entity_id: id });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
}

type Confirm = ParsedOf<typeof orders.confirm>['body'];

/** Takes a block away that only asks for a yes: the store's call of a risk, or a cost above its price guard. */
export async function confirmOrder(ctx: MerchantCtx, id: string, body: Confirm) {
  const order = await lockOrder(ctx, id);
  if (!order) throw notFound('order');
  requireStore(ctx.actor, order.store_id);
  if (order.version !== body.version) throw staleOrder();
  const [found] = await evaluate(ctx, [id], true);
  if (!found?.state.blocks.some((block) => block.code === body.code))
    throw appError('order_not_confirmable', { text: 'orders.nothing_to_confirm' });
  if (body.code === 'HIGH_RISK') {
    await rules.acceptRisk(ctx, id);
    await noteEvents(ctx, [{ order_id: id, kind: 'risk_accepted', data: { risk: found.row.risk } }]);
    await reviewOrders(ctx, { orderIds: [id] });
  } else if (body.code === 'DUPLICATE_SUSPECT') {
    await rows.setNotDuplicate(ctx, id);
    await noteEvents(ctx, [{ order_id: id, kind: 'both_wanted', data: { order: found.row.duplicate?.name } }]);
    await reviewOrders(ctx, { orderIds: [id] });
  } else await acceptCost(ctx, found);
  await audit(ctx, { action: 'orders.confirm', entity: 'orders', entity_id: id, details: { code: body.code } });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
  return readOrder(ctx, id);
}

/** The yes is to the prices: other orders of the same goods to the same country go on as well. */
async function acceptCost(ctx: AccountCtx, { row, cost }: Awaited<ReturnType<typeof evaluate>>[number]): Promise<void> {
  const skuIds = await rules.agreePrices(ctx, cost?.lines.flatMap((line) => line.price_id ?? []) ?? []);
  const data = { total: cost?.total, currency: cost?.currency };
  await noteEvents(ctx, [{ order_id: row.id, kind: 'cost_accepted', data }]);
  await reviewOrders(ctx, { orderIds: [row.id], skuIds });
}
