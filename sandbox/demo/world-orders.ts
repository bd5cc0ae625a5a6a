import type { Calendar } from '#server/lib/business-time.ts';
import { shipsBy } from '#server/features/orders/rules/next-step.ts';
import { type ChannelPlan, CHANNELS } from './data/channels.ts';
import type { MerchantPlan, StorePlan } from './data/merchants.ts';
import type { Random } from './random.ts';
import type { Ids, Market, Order, Product } from './world.ts';
import { buyerCountry, filled, makeBuyer, spoilt } from './world-buyers.ts';
import { unservedBy } from './world-markets.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Handed to the carrier at ten in the morning, UTC. */
const handover = 10 * hour;
/** How long ago those paid who pay today: after the collection of that day. */
const lastPayment = 13 * hour;
/** The minute of the day, in Shanghai, until when parcels are collected. */
const cutOff = 18 * 60;
const noHolidays: Calendar = new Map();
const HOLDS = [
  'Buyer asked to wait until the 28th.',
  'Waiting for the buyer to confirm the size.',
  'Combine with the next order.',
];
const WISHES = ['Please leave at the door.', 'Gift: no price inside, please.', 'Deliver after 5 pm.'];

type Input = {
  merchant: MerchantPlan;
  plan: StorePlan;
  products: Product[];
  markets: Market[];
  ids: Ids;
  now: Date;
  scale: number;
};
type Shelf = { sold: Product[]; waiting: Product[]; unknown: Product[] };
type Pace = { every: number; phase: number };

/** Orders of one store, oldest first, each with what became of it until now. */
export function makeOrders(random: Random, input: Input): Order[] {
  const { plan, merchant, now } = input;
  const count = Math.max(3, Math.round(plan.orders * input.scale));
  const start = plan.shop === null ? 1 : random.int(1, 9) * 1000;
  const pace: Pace = { every: merchant.pays_every, phase: random.int(0, merchant.pays_every - 1) };
  const orders = moments(random, count, input).map((placed_at, index): Order => {
    const order = draft(random, input, placed_at, start + index + 1);
    settle(random, order, { pace, channel: channelOf(input, order.country), now, lost: lostAt(plan, now) });
    return order;
  });
  orderAgain(orders);
  return orders;
}

/** One buyer remembers something and orders again within the day: two orders that can go in one parcel. */
function orderAgain(orders: readonly Order[]): void {
  const open = orders.filter((order) => order.paid_at === null && order.blocked === null && order.held === null);
  const goods = (order: Order) => order.lines.map(({ variant }) => variant.id).join(' ');
  for (const [index, order] of open.entries()) {
    const again = open[index + 1];
    if (!again || order.cancelled_at || again.cancelled_at || order.sent_by_hand_at || again.sent_by_hand_at) continue;
    const near = again.placed_at.getTime() - order.placed_at.getTime() < day;
    if (!near || order.country !== again.country || goods(order) === goods(again)) continue;
    again.address = order.address;
    again.email = order.email;
    return;
  }
}

/** Of a client that is invoiced for each day: the newest order of a store that can be paid came after midnight, and is on no invoice yet. */
export function leaveForCheckout(orders: readonly Order[], now: Date): void {
  const waiting = orders.filter(
    ({ paid_at, blocked, held, cancelled_at, sent_by_hand_at, lines }) =>
      !(paid_at ?? blocked ?? held ?? cancelled_at ?? sent_by_hand_at) &&
      lines.every(({ product: { sourcing } }) => sourcing.kind !== 'quote' || sourcing.quote.end === 'accepted'),
  );
  const newest = waiting.at(-1);
  if (!newest) return;
  newest.placed_at = new Date(now.getTime() - 25 * minute);
  newest.updated_at = newest.placed_at;
}

/** A store that must be authorized again told us nothing since. */
const lostAt = (plan: StorePlan, now: Date) =>
  plan.state === 'needs_reauth' ? now.getTime() - 4 * day : now.getTime();

function moments(random: Random, count: number, { plan, now }: Input): Date[] {
  const span = Math.min(60, plan.age) * day - 2 * hour;
  const end = lostAt(plan, now) - 10 * minute;
  const times = Array.from({ length: count }, () => {
    // Shops grow: the last day sells nearly twice as much as the first.
    const grown = (Math.sqrt(0.49 + 1.2 * random.next()) - 0.7) / 0.6;
    return end - Math.round(((1 - grown) * (span - (now.getTime() - end))) / 1000) * 1000;
  });
  return times.sort((a, b) => a - b).map((time) => new Date(time));
}

/** What the shop sells at a moment: priced goods, goods whose quote is open, goods that nobody has priced. */
function shelfAt(products: readonly Product[], at: Date): Shelf {
  const there = products.filter((product) => product.created_at <= at);
  const shown = there.length > 0 ? there : products.slice(0, 3);
  const isOpen = ({ sourcing }: Product) =>
    sourcing.kind === 'quote' && sourcing.quote.asked_at <= at && ['submitted', 'quoted'].includes(sourcing.quote.end);
  const isSold = ({ sourcing }: Product) =>
    sourcing.kind === 'listed' ||
    (sourcing.kind === 'quote' && sourcing.quote.end === 'accepted' && sourcing.quote.asked_at <= at);
  const isUnknown = ({ sourcing }: Product) =>
    sourcing.kind === 'none' || (sourcing.kind === 'quote' && ['declined', 'cancelled'].includes(sourcing.quote.end));
  const sold = shown.filter(isSold);
  return {
    sold: sold.length > 0 ? sold : products.slice(0, 1),
    waiting: shown.filter(isOpen),
    unknown: shown.filter(isUnknown),
  };
}

/** Trouble is mostly young: what is older was solved. */
function blockFor(random: Random, age: number, shelf: Shelf, plan: MerchantPlan): Order['blocked'] {
  const share = age < 2 ? 0.16 : age < 6 ? 0.12 : age < 14 ? 0.06 : age < 28 ? 0.015 : 0.002;
  if (!random.chance(share)) return null;
  const code = random.weighted([
    ['UNMAPPED_VARIANT', shelf.unknown.length > 0 ? 40 : 0],
    ['ADDRESS_INCOMPLETE', 30],
    ['STORE_UNPAID', 20],
    ['COUNTRY_NOT_SERVED', unservedBy(plan).length > 0 ? 16 : 0],
  ] as const);
  return code;
}

function draft(random: Random, input: Input, placed_at: Date, number: number): Order {
  const { plan, merchant, markets, ids, now } = input;
  const shelf = shelfAt(input.products, placed_at);
  const age = (now.getTime() - placed_at.getTime()) / day;
  const blocked = blockFor(random, age, shelf, merchant);
  const open = markets.map((market) => market.country);
  const country =
    blocked === 'COUNTRY_NOT_SERVED' ? (unservedBy(merchant)[0] ?? plan.home) : buyerCountry(random, plan.home, open);
  const { address, email } = makeBuyer(random, country);
  const isQuoting = blocked === null && shelf.waiting.length > 0 && random.chance(0.16);
  const first =
    blocked === 'UNMAPPED_VARIANT'
      ? random.pick(shelf.unknown)
      : isQuoting
        ? random.pick(shelf.waiting)
        : random.pick(shelf.sold);
  const more = random.some(
    shelf.sold.filter((product) => product !== first),
    random.weighted([
      [0, 66],
      [1, 25],
      [2, 9],
    ] as const),
  );
  return {
    id: ids.order(),
    number,
    placed_at,
    updated_at: placed_at,
    country,
    address: blocked === 'ADDRESS_INCOMPLETE' ? spoilt(random, address) : address,
    email,
    note: random.chance(0.05) ? random.pick(WISHES) : null,
    shipping: random.chance(0.5) ? 0 : random.pick([390, 490, 590]),
    lines: [first, ...more].map((product) => ({
      id: ids.line(),
      product,
      variant: random.pick(product.variants),
      quantity: random.weighted([
        [1, 74],
        [2, 20],
        [3, 6],
      ] as const),
    })),
    financial: blocked === 'STORE_UNPAID' ? (random.chance(0.7) ? 'PENDING' : 'AUTHORIZED') : 'PAID',
    cancelled_at: null,
    sent_by_hand_at: null,
    blocked,
    held: null,
    paid_at: null,
    parcels: [],
    claim: null,
  };
}

type Times = { pace: Pace; channel: ChannelPlan | undefined; now: Date; lost: number };

/** Lets time pass over an order: cancelled, held, paid, handed over, delivered. */
function settle(random: Random, order: Order, { pace, channel, now, lost }: Times): void {
  const isWaiting = order.lines.some(
    ({ product: { sourcing } }) => sourcing.kind === 'quote' && sourcing.quote.end !== 'accepted',
  );
  if (order.blocked !== null || isWaiting) return;
  const within = (time: number) => (time <= lost ? new Date(time) : null);
  const soon = order.placed_at.getTime() + random.int(15, 300) * minute;
  const fate = random.next();
  if (fate < 0.015) order.cancelled_at = within(soon);
  else if (fate < 0.02) order.sent_by_hand_at = within(soon + day);
  if (order.cancelled_at || order.sent_by_hand_at) return;
  const paid = payTime(random, order, pace, now);
  if (paid === null) {
    order.held = random.chance(0.07) ? random.pick(HOLDS) : null;
    return;
  }
  const left = handoverTime(random, paid, pace);
  order.paid_at = left > lost ? paidInTime(new Date(paid), now) : new Date(paid);
  if (left > lost) return;
  if (!channel) throw new Error(`nothing is sent to ${order.country}`);
  order.parcels = [parcelOf(random, order, left, channel, now)];
}

/** The merchant's next round of payments after the order could be paid; now and then it waits for the one after. */
function payTime(random: Random, order: Order, pace: Pace, now: Date): number | null {
  const priced = order.lines.map(({ product: { sourcing } }) =>
    sourcing.kind === 'quote' ? (sourcing.quote.closed_at?.getTime() ?? 0) : 0,
  );
  const payable = Math.max(order.placed_at.getTime(), ...priced) + 30 * minute;
  const last = now.getTime() - lastPayment - pace.phase * day;
  const rounds = Math.floor((last - payable) / (pace.every * day));
  if (last < payable) return null;
  const skipped = rounds < 8 && random.chance(0.13) ? 1 : 0;
  return skipped > rounds ? null : last - (rounds - skipped) * pace.every * day;
}

/** Carriers collect daily but on Sundays; smaller clients' orders take a day longer. All leave within 72 hours of the payment. */
function handoverTime(random: Random, paid: number, pace: Pace): number {
  const days = (random.chance(0.45) ? 2 : 1) + (pace.every < 3 ? 0 : 1);
  const at = Math.floor(paid / day) * day + days * day + handover;
  if (new Date(at).getUTCDay() !== 0) return at;
  return days < 3 ? at + day : at - day;
}

/** When what has not left was paid: at latest so that it need not leave within the day that people look at the demo. */
const paidInTime = (paid: Date, now: Date): Date =>
  shipsBy(paid, cutOff, noHolidays).getTime() > now.getTime() + day ? paid : new Date(now.getTime() - lastPayment);

/** The channel that orders to a country are priced for: the one that the store names, else the cheapest. */
function channelOf({ plan, markets }: Input, country: string): ChannelPlan | undefined {
  const code = plan.ships?.[country] ?? markets.find((market) => market.country === country)?.channels[0];
  return CHANNELS.find((one) => one.code === code);
}

/** A parcel with everything in it, on the channel that the order was priced for. */
function parcelOf(random: Random, order: Order, at: number, channel: ChannelPlan, now: Date): Order['parcels'][number] {
  const [soonest, latest] = channel.days.map((days) => days * 24) as [number, number]; // of a pair
  // what is promised counts from the payment and is kept: the days before the hand-over come off the last ones
  const delivered = at + random.int(soonest, Math.max(soonest + 6, latest - 48)) * hour;
  return {
    at: new Date(at),
    channel: channel.code,
    tracking: filled(random, channel.number),
    quantities: Object.fromEntries(order.lines.map((line, index) => [index, line.quantity])),
    delivered_at: delivered <= now.getTime() ? new Date(delivered) : null,
  };
}
