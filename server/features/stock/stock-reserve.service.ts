import type { AccountCtx } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { type Allotment, allot, type Held, type Order, type Part, type StockPlan } from './stock-allocation.ts';
import * as rows from './stock-reserve.db.ts';
import { lockLevels } from './stock-journal.db.ts';
import { checkStockLevels } from './stock-alerts.service.ts';

/** What an order asks for, as the orders feature says it: pieces while unpaid, units left to send once paid. */
export type Demand = {
  order_id: string;
  store_id: string;
  placed_at: Date;
  kind: 'wanted' | 'paid' | 'none';
  lines: { line_id: string; units: number; parts: { sku_id: string; code: string; per_unit: number }[] }[];
};
type ReservedStock = { own: Map<string, number>; short: Allotment['short'] };

/** An unpaid order holds its pieces for so long (domain.md §3.10). */
export const holdHours = 24;
export const offerTask = 'stock_offer';

type Asked = { orders: Order[]; held: rows.HeldRow[]; waits: readonly rows.WaitRow[]; paid: readonly Demand[] };

/** Says what each order gets, and in the mode `take` lets it hold that; what orders hold and do not want any more is free again. */
export async function reserveStock(
  ctx: AccountCtx,
  demands: readonly Demand[],
  mode: 'take' | 'look',
): Promise<Map<string, ReservedStock>> {
  if (demands.length === 0) return new Map();
  const asked = await read(ctx, demands);
  const skuIds = skusOf(asked);
  const levels = skuIds.length > 0 ? await rows.findLevels(ctx, skuIds, false) : [];
  const given = allot(asked.orders, levels, unpaidOf(asked));
  if (mode === 'look' || !changes(asked, given)) return reservedOf(given);
  // The same again under the lock: what is free may have changed while it was waited for.
  const locked = await rows.findLevels(ctx, skuIds, true);
  const final = allot(asked.orders, locked, unpaidOf(asked));
  await write(ctx, asked, final);
  return reservedOf(final);
}

async function read(ctx: AccountCtx, demands: readonly Demand[]): Promise<Asked> {
  const ids = demands.map((demand) => demand.order_id);
  const held = await rows.findHeld(ctx, ids);
  const unpaid = demands.filter((demand) => demand.kind !== 'paid');
  const wanted = unpaid.filter((demand) => demand.kind === 'wanted');
  const { plans, waits } =
    unpaid.length > 0
      ? await rows.findTurns(
          ctx,
          unpaid.map((demand) => demand.order_id),
          [...new Set(wanted.map((demand) => demand.store_id))],
        )
      : { plans: new Map<string, StockPlan>(), waits: [] };
  const since = new Map(waits.map((wait) => [wait.order_id, wait.since]));
  const orders = unpaid.map(
    (demand): Order => ({
      order_id: demand.order_id,
      plan: plans.get(demand.store_id) ?? 'use',
      turn: (since.get(demand.order_id) ?? demand.placed_at).getTime(),
      parts: partsOf(demand),
    }),
  );
  return { orders, held, waits, paid: demands.filter((demand) => demand.kind === 'paid') };
}

function partsOf({ lines }: Pick<Demand, 'lines'>): Part[] {
  return lines.flatMap(({ line_id, units, parts }) =>
    parts.map((part) => ({ line_id, ...part, quantity: units * part.per_unit })),
  );
}

const skusOf = ({ orders, held }: Asked): string[] => [
  ...new Set([
    ...orders.flatMap((order) => order.parts.map((part) => part.sku_id)),
    ...held.map((hold) => hold.sku_id),
  ]),
];
const unpaidOf = ({ held }: Asked): Held[] => held.filter((hold) => !hold.committed);
const placeOf = (hold: Held) => `${hold.order_id}:${hold.line_id}:${hold.sku_id}:${hold.owner}:${hold.warehouse_id}`;

function reservedOf(given: ReadonlyMap<string, Allotment>): Map<string, ReservedStock> {
  return new Map(
    [...given].map(([orderId, { held, short }]) => {
      const own = new Map<string, number>();
      for (const hold of held.filter((one) => one.owner === 'own')) {
        const key = `${hold.line_id}:${hold.sku_id}`;
        own.set(key, (own.get(key) ?? 0) + hold.quantity);
      }
      return [orderId, { own, short }];
    }),
  );
}

/** Committed pieces of units that are not to be sent any more: removed at the shop, refunded, cancelled. */
function surplusOfPaid({ held, paid }: Asked): Held[] {
  const open = new Map(
    paid.flatMap(({ order_id, lines }) => lines.map((line) => [`${order_id}:${line.line_id}`, line.units])),
  );
  const left = new Map<string, number>();
  return held.flatMap((hold) => {
    if (!hold.committed) return [];
    const key = `${hold.order_id}:${hold.line_id}:${hold.sku_id}`;
    const allowed = left.get(key) ?? (open.get(`${hold.order_id}:${hold.line_id}`) ?? 0) * hold.per_unit;
    const quantity = Math.min(hold.quantity, allowed);
    left.set(key, allowed - quantity);
    return quantity < hold.quantity ? [{ ...hold, quantity }] : [];
  });
}

type Difference = { less: Held[]; more: Held[] };

function differenceOf(asked: Asked, given: ReadonlyMap<string, Allotment>): Difference {
  const before = new Map(unpaidOf(asked).map((hold) => [placeOf(hold), hold]));
  const after = new Map([...given.values()].flatMap(({ held }) => held.map((hold) => [placeOf(hold), hold] as const)));
  const less = [...before].flatMap(([place, hold]) => {
    const quantity = after.get(place)?.quantity ?? 0;
    return quantity < hold.quantity ? [{ ...hold, quantity }] : [];
  });
  const more = [...after].flatMap(([place, hold]) => {
    const had = before.get(place);
    const changed = !had || hold.quantity > had.quantity || hold.per_unit !== had.per_unit;
    return changed ? [hold] : [];
  });
  return { less: [...less, ...surplusOfPaid(asked)], more };
}

function waitsOf(asked: Asked, given: ReadonlyMap<string, Allotment>) {
  return asked.orders.flatMap(({ order_id, turn }) =>
    (given.get(order_id)?.waits ?? []).map((wait) => ({ order_id, ...wait, since: new Date(turn) })),
  );
}

function changes(asked: Asked, given: ReadonlyMap<string, Allotment>): boolean {
  const { less, more } = differenceOf(asked, given);
  if (less.length > 0 || more.length > 0) return true;
  const wanted = waitsOf(asked, given);
  const keyOf = (wait: { order_id: string; sku_id: string; quantity: number }) =>
    `${wait.order_id}:${wait.sku_id}:${wait.quantity}`;
  const before = new Set(asked.waits.map(keyOf));
  return before.size !== wanted.length || wanted.some((wait) => !before.has(keyOf(wait)));
}

async function write(ctx: AccountCtx, asked: Asked, given: ReadonlyMap<string, Allotment>): Promise<void> {
  const { less, more } = differenceOf(asked, given);
  await rows.reduceHolds(ctx, less);
  await rows.hold(ctx, more, new Date(ctx.now.getTime() + holdHours * 3_600_000));
  const ids = asked.orders.map((order) => order.order_id);
  await rows.saveWaits(ctx, ids, waitsOf(asked, given));
  await checkStockLevels(ctx, skusOf(asked));
  await offerSoon(ctx, less);
  publish(ctx, { account_id: ctx.account, kind: 'stock.changed' });
}

/** What a paid order takes: so many pieces of each line's SKUs. */
export type PaidDemand = Pick<Demand, 'order_id' | 'lines'>;

/** What paid orders hold stays theirs, and counts as sold. */
export async function commitStock(ctx: AccountCtx, paid: readonly PaidDemand[]): Promise<void> {
  const ids = paid.map((demand) => demand.order_id);
  const skuIds = [...new Set(paid.flatMap(partsOf).map((part) => part.sku_id))];
  await lockLevels(ctx, [rows.providerAccount, ctx.account], skuIds);
  const sold = new Map<string, number>();
  for (const part of paid.flatMap(partsOf)) sold.set(part.sku_id, (sold.get(part.sku_id) ?? 0) + part.quantity);
  const held = await rows.commitHeld(
    ctx,
    ids, // what stock lacks is bought now
    [...sold].map(([sku_id, pieces]) => ({ sku_id, pieces })),
  );
  await checkStockLevels(ctx, held);
  publish(ctx, { account_id: ctx.account, kind: 'stock.changed' });
}

/** Pieces of its own stock that a paid order holds. */
export async function ownUnits(ctx: AccountCtx, orderId: string): Promise<Map<string, number>> {
  const held = await rows.findHeld(ctx, [orderId]);
  const pieces = new Map<string, number>();
  for (const hold of held.filter((one) => one.committed && one.owner === 'own')) {
    const key = `${hold.line_id}:${hold.sku_id}`;
    pieces.set(key, (pieces.get(key) ?? 0) + hold.quantity);
  }
  return pieces;
}

type HeldLine = { order_id: string; line_id: string };
/** So many units of a line that another order sends; `open` are those that still leave from the line itself. */
type HandedUnits = { from: HeldLine; open: number; to: HeldLine; units: number };

/** Pieces that paid lines hold for units which another order sends are held by that one; those of open units stay. */
export async function moveReserved(ctx: AccountCtx, handed: readonly HandedUnits[]): Promise<void> {
  const held = await rows.findHeld(
    ctx,
    handed.map(({ from }) => from.order_id),
  );
  const pieces = held.filter((hold) => hold.committed);
  const skuIds = [...new Set(pieces.map((hold) => hold.sku_id))];
  if (skuIds.length === 0) return;
  await lockLevels(ctx, [rows.providerAccount, ctx.account], skuIds);
  const moves = handed.flatMap((line) => skuIds.flatMap((sku_id) => movesOf(pieces, line, sku_id)));
  await rows.reduceHolds(
    ctx,
    moves.map(({ hold, quantity }) => ({ ...hold, quantity: hold.quantity - quantity })),
  );
  await rows.addCommitted(
    ctx,
    moves.map(({ hold, quantity, to }) => ({ ...hold, ...to, quantity })),
  );
}

/** Pieces of one SKU that go with units of a line: those that are not needed for its open units, the last holds first. */
function movesOf(pieces: readonly Held[], { from, open, to, units }: HandedUnits, skuId: string) {
  const holds = pieces.filter((hold) => hold.line_id === from.line_id && hold.sku_id === skuId);
  const per_unit = holds[0]?.per_unit ?? 0;
  const all = holds.reduce((sum, hold) => sum + hold.quantity, 0);
  let rest = Math.min(units * per_unit, Math.max(0, all - open * per_unit));
  return holds.toReversed().flatMap((hold) => {
    const quantity = Math.min(rest, hold.quantity);
    rest -= quantity;
    return quantity > 0 ? [{ hold, quantity, to }] : [];
  });
}

/** An unpaid order's time is over: it lets go of its pieces and goes to the end of the queue for them. */
export async function expireHolds(ctx: AccountCtx, orderId: string): Promise<void> {
  await rows.lockOrder(ctx, orderId);
  const held = await rows.findHeld(ctx, [orderId]);
  const skuIds = [...new Set(held.map((hold) => hold.sku_id))];
  await lockLevels(ctx, [rows.providerAccount, ctx.account], skuIds);
  const gone = new Set(await rows.expire(ctx, orderId));
  await offerSoon(
    ctx,
    held.filter((hold) => gone.has(hold.sku_id)),
  );
}

/** Pieces that came or came free are offered to the orders that wait for them, once this action is done. */
export async function offerSoon(ctx: AccountCtx, freed: readonly Pick<Held, 'owner' | 'sku_id'>[]): Promise<void> {
  for (const owner of ['own', 'shared'] as const) {
    const sku_ids = [...new Set(freed.flatMap((hold) => (hold.owner === owner ? [hold.sku_id] : [])))];
    const payload = { account_id: owner === 'own' ? ctx.account : null, sku_ids };
    if (sku_ids.length > 0) await enqueue(ctx, offerTask, payload);
  }
}
