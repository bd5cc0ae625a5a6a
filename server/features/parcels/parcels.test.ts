import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { histories, type HistoryName, historyNames, lastMileOf } from '#sandbox/carrier/histories.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type Channel, givenChannel } from '#testing/order-fixtures.ts';
import { givenShipped, runTask, type Shipped } from '#testing/parcel-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

const day = 86_400_000;
const domain = 'followed.myshopify.com';
let stage: StoreStage;
let owner: Person;
let packer: Awaited<ReturnType<typeof staff>>;
let channel: Channel;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  channel = await givenChannel(stage.test);
});
afterAll(() => stage.close());
/** Everybody logs in again: sessions end while parcels travel. */
async function logIn(): Promise<void> {
  owner = await merchant(stage.test, { account_id: owner.account_id });
  packer = await staff(stage.test, 'warehouse');
}
beforeEach(async () => {
  stage.carrier.faults.clear();
  await logIn();
});

let count = 0;
const newNumber = () => `YT${700_000 + (count += 1)}`;
/** A paid order that left by new numbers, each with a history that begins now. */
async function shipped(...kinds: HistoryName[]): Promise<Shipped> {
  const numbers = kinds.map(newNumber);
  for (const [at, history] of kinds.entries()) await stage.carrier.plan(numbers[at] ?? '', history);
  return givenShipped(stage.test, owner, { channel, packer, numbers });
}
/** The service calls about what has happened, and all that follows from it happens. */
async function hear(days = 0): Promise<void> {
  stage.test.clock.advance(days * day);
  await stage.carrier.report();
  await stage.run();
}
const register = () => runTask(stage.test, 'carriers_ask');
const read = async (id: string) =>
  (await stage.test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const statuses = async (id: string): Promise<string[]> =>
  (await read(id)).parcels.map((parcel: { status: string }) => parcel.status);

describe('what carriers say', () => {
  it('comes by one interface: numbers are registered, the service calls over its own protocol, and at least ten histories are played', {
    tags: ['D10-01'],
  }, async () => {
    expect(historyNames.length).toBeGreaterThanOrEqual(10);
    const order = await shipped(...historyNames);
    await register();
    for (const days of [1, 4, 5, 5, 10, 30]) await hear(days);
    await logIn();
    expect(await statuses(order.id)).toEqual(historyNames.map((name) => histories[name].end));
  });

  it('is the same when calls come twice, in the wrong order or not at all', async () => {
    const order = await shipped('smooth');
    await register();
    stage.carrier.faults.set({ newestFirst: true, copies: 3 });
    await hear(7);
    expect(await statuses(order.id)).toEqual(['in_transit']);
    stage.carrier.faults.set({ deaf: true });
    await hear(4);
    expect(await statuses(order.id)).toEqual(['in_transit']);
    stage.carrier.faults.clear();
    await register(); // asked six hours after it was asked last, at the latest
    expect(await statuses(order.id)).toEqual(['delivered']);
    const events = await sqlRows(
      stage.test,
      `SELECT key FROM parcel_events WHERE parcel_id = '${order.parcels[0]?.id}'`,
    );
    expect(events).toHaveLength(8);
  });

  it('is believed only when it is signed, fresh and readable', async () => {
    const order = await shipped('smooth');
    await register();
    stage.carrier.faults.set({ forged: true });
    await hear(1);
    expect(await statuses(order.id)).toEqual(['info_received']); // asked for when it was registered
    const post = (headers: Record<string, string>, path = 'tracking') =>
      stage.test.call('POST', `/api/webhooks/carrier/${path}`, { headers, body: { id: 'x' } });
    expect(await post({})).toMatchObject({ status: 400 });
    expect(await post({ 'x-tracking-timestamp': '1', 'x-tracking-signature': 'ab' })).toMatchObject({ status: 400 });
    expect(await post({}, 'nobody')).toMatchObject({ status: 404 });
  });

  it('waits for a service that is down, longer from try to try', async () => {
    const order = await shipped('smooth');
    stage.carrier.faults.set({ outage: true });
    await register();
    await register();
    const rows = await sqlRows(
      stage.test,
      `SELECT state, attempts FROM parcel_trackings WHERE parcel_id = '${order.parcels[0]?.id}'`,
    );
    expect(rows).toEqual([{ state: 'waiting', attempts: 1 }]);
    stage.carrier.faults.clear();
    stage.test.clock.advance(day);
    await register();
    expect(await statuses(order.id)).toEqual(['in_transit']);
  });
});

describe('a parcel’s story', () => {
  const path = (id: string) => `/api/shopify_orders/${id}/parcels`;
  const asStaff = (id: string) => `/api/staff/orders/${owner.account_id}/${id}/parcels`;

  it('is told with all its events, newest first, and what is expected next', { tags: ['D10-07'] }, async () => {
    const order = await shipped('customs_hold', 'smooth');
    const get = async () => (await stage.test.call('GET', path(order.id), { token: owner.token })).body.data;
    await register();
    const [fresh] = (await get()).parcels;
    expect(fresh).toMatchObject({
      status: 'info_received',
      expected: { what: 'scan' },
      events: [{ status: 'info_received' }],
    });
    await hear(8);
    const [held, other] = (await get()).parcels;
    expect(held).toMatchObject({
      status: 'exception',
      substatus: 'customs',
      units: 1,
      expected: { what: 'answer' },
      alerts: [{ rule: 'exception', claim_reason: 'customs' }],
    });
    expect(held.events).toHaveLength(6);
    expect(held.events[0]).toMatchObject({
      place: 'Los Angeles, US',
      said: 'Held by customs: papers are missing',
      replaced: false,
    });
    expect(other).toMatchObject({ status: 'in_transit', alerts: [] });
    await hear(2);
    expect((await get()).parcels[1]).toMatchObject({ status: 'delivered', expected: null });
  });

  it('goes through the places of the country that its order goes to', async () => {
    const order = await shipped('smooth');
    await sqlRows(stage.test, `UPDATE orders SET country = 'AU' WHERE id = '${order.id}'`);
    await register();
    await hear(12);
    await logIn();
    const [parcel] = (await stage.test.call('GET', path(order.id), { token: owner.token })).body.data.parcels;
    const places = new Set(parcel.events.map(({ place }: { place: string }) => place).filter(Boolean));
    expect(places).toEqual(new Set(['Melbourne, AU', 'Sydney, AU', 'Hangzhou, CN', 'Yiwu, CN']));
  });

  it('is for who may see the order, and for staff, who leave a trace', async () => {
    const order = await shipped('smooth');
    const stranger = await merchant(stage.test);
    expect(await stage.test.call('GET', path(order.id), { token: stranger.token })).toMatchObject({ status: 404 });
    expect(await stage.test.call('GET', path('x'), { token: owner.token })).toMatchObject({ status: 404 });
    expect(await stage.test.call('GET', path(order.id))).toMatchObject({ status: 401 });
    expect(await stage.test.call('GET', asStaff(order.id), { token: owner.token })).toMatchObject({ status: 403 });
    expect(await stage.test.call('GET', asStaff(uuid()), { token: packer.token })).toMatchObject({ status: 404 });
    const { body } = await stage.test.call('GET', asStaff(order.id), { token: packer.token });
    expect(body.data.parcels).toMatchObject([{ tracking_number: order.parcels[0]?.number }]);
    const seen = await sqlRows(stage.test, `SELECT route FROM access_log WHERE entity_id = '${order.id}'`);
    expect(seen).toContainEqual({ route: 'parcels.staffOfOrder' });
  });

  it('is asked for at once when staff want to know', async () => {
    const order = await shipped('smooth');
    stage.test.clock.advance(day);
    const ask = (id = order.parcels[0]?.id, token = packer.token) =>
      stage.test.call('POST', `/api/staff/parcels/${owner.account_id}/${id}/ask`, { token });
    expect(await ask()).toMatchObject({ status: 200, body: { data: { asked: true } } });
    expect(await statuses(order.id)).toEqual(['in_transit']);
    stage.carrier.faults.set({ outage: true });
    expect(await ask()).toMatchObject({ status: 200, body: { data: { asked: false } } });
    expect(await ask(uuid())).toMatchObject({ status: 404 });
    expect(await ask(undefined, owner.token)).toMatchObject({ status: 403 });
  });
});

describe('what follows', () => {
  it('is a delivered order when all its parcels arrived, and not before; one that comes back says so', {
    tags: ['D10-03'],
  }, async () => {
    const order = await shipped('smooth', 'two_parcels');
    await register();
    await hear(10);
    expect(await statuses(order.id)).toEqual(['delivered', 'in_transit']);
    expect((await read(order.id)).stage).toBe('shipped');
    const promised = async () =>
      (await stage.test.call('GET', `/api/shopify_orders/${order.id}/parcels`, { token: owner.token })).body.data
        .promised;
    expect(await promised()).toEqual({ from: expect.any(String), by: expect.any(String) });
    await hear(3);
    expect(await read(order.id)).toMatchObject({ stage: 'delivered' });
    expect(await promised()).toBeNull(); // nothing is expected any more
    const back = await shipped('delivered_then_returned');
    await register();
    await hear(10);
    expect((await read(back.id)).stage).toBe('delivered');
    await hear(13);
    await logIn();
    const returned = await read(back.id);
    expect(returned).toMatchObject({ stage: 'shipped', parcels: [{ status: 'returned', delivered_at: null }] });
    expect(returned.events.map((event: { kind: string }) => event.kind)).toContain('parcel_returned');
  });
});

describe('what shops learn', () => {
  let store: string;
  let variant: string;
  beforeAll(async () => {
    await stage.shops.createDemoShop(domain);
    await logIn();
    store = await stage.connect(owner, domain);
    variant = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  });
  const push = async (tracking_push: string) => {
    const path = `/api/stores/${store}/settings`;
    const kept = (await stage.test.call('GET', path, { token: owner.token })).body.data;
    const body = { ...kept, settings: { ...kept.settings, tracking_push } };
    expect(await stage.test.call('PUT', path, { token: owner.token, body })).toMatchObject({ status: 200 });
    await stage.run();
  };
  /** An order of the shop, with a parcel of it by this number. */
  async function parcelled(number: string) {
    const placed = await stage.shops.placeOrder(domain, { lines: [{ variantId: variant, quantity: 1 }] });
    await stage.shops.settled(domain);
    await stage.run();
    const parcel = uuid();
    await sqlRows(
      stage.test,
      `WITH o AS (SELECT account_id, id FROM orders WHERE external_id = '${placed.id}'),
       p AS (INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, shipped_at)
         SELECT account_id, '${parcel}', id, '${channel.id}', 'YunExpress', '${number}', '${stage.test.clock.now().toISOString()}' FROM o RETURNING account_id, id)
       INSERT INTO parcel_lines (account_id, parcel_id, line_id, quantity)
       SELECT p.account_id, p.id, l.id, 1 FROM p, o JOIN order_lines l ON l.order_id = o.id`,
    );
    return { name: placed.name, parcel };
  }
  const numbersAt = async (name: string) =>
    (await stage.shops.fulfillments(domain, { byApp: true }))
      .filter((one) => one.order_name === name)
      .map((one) => one.tracking.numbers);

  it('is the number when the carrier scans the parcel first, in stores that wait for it', {
    tags: ['D10-09'],
  }, async () => {
    await push('first_scan');
    const number = newNumber();
    await stage.carrier.plan(number, 'smooth');
    const { name } = await parcelled(number);
    await register();
    await hear();
    expect(await numbersAt(name)).toEqual([]);
    await hear(1);
    expect(await numbersAt(name)).toEqual([[number]]);
  });

  it('is a corrected number and one that was swapped for the last mile, each without a second fulfilment', {
    tags: ['D10-04'],
  }, async () => {
    await push('label');
    const [wrong, right] = [newNumber(), newNumber()];
    await stage.carrier.plan(wrong, 'wrong_number');
    await stage.carrier.plan(right, 'swapped_last_mile');
    const { name, parcel } = await parcelled(wrong);
    const path = `/api/staff/parcels/${owner.account_id}/${parcel}`;
    await register();
    const status = async () =>
      (await sqlRows(stage.test, `SELECT status, substatus, last_mile_number FROM parcels WHERE id = '${parcel}'`))[0];
    expect(await status()).toMatchObject({ status: 'exception', substatus: 'unrecognised' });
    await stage.test.call('POST', `${path}/scan`, { token: packer.token }); // the shop is notified of the wrong number
    await stage.run();
    expect(await numbersAt(name)).toEqual([[wrong]]);
    const [{ version }] = (await sqlRows(stage.test, `SELECT version FROM parcels WHERE id = '${parcel}'`)) as [
      { version: number },
    ];
    const body = { tracking_number: right, version };
    expect(await stage.test.call('PUT', path, { token: packer.token, body })).toMatchObject({ status: 200 });
    expect(await status()).toMatchObject({ status: 'in_transit', substatus: null });
    await register();
    await stage.run();
    expect(await numbersAt(name)).toEqual([[right]]);
    await hear(9);
    expect(await status()).toMatchObject({ status: 'out_for_delivery', last_mile_number: lastMileOf(right) });
    expect(await numbersAt(name)).toHaveLength(1);
    const legs = await sqlRows(
      stage.test,
      `SELECT number, leg, state FROM parcel_trackings WHERE parcel_id = '${parcel}' ORDER BY leg, state`,
    );
    expect(legs).toMatchObject([
      { leg: 'last_mile' },
      { number: right, state: 'registered' },
      { number: wrong, state: 'replaced' },
    ]);
  });
});
