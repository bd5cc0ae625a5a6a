import type { Stage } from '#contract/order-actions.ts';
import { audit } from '#server/db/audit.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { recount } from '../records/related.db.ts';
import * as rows from './move-units.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';

/** Units of a line, to be sent by the order `to` from now on. */
export type Wanted = { line: rows.MovableLine; units: number; to: string };

/**
 * Moves units between orders, and prices all of them again: the one action that splitting, merging and undoing consist of. The
 * orders are locked and none of them is paid. Answers them as they stand then.
 */
export async function moveUnits(ctx: AccountCtx, wanted: readonly Wanted[]) {
  const moves = wanted.map(moveOf);
  const ids = [...new Set(wanted.flatMap(({ line, to }) => [line.order_id, to]))].sort();
  const sales = salesOf(wanted, await rows.findTotals(ctx, ids), await rows.findMovable(ctx, ids));
  await rows.moveLines(ctx, moves);
  await rows.moveTotals(ctx, sales);
  await recount(ctx, ids);
  await reviewOrders(ctx, { orderIds: ids });
  return outlook(ctx, ids);
}

/** Where all that is wanted of a line goes, what its shop took away goes along, so that nothing of it stays behind. */
function moveOf({ line, units, to }: Wanted): rows.Move {
  const quantity = !line.own && units === line.wanted ? line.quantity : units;
  return { line_id: line.line_id, quantity, wanted: units, to };
}

type Totals = Awaited<ReturnType<typeof rows.findTotals>>;
const unitsIn = (some: readonly Wanted[]) => some.reduce((sum, { units }) => sum + units, 0);

/**
 * What the buyer paid goes with the units, the tax in it too, so that sums over orders count it once: by their prices, all of it with the last
 * of them, and all that went away when all come home.
 */
function salesOf(wanted: readonly Wanted[], totals: Totals, movable: readonly rows.MovableLine[]) {
  const net = new Map<string, Sold>();
  const add = (id: string, { amount, tax }: Sold, sign: 1 | -1) => {
    const before = net.get(id) ?? { amount: 0, tax: 0 };
    net.set(id, { amount: before.amount + sign * amount, tax: before.tax + sign * tax });
  };
  for (const [from, { total, tax }] of totals) {
    const going = wanted.filter(({ line }) => line.order_id === from);
    const here = movable.filter((line) => line.order_id === from).reduce((sum, line) => sum + line.wanted, 0);
    let left: Sold = { amount: total, tax };
    const targets = [...new Set(going.map(({ to }) => to))];
    for (const [index, to] of targets.entries()) {
      const sold = going.filter((one) => one.to === to);
      const worth = sold.reduce((sum, one) => sum + one.units * (one.line.unit_price ?? 0), 0);
      const last = unitsIn(going) === here && index === targets.length - 1;
      const share = returned(sold, to, totals) ?? (last ? left : partOf(left, worth));
      left = { amount: left.amount - share.amount, tax: left.tax - share.tax };
      add(from, share, -1);
      add(to, share, 1);
    }
  }
  return [...net].map(([id, sale]) => ({ id, ...sale }));
}

type Sold = { amount: number; tax: number };

/** So much of a sale, with its share of the tax. */
function partOf(sale: Sold, worth: number): Sold {
  const amount = Math.max(0, Math.min(sale.amount, worth));
  return { amount, tax: amount === 0 ? 0 : Math.round((sale.tax * amount) / sale.amount) };
}

/** What went away from an order, when these are all its units that did. */
function returned(sold: readonly Wanted[], to: string, totals: Totals): Sold | undefined {
  const home = totals.get(to);
  if (!home || home.away === 0 || sold.some(({ line }) => line.home !== to)) return undefined;
  const back = sold.reduce((sum, one) => sum + moveOf(one).quantity, 0);
  return back === home.away ? { amount: home.moved_total, tax: home.moved_tax } : undefined;
}

/** Orders as they would cost now, so that a preview compares the same prices and the same stock. */
export async function outlookNow(ctx: AccountCtx, ids: readonly string[]) {
  await reviewOrders(ctx, { orderIds: ids });
  return outlook(ctx, ids);
}

/** Orders with their units and costs. */
async function outlook(ctx: AccountCtx, ids: readonly string[]) {
  const found = await rows.findOutlook(ctx, ids);
  return found.map((row) => ({ ...row, stage: row.stage as Stage })); // a CHECK constraint holds the column to the contract's words
}
export type Outlook = Awaited<ReturnType<typeof outlook>>;

/** What all of them cost together; null while one of them has no price. */
export function totalOf(after: Outlook): number | null {
  const live = after.filter(({ units }) => units > 0);
  return live.every(({ cost }) => cost !== null) ? live.reduce((sum, { cost }) => sum + (cost?.total ?? 0), 0) : null;
}

/** Throws when the action would lead to another cost than its preview said. */
export function requireTotal(after: Outlook, expected: number | null): void {
  if (totalOf(after) !== expected) throw appError('price_changed', { text: 'orders.cost_changed' });
}

/** What a regrouping leaves behind: a line in each order's timeline, its audit row, open pages notified. */
export async function noteMoved(
  ctx: AccountCtx,
  action: 'split' | 'merge' | 'put_back',
  id: string,
  events: Parameters<typeof noteEvents>[1],
): Promise<void> {
  await noteEvents(ctx, events);
  const orders = events.map(({ order_id }) => order_id);
  await audit(ctx, { action: `orders.${action}`, entity: 'orders', entity_id: id, details: { orders } });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
}
