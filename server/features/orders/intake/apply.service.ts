import { v7 as uuid } from 'uuid';
import type { ShopOrder } from '#server/connectors/connector.ts';
import type { Problem } from '#server/connectors/file/file-problem.ts';
import { nameKey } from '#server/connectors/file/order-groups.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { webAddress } from '#server/lib/web-address.ts';
import {
  type Change,
  changeOf,
  keepsAddress,
  laterAddress,
  movedAbroad,
  orderColumns,
  overrules,
  recipientChange,
  recipientColumns,
  type Source,
  type StoredOrder,
  saidBefore,
  units,
  withoutAddress,
} from '../rules/shop-changes.ts';
import { matchFileOrders, missingGoods } from '../rules/file-matches.ts';
import { keepLater, rememberSame } from '../records/address.db.ts';
import { termsOf } from '../rules/search-terms.ts';
import * as rows from '../records/write.db.ts';
import { spread } from '../rules/shares.ts';
import { type Steps, notifyChangesSoon } from './paid-changes.service.ts';
import { linkLines } from '../records/facts.db.ts';
import * as related from '../records/related.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';

export type StoreRef = { account_id: string; id: string };
/** An order of a file that is left as it is, because nobody can tell which order of the store it is. */
export type Refused = { external_id: string; problem: Problem };
export type Applied = { created: number; updated: number; unchanged: number; refused: Refused[] };

const batch = 200;

/** Whether an order that is not here yet stays where it is, by the store's import rules. */
export type LeaveInShop = (order: ShopOrder) => boolean;
const takeAll: LeaveInShop = () => false;

/**
 * Brings orders of a store to what the shop (or a file) says. Safe to repeat in any order: older news is ignored, the
 * same news changes nothing, what was paid stays as it was paid (P8).
 */
export async function applyShopOrders(
  ctx: Ctx,
  store: StoreRef,
  orders: readonly ShopOrder[],
  source: Source,
  leave: LeaveInShop = takeAll,
): Promise<Applied> {
  const counts: Applied = { created: 0, updated: 0, unchanged: 0, refused: [] };
  await rows.readByIndex(ctx);
  const newest = newestOfEach(orders);
  if (source === 'file' && newest.length < orders.length) throw new Error('a file names an order twice');
  counts.unchanged += orders.length - newest.length;
  for (let at = 0; at < newest.length; at += batch) {
    const applied = await applyBatch(ctx, store, newest.slice(at, at + batch), source, leave);
    counts.created += applied.created;
    counts.updated += applied.updated;
    counts.unchanged += applied.unchanged;
    counts.refused.push(...applied.refused);
  }
  return counts;
}

/** The orders of a file that would be refused; changes nothing. */
export async function findRefused(ctx: Ctx, store: StoreRef, orders: readonly ShopOrder[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (let at = 0; at < orders.length; at += batch)
    await pairsOf(ctx, store, orders.slice(at, at + batch), 'file', refused);
  return refused;
}

function newestOfEach(orders: readonly ShopOrder[]): ShopOrder[] {
  const newest = new Map<string, ShopOrder>();
  for (const order of orders) {
    const known = newest.get(order.external_id);
    if (!known || known.updated_at.getTime() <= order.updated_at.getTime()) newest.set(order.external_id, order);
  }
  return [...newest.values()];
}

async function applyBatch(
  ctx: Ctx,
  store: StoreRef,
  orders: readonly ShopOrder[],
  source: Source,
  leave: LeaveInShop,
): Promise<Applied> {
  const refused: Refused[] = [];
  const found = await pairsOf(ctx, store, orders, source, refused);
  let pairs = found.filter(({ order, stored }) => stored || !leave(order));
  const created = await insertNew(
    ctx,
    store,
    pairs.filter(({ stored }) => !stored).map(({ order }) => order),
    source,
  );
  const missed = pairs.filter(({ order, stored }) => !stored && !created.has(order.external_id));
  if (missed.length > 0) {
    // Another process added them since the first look; now they are here and wait for us to be compared.
    const again = await pairsOf(
      ctx,
      store,
      missed.map(({ order }) => order),
      source,
      refused,
    );
    pairs = [...pairs.filter(({ stored }) => stored), ...again];
  }
  const changes: Changed[] = [];
  const touched: { id: string; external_updated_at: string }[] = [];
  for (const { order, stored } of pairs) {
    if (!stored || !overrules(stored, order, source)) continue;
    const change = changeOf(stored, order, source);
    if (change) changes.push({ order, stored, change });
    else touched.push({ id: stored.id, external_updated_at: order.updated_at.toISOString() });
  }
  const own = forAccount(ctx, store.account_id);
  await saveChanges(own, store, changes, source);
  const followed = await saveFollowed(own, changes);
  await rows.touchOrders(own, touched);
  const changed = changes.map(({ stored }) => stored.id);
  const ids = [...created.values(), ...changed];
  if (ids.length > 0) {
    await linkLines(own, { orderIds: changed }); // also the lines of which the shop says nothing new
    const alike = await rememberSame(own, [
      ...created.values(),
      ...changes.filter(mayBeSame).map(({ stored }) => stored.id),
    ]);
    await reviewOrders(own, { orderIds: [...ids, ...followed, ...alike] });
  }
  const unchanged = orders.length - created.size - changes.length - refused.length;
  return { created: created.size, updated: changes.length, unchanged, refused };
}

/** Whether the change touches what makes two orders the same, or which of them counts. */
const mayBeSame = ({ order, stored, change }: Changed): boolean =>
  change.recipient !== null ||
  change.lines.length > 0 ||
  order.placed_at.getTime() !== stored.placed_at.getTime() ||
  (order.cancelled_at === null) !== (stored.cancelled_at === null);

type Pair = { order: ShopOrder; stored: StoredOrder | undefined };

/** Each order with the one of the store that it is; orders of a file about which nobody can tell go to `refused`. */
async function pairsOf(
  ctx: Ctx,
  store: StoreRef,
  orders: readonly ShopOrder[],
  source: Source,
  refused: Refused[],
): Promise<Pair[]> {
  const ids = orders.map((order) => order.external_id);
  const names = orders.map((order) => order.name);
  // An order of a file without IDs is kept under its name; the shop's own id comes later, or came before.
  const stored = await rows.findStored(ctx, store, {
    externalIds: [...new Set([...ids, ...names, ...names.map((name) => name.replace(/^#/, ''))])],
    terms: source === 'file' ? termsOf(names) : [],
  });
  if (source === 'api') return pairUp(orders, stored);
  return matchFileOrders(orders, stored).flatMap((match, index) => {
    const { order } = match;
    const gone = match.stored && overrules(match.stored, order, source) ? missingGoods(match.stored, order) : null;
    const problem = match.problem ?? gone;
    if (!problem) return [{ order, stored: match.stored }];
    refused.push({ external_id: ids[index] ?? order.external_id, problem });
    return [];
  });
}

function pairUp(orders: readonly ShopOrder[], stored: readonly StoredOrder[]): Pair[] {
  const byId = new Map(stored.map((order) => [order.external_id, order]));
  const withoutId = stored.filter((order) => order.external_id === order.name);
  const byName = new Map(withoutId.map((order) => [nameKey(order.name), order]));
  return orders.map((order) => ({ order, stored: byId.get(order.external_id) ?? byName.get(nameKey(order.name)) }));
}

async function insertNew(
  ctx: Ctx,
  store: StoreRef,
  orders: readonly ShopOrder[],
  source: Source,
): Promise<Map<string, string>> {
  const fresh = orders.map((order) => ({
    order,
    row: {
      ...orderColumns(order),
      id: uuid(),
      source,
      external_updated_at: order.updated_at.toISOString(),
      country: order.address?.country ?? null,
      units: units(order.lines),
    },
  }));
  const added = await rows.insertOrders(
    ctx,
    store,
    fresh.map(({ row }) => row),
  );
  const created = fresh.filter(({ row }) => added.has(row.id));
  const { account_id } = store;
  const own = forAccount(ctx, account_id);
  await rows.saveRecipients(
    own,
    created.map(({ order, row }) => ({ order_id: row.id, ...recipientColumns(order) })),
  );
  await rows.saveLines(
    own,
    store,
    created.flatMap(({ order, row }) =>
      order.lines.map((line, index) => ({
        id: uuid(),
        order_id: row.id,
        ...line,
        image_url: webAddress(line.image_url),
        current_quantity: Math.min(line.current_quantity, line.quantity),
        position: index + 1,
      })),
    ),
  );
  await rows.saveTerms(
    own,
    created.flatMap(({ order, row }) => orderTerms(row.id, order)),
  );
  await noteEvents(
    own,
    created.map(({ row }) => ({ order_id: row.id, kind: 'imported', data: { source } })),
  );
  return new Map(created.map(({ order, row }) => [order.external_id, row.id]));
}

function orderTerms(order_id: string, order: ShopOrder) {
  return termsOf([order.name, ...order.lines.map((line) => line.sku)]).map((term) => ({ order_id, term }));
}

type Changed = { order: ShopOrder; stored: StoredOrder; change: Change };

async function saveChanges(
  ctx: AccountCtx,
  store: StoreRef,
  changes: readonly Changed[],
  source: Source,
): Promise<void> {
  await notifyChangesSoon(ctx, changes.flatMap(stepsOf));
  await rows.updateOrders(
    ctx,
    changes.map(({ order, stored }) => ({
      ...orderColumns(order),
      id: stored.id,
      source: stored.source === 'api' ? 'api' : source,
      external_updated_at: order.updated_at.toISOString(),
      country: order.address && !keepsAddress(stored, order) ? order.address.country : stored.country,
      units: units(order.lines),
    })),
  );
  await rows.saveRecipients(
    ctx,
    changes.flatMap(({ stored, change }) =>
      change.recipient ? [{ order_id: stored.id, ...change.recipient.columns }] : [],
    ),
  );
  await keepLater(
    ctx,
    changes.flatMap(({ stored, change }) =>
      change.later
        ? [{ order_id: stored.id, later: change.later, original: stored.recipient?.original ?? saidBefore(stored) }]
        : [],
    ),
  );
  await rows.saveLines(
    ctx,
    store,
    changes.flatMap(({ stored, change }) =>
      sharedLines(stored, change).map(({ own }) => ({ ...own, id: own.id ?? uuid(), order_id: stored.id })),
    ),
  );
  await rows.saveTerms(
    ctx,
    changes.flatMap(({ order, stored }) => orderTerms(stored.id, order)),
  );
  await noteEvents(
    ctx,
    changes.flatMap(({ stored, change }) => change.events.map((event) => ({ order_id: stored.id, ...event }))),
  );
}

/** The changed lines, each with what it leaves to the orders that send units of it. */
const sharedLines = (stored: StoredOrder, change: Change) =>
  change.lines.map((line) =>
    spread(
      line,
      stored.lines.find((known) => known.id === line.id),
    ),
  );

/** By how much the lines of an order grew, and its units in other orders. */
function stepsOf({ stored, change }: Changed): Steps[] {
  const known = new Map(stored.lines.map((line) => [line.id, line]));
  const shared = sharedLines(stored, change);
  const own = shared.map((line) => line.own.current_quantity - (known.get(line.own.id ?? '')?.current_quantity ?? 0));
  const others = shared
    .flatMap((line) => line.held)
    .map(
      ({ order_id, before, current_quantity, paid }): Steps => ({
        id: order_id,
        paid,
        steps: [current_quantity - before],
      }),
    );
  return [{ id: stored.id, paid: stored.payment !== 'none', steps: own }, ...others];
}

/** What the shop says of an order reaches its units in other orders, and its parts; answers those orders. */
async function saveFollowed(ctx: AccountCtx, changes: readonly Changed[]): Promise<string[]> {
  const held = changes.flatMap(({ stored, change }) => sharedLines(stored, change).flatMap((line) => line.held));
  const split = changes.filter(({ stored }) => stored.parts.length > 0);
  const sharing = changes.filter(({ stored }) => stored.lines.some((line) => line.held.length > 0));
  if (sharing.length === 0 && split.length === 0) return [];
  await related.saveHeld(ctx, held);
  await rows.saveRecipients(ctx, split.flatMap(recipientsOfParts));
  await keepLater(
    ctx,
    split.flatMap(({ stored, order }) =>
      stored.parts.flatMap((part) => {
        const later = movedAbroad(part, order) ? order.address : laterAddress(part, order);
        return later ? [{ order_id: part.id, later, original: part.recipient?.original ?? saidBefore(part) }] : [];
      }),
    ),
  );
  const followed = await related.followOrigins(
    ctx,
    split.map(({ stored }) => stored.id),
  );
  const holders = sharing.flatMap(({ stored }) =>
    stored.lines.flatMap((line) => line.held.flatMap((share) => (share.quantity > 0 ? [share.order_id] : []))),
  );
  const ids = [...new Set([...followed, ...holders])];
  await related.recount(ctx, [...ids, ...sharing.map(({ stored }) => stored.id)]);
  return ids;
}

const recipientsOfParts = ({ stored, order }: Changed) =>
  stored.parts.flatMap((part) => {
    const change = recipientChange(part, keepsAddress(part, order) ? withoutAddress(order) : order);
    return change ? [{ order_id: part.id, ...change.columns }] : [];
  });
