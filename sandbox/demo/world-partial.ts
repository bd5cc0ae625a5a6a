import type { Random } from './random.ts';
import type { Order, Parcel } from './world.ts';

/** Of the orders under way those of which a part waits yet, and of all those that left in two parcels (domain.md §7). */
const PARTLY = 0.08;
const IN_TWO = 0.04;
const day = 86_400_000;

const isUnderWay = ({ parcels }: Order) => parcels.some(({ delivered_at }) => delivered_at === null);
const pieces = (order: Order) => order.lines.reduce((sum, line) => sum + line.quantity, 0);

/** Takes a part out of some orders' parcels: of those paid last, for what is missing follows within days. */
export function makePartial(random: Random, orders: readonly Order[], now: Date): void {
  const first = (order: Order) => order.parcels[0]?.at.getTime() ?? 0;
  const newest = Math.max(...orders.map(first));
  const candidates = orders
    .filter((order) => order.parcels.length === 1 && pieces(order) > 1)
    .sort((a, b) => (b.paid_at?.getTime() ?? 0) - (a.paid_at?.getTime() ?? 0));
  const partly = Math.round(orders.filter(isUnderWay).length * PARTLY);
  for (const order of candidates.slice(0, partly)) order.parcels = halved(random, order, now).slice(0, 1);
  const rest = random.some(candidates.slice(partly), Math.round(orders.length * IN_TWO));
  for (const order of rest) {
    const [one, other] = halved(random, order, now);
    if (one && other && other.at.getTime() < newest) order.parcels = [one, other];
  }
  for (const order of orders) order.updated_at = lastChange(order);
}

function halved(random: Random, order: Order, now: Date): Parcel[] {
  const [whole] = order.parcels;
  if (!whole) return [];
  const all = order.lines.flatMap((line, index) => Array.from({ length: line.quantity }, () => index));
  const kept = random.some(all, random.int(1, all.length - 1));
  const sent: Record<number, number> = {};
  for (const index of kept) sent[index] = (sent[index] ?? 0) + 1;
  const left = Object.fromEntries(
    order.lines
      .map((line, index) => [index, line.quantity - (sent[index] ?? 0)] as const)
      .filter(([, quantity]) => quantity > 0),
  );
  const later = (at: Date) => new Date(at.getTime() + 3 * day);
  const arrived = whole.delivered_at && new Date(whole.delivered_at.getTime() + 3 * day);
  const tracking = whole.tracking.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 7) % 10));
  return [
    { ...whole, quantities: sent },
    {
      ...whole,
      at: later(whole.at),
      tracking,
      quantities: left,
      delivered_at: arrived && arrived <= now ? arrived : null,
    },
  ];
}

function lastChange(order: Order): Date {
  const times = [
    order.placed_at,
    order.cancelled_at,
    order.sent_by_hand_at,
    ...order.parcels.map((parcel) => parcel.at),
  ];
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
}
