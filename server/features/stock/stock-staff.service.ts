import type { ParsedOf } from '#contract/endpoint.ts';
import type { stock } from '#contract/stock.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, notFound, type StaffActor } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { offerSoon } from './stock-reserve.service.ts';
import { findLayers, findLevel, findOrderName, findShipped, hasAccount, lockLevels } from './stock-journal.db.ts';
import { unitsReturned } from './stock.events.ts';
import { findReturnable } from './stock-returns.db.ts';
import { mayStock } from './stock-list.db.ts';
import { type Move, record } from './stock.service.ts';
import { checkStockLevels } from './stock-alerts.service.ts';

type Asked = ParsedOf<typeof stock.staffMove>['body'];
const refuse = (sentence: Phrase, field: string) => appError('stock_action_invalid', sentence, field);

/** What the books say before the warehouse writes down what it counted. */
export async function levelFor(
  ctx: AccountCtx<StaffActor>,
  { sku_id, warehouse_id }: ParsedOf<typeof stock.staffLevel>['params'],
) {
  if (!(await mayStock(ctx, sku_id))) throw notFound('sku');
  await noteAccess(ctx, {
    feature: 'stock',
    route: 'stock.staffLevel',
    accounts: [ctx.account],
    entity_id: sku_id,
    staff_user_id: ctx.actor.user_id,
  });
  const level = await findLevel(ctx, ctx.account, sku_id, warehouse_id);
  return level ?? { on_hand: 0, available: 0, damaged: 0 };
}

/** Orders of a client among which the warehouse finds the one whose units came back. */
export async function shippedOrders(ctx: AccountCtx<StaffActor>, q: string) {
  if (!(await hasAccount(ctx))) throw notFound('client');
  const found = await findShipped(ctx, q);
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'stock.staffShipped',
    accounts: [ctx.account],
    staff_user_id: ctx.actor.user_id,
  });
  return found;
}

/** What was in the parcels of a client's order, and how much of it is not in stock again. */
export async function returnableOf(ctx: AccountCtx<StaffActor>, id: string) {
  if (!(await findOrderName(ctx, id))) throw notFound('order');
  await noteAccess(ctx, {
    feature: 'orders',
    route: 'stock.staffReturnable',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return findReturnable(ctx, [id]);
}

/** The order whose units came back, as the journal names it; throws 404 for another client's. */
async function returnedOf(ctx: AccountCtx, { kind, order_id: id }: Asked) {
  if (kind !== 'return' || id === undefined) return { ref: undefined };
  const order = await findOrderName(ctx, id);
  if (!order) throw notFound('order');
  return { ref: { kind: 'orders' as const, id, label: order.name } };
}

/** What the warehouse did with a client's pieces, as lines of the journal. */
export async function moveStock(ctx: AccountCtx<StaffActor>, asked: Asked, key: string) {
  if (!(await mayStock(ctx, asked.sku_id))) throw notFound('sku');
  const ref = await returnedOf(ctx, asked);
  await lockLevels(ctx, [ctx.account], [asked.sku_id]);
  const moves = asked.kind === 'transfer' ? await transfer(ctx, asked) : [await single(ctx, asked)];
  await record(
    ctx,
    // Keys of movements that are kept begin with this word.
    moves.map((move, line) => ({ ...move, ...(ref.ref && ref), reason: asked.reason, key: `desk:${key}:${line}` })),
  );
  await checkStockLevels(ctx, [asked.sku_id]);
  await offerSoon(ctx, [{ owner: 'own', sku_id: asked.sku_id }]);
  const { kind, sku_id, warehouse_id, quantity } = asked;
  await audit(ctx, {
    action: 'stock.move',
    account_id: ctx.account,
    entity: 'stock_movements',
    entity_id: sku_id,
    details: { kind, warehouse_id, quantity },
  });
  publish(ctx, { account_id: ctx.account, kind: 'stock.changed' });
  if (ref.ref) await unitsReturned.emit(ctx, { accountId: ctx.account, orderId: ref.ref.id });
  return { done: true } as const;
}

/** Pieces that came for a client lie on their shelf from now on; orders that wait may have them. */
export async function takeIn(ctx: AccountCtx, arrivals: readonly Move[]): Promise<void> {
  const skuIds = [...new Set(arrivals.map((arrival) => arrival.sku_id))];
  if (skuIds.length === 0) return;
  await lockLevels(ctx, [ctx.account], skuIds);
  await record(ctx, arrivals);
  await checkStockLevels(ctx, skuIds);
  await offerSoon(
    ctx,
    skuIds.map((sku_id) => ({ owner: 'own', sku_id })),
  );
  publish(ctx, { account_id: ctx.account, kind: 'stock.changed' });
}

type Draft = Omit<Move, 'key' | 'reason'>;

async function single(ctx: AccountCtx, { kind, quantity, ...asked }: Asked): Promise<Draft> {
  const place = { account_id: ctx.account, sku_id: asked.sku_id, warehouse_id: asked.warehouse_id };
  const cost = asked.unit_cost ?? null;
  if (quantity === 0) throw refuse({ text: 'stock.quantity_missing' }, 'quantity');
  if (kind !== 'adjust' && quantity < 0) throw refuse({ text: 'stock.quantity_not_above_zero' }, 'quantity');
  if (kind === 'damage') return { ...place, kind, qty: 0, damaged_qty: quantity };
  if (kind === 'write_off') {
    const level = await findLevel(ctx, ctx.account, asked.sku_id, asked.warehouse_id);
    const damaged = Math.min(quantity, level?.damaged ?? 0); // broken pieces go first
    return { ...place, kind, qty: -quantity, ...(damaged > 0 && { damaged_qty: -damaged }) };
  }
  return { ...place, kind: kind === 'transfer' ? 'adjust' : kind, qty: quantity, unit_cost: cost };
}

/** Pieces change the warehouse, those that came first; they keep their age and what they cost. */
async function transfer(ctx: AccountCtx, asked: Asked): Promise<Draft[]> {
  const { sku_id, warehouse_id, to_warehouse_id: to, quantity } = asked;
  if (!to || to === warehouse_id) throw refuse({ text: 'stock.same_warehouse' }, 'to_warehouse_id');
  const level = await findLevel(ctx, ctx.account, sku_id, warehouse_id);
  if (quantity < 1 || !level || level.available < quantity)
    throw appError('stock_short', { text: 'stock.too_many', params: { count: level?.available ?? 0 } }, 'quantity');
  let left = quantity;
  const arrivals: Draft[] = [];
  for (const layer of await findLayers(ctx, ctx.account, sku_id, warehouse_id)) {
    const qty = Math.min(layer.qty, left);
    left -= qty;
    if (qty > 0) {
      const { layer_at, unit_cost } = layer;
      arrivals.push({
        account_id: ctx.account,
        sku_id,
        warehouse_id: to,
        kind: 'transfer_in',
        qty,
        unit_cost,
        layer_at,
      });
    }
  }
  return [{ account_id: ctx.account, sku_id, warehouse_id, kind: 'transfer_out', qty: -quantity }, ...arrivals];
}
