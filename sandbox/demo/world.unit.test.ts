import { describe, expect, it } from 'vitest';
import { shipsBy } from '#server/features/orders/rules/next-step.ts';
import { leastParcels } from '#contract/statistics-rules.ts';
import { CATALOGUE_SCENE } from '../shop/picture.ts';
import { CLAIMS_OF_TODAY } from './data/claims.ts';
import { GOODS } from './data/goods.ts';
import { demoNow, makeWorld, type Order, type World } from './world.ts';

const now = new Date('2026-11-21T06:00:00Z');
const ordersOf = (world: World): Order[] =>
  world.merchants.flatMap(({ stores }) => stores.flatMap(({ orders }) => orders));
const hour = 3_600_000;
const hasLeft = ({ parcels }: Order) => parcels.length > 0;
const isUnderWay = ({ parcels }: Order) => parcels.some(({ delivered_at }) => delivered_at === null);
const pieces = (order: Order) => order.lines.reduce((sum, line) => sum + line.quantity, 0);
const sent = (order: Order) =>
  order.parcels.reduce((sum, parcel) => sum + Object.values(parcel.quantities).reduce((a, b) => a + b, 0), 0);

describe('the present of the demo', () => {
  it('is the last six o’clock, UTC', () => {
    expect(demoNow(new Date('2026-11-21T06:00:00Z')).toISOString()).toBe('2026-11-21T06:00:00.000Z');
    expect(demoNow(new Date('2026-11-21T23:59:59Z')).toISOString()).toBe('2026-11-21T06:00:00.000Z');
    expect(demoNow(new Date('2026-11-21T05:59:59Z')).toISOString()).toBe('2026-11-20T06:00:00.000Z');
  });
});

describe('the world', () => {
  const world = makeWorld({ now, size: 'full' });
  const orders = ordersOf(world);

  it('is the same every time', () => {
    expect(makeWorld({ now, size: 'full' })).toEqual(world);
    expect(makeWorld({ now, size: 'small' })).toEqual(makeWorld({ now, size: 'small' }));
  });

  it('moves with the day and keeps its shape', () => {
    const later = ordersOf(makeWorld({ now: new Date('2026-11-22T06:00:00Z'), size: 'full' }));
    expect(later.length).toBe(orders.length);
    expect(later[0]?.placed_at.getTime()).toBe((orders[0]?.placed_at.getTime() ?? 0) + 86_400_000);
  });

  it('has requests that wait since working hours of Shanghai, most of them since today', () => {
    const quotes = world.merchants.flatMap(({ stores }) =>
      stores.flatMap(({ products }) =>
        products.flatMap(({ sourcing }) => (sourcing.kind === 'quote' ? [sourcing.quote] : [])),
      ),
    );
    const ages = quotes
      .filter(({ end }) => end === 'submitted')
      .map(({ asked_at }) => (now.getTime() - asked_at.getTime()) / hour);
    expect(ages.length).toBeGreaterThan(5);
    // the present is 14:00 there, and people work from 9:00 on
    for (const age of ages) expect(age % 24).toBeLessThanOrEqual(4);
    expect(ages.filter((age) => age > 24).length).toBeLessThan(ages.length / 3);
  });

  it('has the size that was asked for', () => {
    const stores = world.merchants.flatMap((merchant) => merchant.stores);
    expect(world.merchants).toHaveLength(12);
    expect(world.staff.filter(({ roles }) => roles.includes('agent'))).toHaveLength(3);
    expect(stores).toHaveLength(25);
    expect(stores.filter(({ domain }) => domain === null)).toHaveLength(2);
    expect(stores.filter(({ state }) => state === 'needs_reauth')).toHaveLength(1);
    expect(stores.filter(({ state }) => state === 'paused')).toHaveLength(1);
    expect(stores.flatMap(({ products }) => products)).toHaveLength(400);
    expect(orders).toHaveLength(6000);
    expect(world.channels).toHaveLength(12);
    expect(new Set(orders.map(({ country }) => country)).size).toBe(20);
    expect(world.merchants.find(({ key }) => key === 'fresh')?.stores).toEqual([]);
  });

  it.each([0, 3, 6])(
    'sends the United States’ parcels of one account by two shipping methods, enough for a recommendation, %i days on',
    (days) => {
      const present = new Date(now.getTime() + days * 86_400_000);
      const harbour = makeWorld({ now: present, size: 'full' }).merchants.find(({ key }) => key === 'harbour');
      const arrived = (harbour?.stores ?? []).flatMap((store) =>
        store.orders
          .filter(({ country }) => country === 'US')
          .flatMap(({ parcels }) => parcels)
          .filter(({ delivered_at }) => delivered_at !== null)
          .map(({ channel }) => ({ channel, named: store.ships.US })),
      );
      const named = arrived.filter((parcel) => parcel.named !== undefined);
      const cheapest = arrived.filter((parcel) => parcel.named === undefined);
      expect(new Set(named.map(({ channel }) => channel))).toEqual(new Set(['CP-EPACKET']));
      expect(new Set(cheapest.map(({ channel }) => channel))).toEqual(new Set(['YW-AIR']));
      // the one that costs more sent the most: the recommendation is to leave it
      expect(cheapest.length).toBeGreaterThan(2 * leastParcels);
      expect(named.length).toBeGreaterThan(cheapest.length);
    },
  );

  it('shows each good by a picture of its own, and each product as its good in the catalogue', () => {
    expect(new Set(GOODS.map(([, , motif]) => motif)).size).toBe(GOODS.length);
    expect(GOODS.length).toBeGreaterThanOrEqual(60);
    const shown = new Map(world.skus.map(({ key, picture }) => [key, picture]));
    const products = world.merchants.flatMap(({ stores }) => stores.flatMap((store) => store.products));
    for (const { picture, variants } of products) {
      expect(shown.get(variants[0]?.made_of ?? '')?.motif).toBe(picture.motif);
      expect(picture.scene).not.toBe(CATALOGUE_SCENE);
    }
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'keeps the proportions: 3 % blocked, 8 % of what is under way partly shipped, 2 % claimed; %i days on',
    (days) => {
      const present = new Date(now.getTime() + days * 86_400_000);
      const all = ordersOf(makeWorld({ now: present, size: 'full' }));
      const [left, underWay] = [all.filter(hasLeft), all.filter(isUnderWay)];
      const blocked = all.filter((order) => order.blocked !== null).length / all.length;
      expect(blocked).toBeGreaterThan(0.025);
      expect(blocked).toBeLessThan(0.035);
      expect(left.filter((order) => sent(order) < pieces(order)).length / underWay.length).toBeCloseTo(0.08, 2);
      // the large merchant's latest are told manually
      const claimed = left.filter(({ claim }) => claim !== null).length + CLAIMS_OF_TODAY;
      expect(claimed / left.length).toBeCloseTo(0.02, 3);
      expect((left.length - underWay.length) / all.length).toBeGreaterThan(0.55);
      // what is paid and has not wholly left after three days is an exception
      const late = all.filter(
        (order) =>
          order.paid_at && present.getTime() - order.paid_at.getTime() > 72 * hour && sent(order) < pieces(order),
      );
      expect(late.length / all.length).toBeLessThan(0.02);
    },
  );

  it.each([0, 1, 2, 3, 4, 5, 6])('has nothing overdue that has not left at all, at any hour, %i days on', (days) => {
    const present = new Date(now.getTime() + days * 86_400_000);
    const waiting = ordersOf(makeWorld({ now: present, size: 'full' })).flatMap(({ paid_at, parcels, number }) =>
      paid_at && parcels.length === 0 ? [{ number, by: shipsBy(paid_at, 18 * 60, new Map()) }] : [],
    );
    expect(waiting.length).toBeGreaterThan(0);
    for (const hours of [0, 17 + 5 / 6, 18 + 1 / 6, 24]) {
      const seen = new Date(present.getTime() + hours * hour); // 06:00, 23:50 and 00:10 UTC, and when the next present begins
      expect(
        waiting.filter(({ by }) => by < seen),
        seen.toISOString(),
      ).toEqual([]);
    }
  });

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'lets everything happen in its order, and nothing in the future, %i days on',
    (days) => {
      const present = new Date(now.getTime() + days * 86_400_000);
      const wrong = ordersOf(makeWorld({ now: present, size: 'full' })).filter((order) => {
        const times = [
          order.placed_at,
          order.paid_at,
          ...order.parcels.flatMap(({ at, delivered_at }) => [at, delivered_at]),
          order.claim?.decided_at ?? null,
        ];
        const isPast = times.every((time) => time === null || time <= present);
        const isPaidFirst = order.parcels.every(({ at }) => order.paid_at !== null && at > order.paid_at);
        return (
          !isPast ||
          !isPaidFirst ||
          (order.paid_at !== null && order.paid_at <= order.placed_at) ||
          sent(order) > pieces(order)
        );
      });
      expect(wrong).toEqual([]);
    },
  );

  it('gives no id, tracking number, e-mail or shop twice', () => {
    const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
    const stores = world.merchants.flatMap((merchant) => merchant.stores);
    unique(orders.map(({ id }) => id));
    unique(orders.flatMap(({ lines }) => lines.map(({ id }) => id)));
    unique(stores.flatMap(({ products }) => products.map(({ id }) => id)));
    unique(orders.flatMap(({ parcels }) => parcels.map(({ tracking }) => tracking)));
    unique(stores.flatMap(({ domain }) => domain ?? []));
    unique([...world.staff, ...world.merchants.flatMap(({ people }) => people)].map(({ email }) => email));
  });
});
