import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { onServer } from '#testing/test-server.ts';
import { applyShopOrders } from '../intake/apply.service.ts';
import { lockPayable, markPaid } from '../pay/pay.service.ts';

let test: TestApp;
let owner: Person;
let warehouse: Awaited<ReturnType<typeof staff>>;
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  warehouse = await staff(test, 'warehouse');
  channel = await givenChannel(test);
});
afterAll(() => test.close());

async function paidOrder(platform = 'shopify') {
  const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform }) };
  const [lamp, vase] = [await givenVariant(test, store), await givenVariant(test, store)];
  for (const { sku_id } of [lamp, vase]) await givenPrice(test, owner.account_id, { sku_id, channel });
  const order = shopOrder([shopLine(lamp, { quantity: 3 }), shopLine(vase, { external_id: 'line-2', quantity: 1 })]);
  return inAccount(test, owner.account_id, async (ctx) => {
    await applyShopOrders(ctx, store, [order], 'api');
    const { id } = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', store.id)
      .executeTakeFirstOrThrow();
    await markPaid(ctx, await lockPayable(ctx, [id]));
    return { id, store, order };
  });
}
const path = (id: string) => `/api/staff/orders/${owner.account_id}/${id}`;
const staffGet = async (id: string) => (await test.call('GET', path(id), { token: warehouse.token })).body.data;
let keys = 0;
const ship = (id: string, body: object, options: { token?: string; key?: string } = {}) => {
  keys += 1;
  return test.call('POST', `/api/staff/orders/${owner.account_id}/${id}/ship`, {
    token: warehouse.token,
    key: `ship-key-${keys}`,
    body: { channel_id: channel.id, ...body },
    ...options,
  });
};
const outboxOf = (parcel: string) =>
  systemEntry(test).run('all_accounts', ({ db }) =>
    db
      .selectFrom('outbox')
      .select(['key', 'kind', 'payload'])
      .where('key', 'like', `parcel:${parcel}:%`)
      .orderBy('created_at')
      .execute(),
  );

describe('fulfillment by staff', () => {
  it('says what to take by our own SKUs, as each line is mapped', async () => {
    const { id } = await paidOrder();
    const { order_lines, picks } = await staffGet(id);
    const codes = await systemEntry(test).run('all_accounts', ({ db }) =>
      db.selectFrom('catalog_skus').select(['code', 'title']).execute(),
    );
    expect(picks.map((pick: { line_id: string }) => pick.line_id)).toEqual(
      order_lines.map((line: { id: string }) => line.id),
    );
    expect(picks.map((pick: { quantity: number }) => pick.quantity)).toEqual([1, 1]);
    for (const { code, title } of picks) expect(codes).toContainEqual({ code, title });
  });

  it('lists paid orders of all clients, oldest first, and leaves an access row', async () => {
    const { id } = await paidOrder();
    const { body } = await test.call('GET', '/api/staff/orders', { token: warehouse.token });
    expect(body.data.at(-1)).toMatchObject({ id, client: { id: owner.account_id }, stage: 'processing' });
    const shown = (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
    expect(shown.next).toMatchObject({ step: 'ship', at: body.data.at(-1).ship_by }); // each side sees the same time
    expect(body.meta.counts).toMatchObject({ to_ship: body.meta.total });
    expect(
      (await test.call('GET', '/api/staff/orders?q=1001&tab=all', { token: warehouse.token })).body.data.length,
    ).toBeGreaterThan(0);
    const named = await test.call('GET', `/api/staff/orders?tab=all&q=${body.data.at(-1).client.number}`, {
      token: warehouse.token,
    });
    expect(named.body.data.map((row: { client: { id: string } }) => row.client.id)).toContain(owner.account_id);
    const { name: store } = body.data.at(-1).store;
    const ofStore = await test.call('GET', `/api/staff/orders?tab=all&q=${encodeURIComponent(store.toUpperCase())}`, {
      token: warehouse.token,
    });
    expect(ofStore.body.data.map((row: { id: string }) => row.id)).toContain(id);
    expect((await test.call('GET', '/api/staff/orders?q=nothing', { token: warehouse.token })).body.meta.total).toBe(0);
    const row = body.data.at(-1);
    const [goods] = await sqlRows(test, `SELECT code, title FROM catalog_skus WHERE code = '${row.item.code}'`);
    expect(row.item).toEqual(goods); // not what the store calls it
    for (const q of [goods?.code, goods?.title, row.items[0].title]) {
      const found = await test.call('GET', `/api/staff/orders?tab=all&q=${encodeURIComponent(q)}`, {
        token: warehouse.token,
      });
      expect(found.body.data.map((one: { id: string }) => one.id)).toContain(id);
    }
    const access = await systemEntry(test).run('all_accounts', ({ db }) =>
      db.selectFrom('access_log').select('route').where('account_id', '=', owner.account_id).execute(),
    );
    expect(access).toContainEqual({ route: 'orders.staffList' });
  });

  it('is for the warehouse only', async () => {
    const { id } = await paidOrder();
    for (const token of [owner.token, (await staff(test, 'agent')).token]) {
      expect((await test.call('GET', '/api/staff/orders', { token })).status).toBe(403);
      expect((await test.call('GET', path(id), { token })).status).toBe(403);
      expect((await ship(id, { tracking_number: 'YT1', version: 1 }, { token })).status).toBe(403);
    }
    expect((await test.call('GET', '/api/staff/orders')).status).toBe(401);
    const stranger = await merchant(test);
    expect(
      (await test.call('GET', `/api/staff/orders/${stranger.account_id}/${id}`, { token: warehouse.token })).status,
    ).toBe(404);
  });

  it('ships in parts, tells the shop of each parcel, and the order is found by its number', async () => {
    const { id, store } = await paidOrder();
    const before = await staffGet(id);
    const [lampLine, vaseLine] = before.order_lines;
    const part = await ship(id, {
      tracking_number: 'YT20001',
      lines: [{ line_id: lampLine.id, quantity: 2 }],
      version: before.version,
    });
    expect(part.status).toBe(200);
    expect(part.body.data).toMatchObject({
      stage: 'partially_shipped',
      parcels: [
        {
          tracking_number: 'YT20001',
          carrier: 'YunExpress',
          tracking_url: 'https://track.example/YT20001',
          push: 'sending',
          lines: [{ line_id: lampLine.id, quantity: 2 }],
        },
      ],
    });
    const [parcel] = part.body.data.parcels;
    expect(await outboxOf(parcel.id)).toMatchObject([
      {
        kind: 'shop_fulfillment',
        key: `parcel:${parcel.id}:YT20001`,
        payload: { account_id: owner.account_id, store_id: store.id, order_id: id, parcel_id: parcel.id },
      },
    ]);
    const over = await ship(id, {
      tracking_number: 'YT20002',
      lines: [{ line_id: lampLine.id, quantity: 2 }],
      version: part.body.data.version,
    });
    expect(over).toMatchObject({
      status: 422,
      body: {
        code: 'order_not_shippable',
        message: 'Only 1 unit of “Lamp” can still be shipped. Enter a lower quantity.',
      },
    });
    const rest = await ship(id, { tracking_number: 'YT20003', version: part.body.data.version });
    expect(rest.body.data).toMatchObject({
      stage: 'shipped',
      order_lines: [
        { shipped_quantity: 3, open_quantity: 0 },
        { id: vaseLine.id, shipped_quantity: 1 },
      ],
    });
    expect((await ship(id, { tracking_number: 'YT20004', version: rest.body.data.version })).body.code).toBe(
      'order_action_refused',
    );
    const { body } = await test.call('GET', '/api/shopify_orders?q=yt20003', { token: owner.token });
    expect(body.data).toMatchObject([
      { id, stage: 'shipped', tracking: [{ number: 'YT20001' }, { number: 'YT20003' }] },
    ]);
  });

  it('ships once when the same call comes twice', async () => {
    const { id } = await paidOrder();
    const { version } = await staffGet(id);
    const body = { tracking_number: 'YT30001', version };
    const [first, second] = await Promise.all([
      ship(id, body, { key: 'same-key-1' }),
      ship(id, body, { key: 'same-key-1' }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await staffGet(id)).parcels).toHaveLength(1);
    expect((await ship(id, { ...body, tracking_number: 'YT30002' })).body.code).toBe('stale_version');
  });

  it('refuses what must not leave', async () => {
    const { id, store, order } = await paidOrder();
    const { version } = await staffGet(id);
    expect((await ship(id, { tracking_number: '!', version })).status).toBe(422);
    expect((await ship(id, { tracking_number: 'YT4', channel_id: id, version })).status).toBe(422);
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        store,
        [{ ...order, updated_at: new Date('2026-11-21T01:00:00Z'), fulfillment_status: 'on_hold' }],
        'api',
      ),
    );
    const held = await ship(id, { tracking_number: 'YT40001', version: (await staffGet(id)).version });
    expect(held.body.message).toBe('This order is on hold in the store. Ship it after it’s released there.');
  });

  it('says from the first refusal on that the store has to be reconnected, and goes on when it is', async () => {
    const { id, store } = await paidOrder();
    await ship(id, { tracking_number: 'YT45001', version: (await staffGet(id)).version });
    const parcel = async () =>
      (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data.parcels[0];
    const refuses = (as: 'needs_reauth' | null) =>
      systemEntry(test).run('all_accounts', ({ db, now }) =>
        db
          .updateTable('stores')
          .set({ refused_as: as, refused_since: as && now, refused_at: as && now, refused_calls: as ? 1 : 0 })
          .where('id', '=', store.id)
          .execute(),
      );
    await refuses('needs_reauth');
    expect(await parcel()).toMatchObject({
      push: 'reconnect',
      push_error: 'The store has to be reconnected before it can get the tracking number.',
    });
    await refuses(null);
    expect(await parcel()).toMatchObject({ push: 'sending', push_error: null });
  });

  it('corrects a tracking number and tells the shop again', async () => {
    const { id } = await paidOrder();
    const shipped = await ship(id, { tracking_number: 'YT50001', version: (await staffGet(id)).version });
    const [parcel] = shipped.body.data.parcels;
    const correct = (body: object, token = warehouse.token) =>
      test.call('PUT', `/api/staff/parcels/${owner.account_id}/${parcel.id}`, { token, body });
    const done = await correct({ tracking_number: 'YT50009', version: parcel.version });
    expect(done.body.data).toMatchObject({
      tracking_number: 'YT50009',
      push: 'sending',
      tracking_url: 'https://track.example/YT50009',
    });
    expect((await outboxOf(parcel.id)).map((row) => row.key)).toEqual([
      `parcel:${parcel.id}:YT50001`,
      `parcel:${parcel.id}:YT50009`,
    ]);
    expect((await correct({ tracking_number: 'YT50010', version: parcel.version })).body.code).toBe('stale_version');
    expect((await correct({ tracking_number: 'YT50010', version: 2 }, owner.token)).status).toBe(403);
    expect((await correct({ tracking_number: '', version: 2 })).status).toBe(422);
    const events = (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data.events;
    expect(events[0]).toMatchObject({ kind: 'tracking_corrected', data: { from: 'YT50001', to: 'YT50009' } });
  });

  it('asks before a number that another order has is used again, which may be one parcel', async () => {
    const [first, second] = [await paidOrder(), await paidOrder()];
    const { version } = await staffGet(first.id);
    expect((await ship(first.id, { tracking_number: 'YT70001', version })).status).toBe(200);
    const body = { tracking_number: 'yt70001', version: (await staffGet(second.id)).version };
    const asked = await ship(second.id, body);
    expect(asked).toMatchObject({ status: 422, body: { code: 'tracking_number_shared' } });
    expect(asked.body.message).toMatch(/^Also used for #1001\. /);
    expect((await staffGet(second.id)).parcels).toEqual([]);

    const sent = await ship(second.id, { ...body, shared: true });
    expect(sent).toMatchObject({ status: 200, body: { data: { parcels: [{ tracking_number: 'yt70001' }] } } });
    const [{ id, version: seen }] = sent.body.data.parcels;
    const put = (of: string, change: object) =>
      test.call('PUT', `/api/staff/parcels/${owner.account_id}/${id}${of}`, { token: warehouse.token, body: change });
    const own = await put('', { tracking_number: 'YT70002', version: seen });
    expect(own).toMatchObject({ status: 200, body: { data: { tracking_number: 'YT70002' } } });
    const back = { tracking_number: 'YT70001', version: own.body.data.version };
    expect((await put('', back)).body.code).toBe('tracking_number_shared');
    expect((await put('/last_mile', { ...back, carrier: 'USPS' })).body.code).toBe('tracking_number_shared');
    expect(await put('', { ...back, shared: true })).toMatchObject({ body: { data: { tracking_number: 'YT70001' } } });
  });

  it('names the client of the other order where it is another one', async () => {
    const { id } = await paidOrder();
    await ship(id, { tracking_number: 'YT71001', version: (await staffGet(id)).version });
    const before = owner;
    owner = await merchant(test);
    try {
      const other = await paidOrder();
      const refused = await ship(other.id, { tracking_number: 'YT71001', version: (await staffGet(other.id)).version });
      const [first] = await sqlRows(test, `SELECT name FROM accounts WHERE id = '${before.account_id}'`);
      expect(refused.body.message).toContain(`#1001 (${first?.name})`);
    } finally {
      owner = before;
    }
  });

  it('tells the shop again when a number is corrected back to one it had before', async () => {
    const { id } = await paidOrder();
    const shipped = await ship(id, { tracking_number: 'YT55001', version: (await staffGet(id)).version });
    const [parcel] = shipped.body.data.parcels;
    const correct = (tracking_number: string, version: number) =>
      test.call('PUT', `/api/staff/parcels/${owner.account_id}/${parcel.id}`, {
        token: warehouse.token,
        body: { tracking_number, version },
      });
    const states = () =>
      systemEntry(test).run('all_accounts', ({ db }) =>
        db
          .selectFrom('outbox')
          .select(['key', 'state'])
          .where('key', 'like', `parcel:${parcel.id}:%`)
          .orderBy('key')
          .execute(),
      );
    await systemEntry(test).run('all_accounts', ({ db }) =>
      db.updateTable('outbox').set({ state: 'sent' }).where('key', 'like', `parcel:${parcel.id}:%`).execute(),
    );
    await correct('YT55002', parcel.version);
    await correct('YT55001', parcel.version + 1);
    expect(await states()).toEqual([
      { key: `parcel:${parcel.id}:YT55001`, state: 'queued' },
      { key: `parcel:${parcel.id}:YT55002`, state: 'queued' },
    ]);
  });

  it('tells nobody when the store has no shop', async () => {
    const { id } = await paidOrder('file');
    const shipped = await ship(id, { tracking_number: 'YT60001', version: (await staffGet(id)).version });
    expect(shipped.body.data.parcels).toMatchObject([{ push: 'none' }]);
    expect(await outboxOf(shipped.body.data.parcels[0].id)).toEqual([]);
  });
});

it('closes what was delivered long ago although an older one of another client cannot be closed (round 2)', async () => {
  const other = await merchant(test);
  const store = { account_id: other.account_id, id: await givenStore(test, other.account_id) };
  await inAccount(test, other.account_id, (ctx) => applyShopOrders(ctx, store, [shopOrder([])], 'api'));
  const { id } = await paidOrder();
  for (const [which, since] of [
    [`account_id = '${other.account_id}'`, '2026-09-01'],
    [`id = '${id}'`, '2026-10-01'],
  ])
    await sqlRows(test, `UPDATE orders SET stage = 'delivered', stage_since = '${since}' WHERE ${which}`);
  await onServer(
    test.url,
    `CREATE FUNCTION refuse_close() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
     CREATE TRIGGER refuse_close BEFORE UPDATE OF closed_at ON orders FOR EACH ROW
       WHEN (new.account_id = '${other.account_id}') EXECUTE FUNCTION refuse_close()`,
  );
  await test.app.tasks.orders_close?.(systemEntry(test), {});
  await onServer(test.url, 'DROP FUNCTION refuse_close CASCADE');
  const closed = await sqlRows(test, `SELECT id FROM orders WHERE closed_at IS NOT NULL AND id = '${id}'`);
  expect(closed).toEqual([{ id }]);
  const left = await sqlRows(test, `SELECT stage FROM orders WHERE account_id = '${other.account_id}'`);
  expect(left).toEqual([{ stage: 'delivered' }]);
});
