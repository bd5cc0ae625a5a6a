import { describe, expect, it } from 'vitest';
import { demoNow, makeWorld, type Order, type World } from './world.ts';

const now = new Date('2026-11-21T06:00:00Z');
const ordersOf = (world: World): Order[] =>
  world.merchants.flatMap(({ stores }) => stores.flatMap(({ orders }) => orders));
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

  it('keeps the proportions: 3 % blocked, 8 % partly shipped, most delivered', () => {
    const share = (test: (order: Order) => boolean) => orders.filter(test).length / orders.length;
    expect(share((order) => order.blocked !== null)).toBeGreaterThan(0.025);
    expect(share((order) => order.blocked !== null)).toBeLessThan(0.035);
    expect(share((order) => sent(order) > 0 && sent(order) < pieces(order))).toBeCloseTo(0.08, 3);
    expect(
      share((order) => order.parcels.length > 0 && order.parcels.every(({ delivered_at }) => delivered_at !== null)),
    ).toBeGreaterThan(0.55);
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
