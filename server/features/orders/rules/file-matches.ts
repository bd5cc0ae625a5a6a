import type { ShopOrder } from '#server/connectors/connector.ts';
import type { Problem } from '#server/connectors/file/file-problem.ts';
import { nameKey } from '#server/connectors/file/order-groups.ts';
import { changeOf, isFileLine, pairLines, type StoredOrder } from './shop-changes.ts';

/** An order of a file with the one of the store that it is, or why nobody can tell. */
export type FileMatch = { order: ShopOrder; stored: StoredOrder | undefined; problem: Problem | null };

const hour = 3_600_000;

/**
 * Whether a date in a file is the day on which an order was placed. A file often has no time and no time zone, so this
 * is any moment that is that day somewhere on earth.
 */
const sameDay = (written: Date, placed: Date): boolean => {
  const hours = (placed.getTime() - written.getTime()) / hour;
  return hours >= -15 && hours <= 39;
};

const hasId = (order: Pick<ShopOrder, 'external_id' | 'name'>) => order.external_id !== order.name;

/**
 * Finds each order of a file among those of its store: by its ID, or by name and date where one of them has no ID; without
 * dates, by name, goods and buyer. An order keeps the ID and the name that the store knows; only a missing ID is filled in.
 */
export function matchFileOrders(orders: readonly ShopOrder[], stored: readonly StoredOrder[]): FileMatch[] {
  const byId = new Map(stored.map((order) => [order.external_id, order]));
  const byName = new Map<string, StoredOrder[]>();
  for (const known of stored) byName.set(nameKey(known.name), [...(byName.get(nameKey(known.name)) ?? []), known]);
  return orders.map((order) => {
    const same = byId.get(order.external_id);
    const onlyName = !hasId(order) && nameKey(order.name) === nameKey(same?.name ?? order.name);
    if (same && !onlyName) return sameId(order, same);
    const named = (byName.get(nameKey(order.name)) ?? []).filter(
      (known) => known.source !== 'manual' && !(hasId(order) && hasId(known)),
    );
    return sameName(order, named);
  });
}

function sameId(order: ShopOrder, stored: StoredOrder): FileMatch {
  if (nameKey(order.name) !== nameKey(stored.name)) {
    const params = { id: order.external_id, name: stored.name };
    return { order, stored: undefined, problem: { code: 'known_by_other_name', params } };
  }
  return { order: { ...datedAs(stored, order), name: stored.name }, stored, problem: null };
}

/** An order without a date leaves the one that is known. */
const datedAs = (stored: StoredOrder, order: ShopOrder): ShopOrder =>
  order.undated ? { ...order, placed_at: stored.placed_at, updated_at: stored.external_updated_at } : order;

function sameName(order: ShopOrder, named: readonly StoredOrder[]): FileMatch {
  const [first] = named;
  if (first && order.undated) return sameContents(order, first, named.length > 1);
  const found = named.filter((known) => sameDay(order.placed_at, known.placed_at));
  const [stored, other] = found;
  if (!first) return { order, stored: undefined, problem: null };
  const { name } = first;
  if (!stored) {
    const params = { name, date: first.placed_at.toISOString().slice(0, 10) };
    return { order, stored: undefined, problem: { code: 'known_by_other_date', params } };
  }
  if (other) return { order, stored: undefined, problem: { code: 'known_twice', params: { name } } };
  const external_id = hasId(order) ? order.external_id : stored.external_id;
  return { order: { ...order, external_id, name }, stored, problem: null };
}

/**
 * A name alone does not tell: some shops count from 1 each day. The same goods for the same buyer are the order that is
 * known, and anything else is refused, so that no order comes in twice and none takes another one's place.
 */
function sameContents(undated: ShopOrder, stored: StoredOrder, several: boolean): FileMatch {
  const { name } = stored;
  const external_id = hasId(undated) ? undated.external_id : stored.external_id;
  const order = { ...datedAs(stored, undated), external_id, name };
  const change = changeOf(stored, order, 'file');
  const same = stored.source === 'api' || !change || !(change.recipient ?? change.later ?? change.lines.length > 0);
  if (same && !several) return { order, stored, problem: null };
  const params = { name, date: stored.placed_at.toISOString().slice(0, 10) };
  return { order: undated, stored: undefined, problem: { code: 'known_without_date', params } };
}

/** Goods that came in and that the file no longer has: it may be cut off, so that they are never removed by it. */
export function missingGoods({ lines }: StoredOrder, order: ShopOrder): Problem | null {
  const { left } = pairLines(lines, order.lines);
  const line = left.find((one) => one.current_quantity > 0 && isFileLine(one.external_id));
  if (!line) return null;
  const name = [line.title, line.variant_title].filter(Boolean).join(' - ');
  return { code: 'goods_missing', params: { goods: line.sku === '' ? name : `${name} (${line.sku})` } };
}
