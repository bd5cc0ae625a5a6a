/** Where a store's orders get their pieces: stock first, own stock alone, or never from stock. */
export type StockPlan = 'use' | 'only' | 'never';
export type Owner = 'own' | 'shared';

export type Part = { line_id: string; sku_id: string; code: string; per_unit: number; quantity: number };
export type Order = { order_id: string; plan: StockPlan; turn: number; parts: readonly Part[] };
export type Level = { owner: Owner; sku_id: string; warehouse_id: string; available: number };
export type Held = {
  order_id: string;
  line_id: string;
  sku_id: string;
  owner: Owner;
  warehouse_id: string;
  per_unit: number;
  quantity: number;
};
export type Shortage = { code: string; wanted: number; available: number };
export type Allotment = {
  held: Held[];
  /** SKUs and pieces that it wants from stock and does not get. */
  waits: { sku_id: string; quantity: number }[];
  /** Set when the store sends from own stock alone and that is short. */
  short: Shortage[];
};

/**
 * Shares pieces out among orders, those whose turn is earliest first: what an order holds stays with it while it wants it,
 * own goods come before shared ones, and an order that takes own goods alone takes all of them or none. Pure: looking and
 * taking come to the same end.
 */
export function allot(
  orders: readonly Order[],
  levels: readonly Level[],
  held: readonly Held[],
): Map<string, Allotment> {
  const shelves = new Shelves(levels);
  const holds = new Map<string, Held[]>(orders.map((order) => [order.order_id, []]));
  for (const hold of held) holds.get(hold.order_id)?.push(hold);
  for (const order of orders) holds.set(order.order_id, keepWanted(order, holds.get(order.order_id) ?? [], shelves));
  const inTurn = [...orders].sort((a, b) => a.turn - b.turn || (a.order_id < b.order_id ? -1 : 1));
  return new Map(inTurn.map((order) => [order.order_id, serve(order, holds.get(order.order_id) ?? [], shelves)]));
}

/** Gives back what the order holds and does not want any more. */
function keepWanted(order: Order, holds: readonly Held[], shelves: Shelves): Held[] {
  const left = new Map(order.parts.map((part) => [partKey(part), order.plan === 'never' ? 0 : part.quantity]));
  const kept: Held[] = [];
  for (const hold of [...holds].sort(ownFirst)) {
    const allowed = order.plan === 'only' && hold.owner === 'shared' ? 0 : (left.get(partKey(hold)) ?? 0);
    const quantity = Math.min(hold.quantity, allowed);
    left.set(partKey(hold), (left.get(partKey(hold)) ?? 0) - quantity);
    shelves.put({ ...hold, quantity: hold.quantity - quantity });
    if (quantity > 0) kept.push({ ...hold, quantity });
  }
  return kept;
}

function serve(order: Order, kept: readonly Held[], shelves: Shelves): Allotment {
  if (order.plan === 'never') return { held: [], waits: [], short: [] };
  const short = order.plan === 'only' ? shortages(order, kept, shelves) : [];
  if (short.length > 0) {
    for (const hold of kept) shelves.put(hold);
    return { held: [], waits: waitsOf(order, [], shelves), short };
  }
  const held = order.parts.flatMap((part) =>
    servePart(
      order,
      part,
      kept.filter((hold) => partKey(hold) === partKey(part)),
      shelves,
    ),
  );
  return { held, waits: waitsOf(order, held, shelves), short: [] };
}

/** Own goods as far as they go, shared ones for the rest; shared ones that own goods can stand in for go back. */
function servePart(order: Order, part: Part, kept: readonly Held[], shelves: Shelves): Held[] {
  const base = { order_id: order.order_id, line_id: part.line_id, sku_id: part.sku_id, per_unit: part.per_unit };
  const own = kept.filter((hold) => hold.owner === 'own');
  const taken = shelves.take('own', part.sku_id, part.quantity - sum(own));
  const allOwn = merge([...own, ...taken.map((piece) => ({ ...base, owner: 'own' as const, ...piece }))]);
  if (order.plan === 'only') return allOwn;
  let wanted = part.quantity - sum(allOwn);
  const shared: Held[] = [];
  for (const hold of kept.filter((one) => one.owner === 'shared')) {
    const quantity = Math.min(hold.quantity, wanted);
    wanted -= quantity;
    shelves.put({ ...hold, quantity: hold.quantity - quantity });
    if (quantity > 0) shared.push({ ...hold, quantity });
  }
  const more = shelves.take('shared', part.sku_id, wanted);
  return [...allOwn, ...merge([...shared, ...more.map((piece) => ({ ...base, owner: 'shared' as const, ...piece }))])];
}

function shortages(order: Order, kept: readonly Held[], shelves: Shelves): Shortage[] {
  const wanted = new Map<string, { code: string; quantity: number }>();
  for (const { sku_id, code, quantity } of order.parts) {
    wanted.set(sku_id, { code, quantity: (wanted.get(sku_id)?.quantity ?? 0) + quantity });
  }
  return [...wanted].flatMap(([sku_id, { code, quantity }]) => {
    const mine = sum(kept.filter((hold) => hold.sku_id === sku_id));
    const available = mine + shelves.free('own', sku_id);
    return available < quantity ? [{ code, wanted: quantity, available }] : [];
  });
}

/** Only goods that are kept in stock at all can be waited for. */
function waitsOf(order: Order, held: readonly Held[], shelves: Shelves): Allotment['waits'] {
  const missing = new Map<string, number>();
  for (const part of order.parts) {
    const got = sum(held.filter((hold) => partKey(hold) === partKey(part)));
    const lacks = part.quantity - got;
    if (lacks > 0 && (order.plan === 'only' || shelves.knows(part.sku_id)))
      missing.set(part.sku_id, (missing.get(part.sku_id) ?? 0) + lacks);
  }
  return [...missing].map(([sku_id, quantity]) => ({ sku_id, quantity }));
}

type Piece = { warehouse_id: string; quantity: number };

/** What is free, by owner and SKU; the fullest shelf first, so that an order comes from few places. */
class Shelves {
  readonly #shelves = new Map<string, Map<string, number>>();

  constructor(levels: readonly Level[]) {
    for (const { owner, sku_id, warehouse_id, available } of levels) {
      this.#of(owner, sku_id).set(warehouse_id, available);
    }
  }

  #of(owner: Owner, skuId: string): Map<string, number> {
    const key = `${owner}:${skuId}`;
    const known = this.#shelves.get(key) ?? new Map<string, number>();
    this.#shelves.set(key, known);
    return known;
  }

  knows(skuId: string): boolean {
    return this.#of('own', skuId).size > 0 || this.#of('shared', skuId).size > 0;
  }

  free(owner: Owner, skuId: string): number {
    return [...this.#of(owner, skuId).values()].reduce((total, free) => total + free, 0);
  }

  put({ owner, sku_id, warehouse_id, quantity }: Pick<Held, 'owner' | 'sku_id' | 'warehouse_id' | 'quantity'>): void {
    const shelf = this.#of(owner, sku_id);
    shelf.set(warehouse_id, (shelf.get(warehouse_id) ?? 0) + quantity);
  }

  take(owner: Owner, skuId: string, wanted: number): Piece[] {
    const shelf = this.#of(owner, skuId);
    const pieces: Piece[] = [];
    let left = wanted;
    for (const [warehouse_id, free] of [...shelf].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))) {
      const quantity = Math.min(free, left);
      if (quantity <= 0) continue;
      shelf.set(warehouse_id, free - quantity);
      left -= quantity;
      pieces.push({ warehouse_id, quantity });
    }
    return pieces;
  }
}

const partKey = ({ line_id, sku_id }: { line_id: string; sku_id: string }) => `${line_id}:${sku_id}`;
const sum = (holds: readonly { quantity: number }[]) => holds.reduce((total, { quantity }) => total + quantity, 0);
const ownFirst = (a: Held, b: Held) => Number(a.owner === 'shared') - Number(b.owner === 'shared');

/** One row per place. */
function merge(holds: readonly Held[]): Held[] {
  const byPlace = new Map<string, Held>();
  for (const hold of holds) {
    const known = byPlace.get(hold.warehouse_id);
    byPlace.set(hold.warehouse_id, known ? { ...known, quantity: known.quantity + hold.quantity } : hold);
  }
  return [...byPlace.values()];
}
