import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoreSettings } from '#contract/store-rules.ts';
import { entryFor } from '#server/db/context.ts';
import { Undeliverable } from '#server/db/outbox.ts';
import { parcelQueue, sendLater } from '#server/db/queue.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { pushParcel } from './parcel-push.ts';
import type { StoresKit } from '#server/features/stores/index.ts';

const domain = 'parcels.myshopify.com';
let stage: StoreStage;
let owner: Person;
let kit: StoresKit;
let store: string;
let channel: string;
let variant: string;

beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createDemoShop(domain);
  store = await stage.connect(owner, domain);
  kit = stage.kit();
  channel = (await givenChannel(stage.test)).id;
  variant = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
let count = 0;

/** An order of two lines with three pieces each, here and at the shop, and a parcel with `quantities` of its lines. */
async function parcelled(quantities: number[], carrier = 'YunExpress') {
  const lines = [3, 3].map((quantity) => ({ variantId: variant, quantity }));
  const placed = await stage.shops.placeOrder(domain, { lines });
  await stage.shops.settled(domain);
  await stage.run();
  const parcel_id = await pack(placed.id, placed.lineIds, quantities, carrier);
  return { placed, parcel_id };
}

async function pack(orderId: string, lineIds: string[], quantities: number[], carrier = 'YunExpress'): Promise<string> {
  const { account_id } = owner;
  const id = uuid();
  count += 1;
  await system().run('all_accounts', async ({ db, now }) => {
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', store)
      .where('external_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('parcels')
      .values({
        account_id,
        id,
        order_id: order.id,
        channel_id: channel,
        carrier,
        tracking_number: `TRACK-${count}`,
        tracking_url: 'https://track.example/1',
        shipped_at: now,
      })
      .execute();
    for (const [at, quantity] of quantities.entries()) {
      const line = await db
        .selectFrom('order_lines')
        .select('id')
        .where('order_id', '=', order.id)
        .where('external_id', '=', lineIds[at] ?? '')
        .executeTakeFirstOrThrow();
      if (quantity > 0)
        await db.insertInto('parcel_lines').values({ account_id, parcel_id: id, line_id: line.id, quantity }).execute();
    }
  });
  return id;
}

/** An order as its owner sees it. */
async function orderOf(name: string) {
  const [row] = await sqlRows(stage.test, `SELECT id FROM orders WHERE name = '${name}'`);
  return (await stage.test.call('GET', `/api/shopify_orders/${String(row?.id)}`, { token: owner.token })).body.data;
}
const regroup = ({ id, version }: { id: string; version: number }, action: string, body: object) =>
  stage.test.call('POST', `/api/shopify_orders/${id}/${action}`, {
    token: owner.token,
    key: uuid(),
    body: { version, expected_total: null, ...body },
  });

/** A parcel with all that an order holds. */
async function packAll(orderId: string): Promise<string> {
  const id = uuid();
  count += 1;
  await sqlRows(
    stage.test,
    `WITH parcel AS (INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, shipped_at)
       VALUES ('${owner.account_id}', '${id}', '${orderId}', '${channel}', 'YunExpress', 'TRACK-${count}', now()))
     INSERT INTO parcel_lines (account_id, parcel_id, line_id, quantity)
     SELECT account_id, '${id}', id, current_quantity FROM order_lines WHERE order_id = '${orderId}' AND current_quantity > 0`,
  );
  return id;
}

const push = (parcel_id: string) => pushParcel(kit, system(), { account_id: owner.account_id, parcel_id });
const made = async (name: string) =>
  (await stage.shops.fulfillments(domain, { byApp: true })).filter((one) => one.order_name === name);
const pieces = (found: { lines: { quantity: number }[] }[]) =>
  found.map((one) => one.lines.reduce((sum, line) => sum + line.quantity, 0));
const pushes = (parcel_id: string) =>
  system().run('all_accounts', ({ db }) =>
    db.selectFrom('parcel_pushes').selectAll().where('parcel_id', '=', parcel_id).execute(),
  );
const correct = (parcel_id: string, tracking_number: string) =>
  system().run('all_accounts', ({ db }) =>
    db.updateTable('parcels').set({ tracking_number }).where('id', '=', parcel_id).execute(),
  );

it('tells the shop of a parcel through the outbox, with its tracking', async () => {
  const { placed, parcel_id } = await parcelled([3, 1]);
  const payload = { account_id: owner.account_id, parcel_id };
  await system().run('all_accounts', (ctx) =>
    sendLater(ctx, {
      kind: 'shop_fulfillment',
      key: `shop_fulfillment:${parcel_id}:1`,
      account_id: owner.account_id,
      payload,
    }),
  );
  await stage.run();
  const found = await made(placed.name);
  expect(pieces(found)).toEqual([4]);
  expect(found[0]?.tracking).toEqual({
    company: 'YunExpress',
    numbers: [`TRACK-${count}`],
    urls: ['https://track.example/1'],
  });
  expect(await pushes(parcel_id)).toMatchObject([
    { state: 'sent', external_id: found[0]?.id, tracking_number: `TRACK-${count}` },
  ]);
});

it('ships part by part, and names a carrier only when Shopify knows it', async () => {
  const { placed, parcel_id } = await parcelled([1, 0], 'Yanwen Special Line');
  await push(parcel_id);
  await push(await pack(placed.id, placed.lineIds, [2, 3], 'yunexpress'));
  const found = await made(placed.name);
  expect(pieces(found)).toEqual([1, 5]);
  expect(found.map((one) => one.tracking.company)).toEqual([null, 'YunExpress']);
});

it('tells each order of the shop of its own units, whichever order sends them, and only once', async () => {
  const buyer = { email: 'one.buyer@example.com' };
  const address = { name: 'Ada', address1: '1 Main St', city: 'Austin', province: 'TX', zip: '78701', country: 'US' };
  const place = (...quantities: number[]) =>
    stage.shops.placeOrder(domain, {
      lines: quantities.map((quantity) => ({ variantId: variant, quantity })),
      buyer,
      address,
    });
  const [first, second] = [await place(3, 1), await place(2)];
  await stage.shops.settled(domain);
  await stage.run();
  const [into, other] = [await orderOf(first.name), await orderOf(second.name)];
  const units = [{ line_id: into.order_lines[0].id, quantity: 2 }];
  expect((await regroup(into, 'split', { lines: units })).status).toBe(200);
  const merged = await regroup(await orderOf(first.name), 'merge', {
    orders: [{ id: other.id, version: other.version }],
  });
  expect(merged.status).toBe(200);
  // one parcel with what is left of the first order and all of the second, another one with the part
  const parcel = await packAll(into.id);
  await Promise.all([push(parcel), push(await packAll((await orderOf(`${first.name}-2`)).id))]);
  await push(parcel);
  const received = async (name: string) => pieces(await made(name)).sort((a, b) => a - b);
  expect([await received(first.name), await received(second.name)]).toEqual([[2, 2], [2]]);
});

it('makes one fulfilment, however often and from however many workers it is told', async () => {
  const { placed, parcel_id } = await parcelled([2, 2]);
  await system().run('all_accounts', async (ctx) => {
    for (const number of [1, 2, 3]) {
      await sendLater(ctx, {
        kind: 'shop_fulfillment',
        key: `shop_fulfillment:${parcel_id}:often-${number}`,
        account_id: owner.account_id,
        payload: { account_id: owner.account_id, parcel_id },
        queue: parcelQueue(store),
      });
    }
  });
  await Promise.all([stage.run(), stage.run(), stage.run()]);
  await stage.run();
  await push(parcel_id);
  expect(pieces(await made(placed.name))).toEqual([4]);
});

it('keeps no transaction open while it waits for the shop', async () => {
  const { parcel_id } = await parcelled([1, 1]);
  const busy: number[] = [];
  const watching: StoresKit = {
    ...kit,
    shopify: {
      ...kit.shopify,
      planShipment: (...asked) => {
        busy.push(stage.test.pool.totalCount - stage.test.pool.idleCount);
        return kit.shopify.planShipment(...asked);
      },
    },
  };
  const before = stage.test.pool.totalCount - stage.test.pool.idleCount; // the one that listens for events
  await pushParcel(watching, system(), { account_id: owner.account_id, parcel_id });
  expect(busy).toEqual([before]);
});

it('finds a fulfilment whose answer was lost instead of making a second one', async () => {
  const { placed, parcel_id } = await parcelled([1, 1]);
  const { ship } = kit.shopify;
  const breaking: StoresKit = {
    ...kit,
    shopify: {
      ...kit.shopify,
      ship: async (...args) => {
        await stage.shops.setFault(domain, { kind: 'lost_answer', mode: 'next' });
        return ship(...args);
      },
    },
  };
  await expect(pushParcel(breaking, system(), { account_id: owner.account_id, parcel_id })).rejects.toThrow(
    'did not answer',
  );
  expect(await pushes(parcel_id)).toMatchObject([{ state: 'sending', external_id: null }]);
  await correct(parcel_id, 'CORRECTED-MEANWHILE');
  await push(parcel_id);
  const found = await made(placed.name);
  expect(pieces(found)).toEqual([2]);
  expect(found[0]?.tracking.numbers).toEqual(['CORRECTED-MEANWHILE']);
  expect(await pushes(parcel_id)).toMatchObject([{ state: 'sent', external_id: found[0]?.id }]);
});

it('changes the number of what was sent already', async () => {
  const { placed, parcel_id } = await parcelled([1, 0]);
  await push(parcel_id);
  await correct(parcel_id, 'RIGHT-NUMBER');
  await push(parcel_id);
  const found = await made(placed.name);
  expect(found).toHaveLength(1);
  expect(found[0]?.tracking.numbers).toEqual(['RIGHT-NUMBER']);
  expect(await pushes(parcel_id)).toMatchObject([{ tracking_number: 'RIGHT-NUMBER' }]);
});

it('makes a fulfilment for each place that the order is shipped from', async () => {
  const { placed, parcel_id } = await parcelled([3, 3]);
  const other = await stage.shops.addLocation(domain, 'Second warehouse');
  await stage.shops.splitWork(domain, placed.id, [placed.lineIds[1] ?? ''], other);
  await push(parcel_id);
  expect(pieces(await made(placed.name))).toEqual([3, 3]);
  expect(await pushes(parcel_id)).toHaveLength(2);
});

it('waits while the order is on hold, and goes on when it is released', async () => {
  const { placed, parcel_id } = await parcelled([3, 3]);
  const work = (await stage.shops.order(domain, placed.id))?.work[0]?.id ?? '';
  await stage.shops.holdWork(domain, work);
  await expect(push(parcel_id)).rejects.toThrow('push_on_hold');
  await stage.shops.releaseWork(domain, work);
  await push(parcel_id);
  expect(pieces(await made(placed.name))).toEqual([6]);
});

it('gives up with a sentence when nothing is left to ship at the shop', async () => {
  const { placed, parcel_id } = await parcelled([3, 3]);
  await stage.shops.markFulfilledManually(domain, placed.id);
  await expect(push(parcel_id)).rejects.toBeInstanceOf(Undeliverable);
  expect(await made(placed.name)).toEqual([]);
  const cancelled = await parcelled([1, 0]);
  await stage.shops.cancelOrder(domain, cancelled.placed.id);
  await expect(push(cancelled.parcel_id)).rejects.toThrow('cancelled');
});

it('keeps what cannot be told, says that the store has to be reconnected, and sends it then', async () => {
  const { placed, parcel_id } = await parcelled([1, 1]);
  await stage.shops.uninstallApp(domain);
  stage.test.clock.advance(1000);
  const payload = { account_id: owner.account_id, parcel_id };
  await system().run('all_accounts', (ctx) =>
    sendLater(ctx, {
      kind: 'shop_fulfillment',
      key: `parcel:${parcel_id}:TRACK-${count}`,
      account_id: owner.account_id,
      payload,
    }),
  );
  await stage.run(kit).catch(() => undefined);
  expect(await made(placed.name)).toEqual([]);
  expect((await orderOf(placed.name)).parcels).toMatchObject([{ push: 'reconnect' }]);
  expect(await stage.connect(owner, domain)).toBe(store);
  await stage.run();
  expect(pieces(await made(placed.name))).toEqual([2]);
  expect((await orderOf(placed.name)).parcels).toMatchObject([{ push: 'sent', push_error: null }]);
});

it('never doubles a fulfilment whose correction broke off after the shop had taken it, and was corrected again', {
  tags: ['D1-12'],
}, async () => {
  const { placed, parcel_id } = await parcelled([1, 0]); // two more of the line wait at the shop
  await push(parcel_id);
  await correct(parcel_id, 'SECOND-1');
  const { updateTracking } = kit.shopify;
  const broken: StoresKit = {
    ...kit,
    shopify: {
      ...kit.shopify,
      updateTracking: async (...args) => {
        await updateTracking(...args);
        throw new Error('the process ended here');
      },
    },
  };
  await expect(pushParcel(broken, system(), { account_id: owner.account_id, parcel_id })).rejects.toThrow('ended here');
  await correct(parcel_id, 'THIRD-1');
  await push(parcel_id);
  const found = await made(placed.name);
  expect(pieces(found)).toEqual([1]);
  expect(found[0]?.tracking).toMatchObject({ numbers: ['THIRD-1'] });
  expect(await pushes(parcel_id)).toMatchObject([{ state: 'sent', tracking_number: 'THIRD-1' }]);
});

describe('what buyers follow', () => {
  let packer: { token: string };
  beforeAll(async () => {
    packer = await staff(stage.test, 'warehouse');
  });
  const settings = async (change: Partial<StoreSettings>) => {
    const path = `/api/stores/${store}/settings`;
    const kept = (await stage.test.call('GET', path, { token: owner.token })).body.data;
    const body = { ...kept, settings: { ...kept.settings, ...change } };
    expect(await stage.test.call('PUT', path, { token: owner.token, body })).toMatchObject({ status: 200 });
    await stage.run();
  };
  const lastMile = (parcel: string, body: object, token = packer.token) =>
    stage.test.call('PUT', `/api/staff/parcels/${owner.account_id}/${parcel}/last_mile`, { token, body });
  const numbers = async (name: string) => (await made(name)).map((one) => one.tracking.numbers);

  it('is the whole way, or the last mile only, whose number the shop learns when it is known', {
    tags: ['D1-22'],
  }, async () => {
    await settings({ tracking_view: 'last_mile' });
    const { placed, parcel_id } = await parcelled([3, 3]);
    await push(parcel_id);
    expect(await made(placed.name)).toEqual([]);
    const body = { carrier: 'DHL', tracking_number: 'LAST-0001', version: 1 };
    expect(await lastMile(parcel_id, { ...body, carrier: ' ' })).toMatchObject({ status: 422 });
    expect(await lastMile(parcel_id, body, owner.token)).toMatchObject({ status: 403 });
    expect(await lastMile(uuid(), body)).toMatchObject({ status: 404 });
    const noted = await lastMile(parcel_id, body);
    const { version: _, ...last_mile } = body;
    expect(noted).toMatchObject({ status: 200, body: { data: { last_mile, status: 'in_transit', push: 'sending' } } });
    expect(await lastMile(parcel_id, body)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    await stage.run();
    expect(await made(placed.name)).toMatchObject([{ tracking: { numbers: ['LAST-0001'] } }]);
    // corrected: the same fulfilment, another number
    await lastMile(parcel_id, { ...body, tracking_number: 'LAST-0002', version: 2 });
    await stage.run();
    expect(await numbers(placed.name)).toEqual([['LAST-0002']]);

    const waiting = await parcelled([1, 1]);
    const whole = `TRACK-${count}`;
    await settings({ tracking_view: 'whole' }); // what waited for its last mile is reported at once
    await vi.waitFor(async () => {
      await stage.run(); // of one queue, so that a run may leave some to the next
      expect(await numbers(waiting.placed.name)).toEqual([[whole]]);
    });
    await lastMile(waiting.parcel_id, { ...body, tracking_number: 'LAST-0003' });
    await stage.run();
    expect(await numbers(waiting.placed.name)).toEqual([[whole]]);
  });

  it('has the shop write to the buyer as the store says, and shows staff the IOSS number of parcels to the Union', {
    tags: ['D1-23'],
  }, async () => {
    await settings({ notify_buyer: false, ioss_number: 'IM3720000224' });
    const silent = await parcelled([1, 1]);
    await push(silent.parcel_id);
    expect(await made(silent.placed.name)).toMatchObject([{ notify: false }]);
    await settings({ notify_buyer: true });
    const received = await parcelled([1, 1]);
    await push(received.parcel_id);
    expect(await made(received.placed.name)).toMatchObject([{ notify: true }]);
    const ioss = async (country: string) => {
      const placed = await stage.shops.placeOrder(domain, {
        lines: [{ variantId: variant, quantity: 1 }],
        address: { country_code: country },
      });
      await stage.shops.settled(domain);
      await stage.run();
      const [order] = await sqlRows(stage.test, `SELECT id FROM orders WHERE external_id = '${placed.id}'`);
      const path = `/api/staff/orders/${owner.account_id}/${order?.['id']}`;
      return (await stage.test.call('GET', path, { token: packer.token })).body.data.ioss_number;
    };
    expect(await ioss('DE')).toBe('IM3720000224');
    expect(await ioss('US')).toBeNull();
  });
});
