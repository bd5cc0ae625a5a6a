import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultStoreSettings, type StoreSettings } from '#contract/store-rules.ts';
import type { ShopOrder } from '#server/connectors/connector.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { reviewOrders } from './review.service.ts';

// What the settings of a store do to its orders.
let test: TestApp;
let owner: Person;
let store: string;
let goods: Goods;
let air: Channel;
let sea: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id);
  goods = await givenVariant(test, { account_id: owner.account_id, id: store });
  [air, sea] = [await givenChannel(test, 'Air'), await givenChannel(test, 'Sea')];
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel: air, unit_price: 900 });
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel: sea, unit_price: 500 });
  await givenMoney(test, owner.account_id, 1_000_000);
});
afterAll(() => test.close());

let number = 0;
async function order(more: Partial<ShopOrder> = {}): Promise<string> {
  number += 1;
  const name = `#${number}`;
  const ref = { account_id: owner.account_id, id: store };
  const shown = shopOrder([shopLine(goods, { external_id: `l-${number}` })], {
    external_id: `9${number}`,
    name,
    ...more,
  });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, ref, [shown], 'api'));
  const [found] = (await test.call('GET', `/api/shopify_orders?q=${number}`, { token: owner.token })).body.data.filter(
    (one: { name: string }) => one.name === name,
  );
  return found.id as string;
}
const read = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const codes = async (id: string) => (await read(id)).blocks.map((block: { code: string }) => block.code);
async function rules(change: Partial<StoreSettings>): Promise<void> {
  const path = `/api/stores/${store}/settings`;
  const { version } = (await test.call('GET', path, { token: owner.token })).body.data;
  const body = { settings: { ...defaultStoreSettings, ...change }, version };
  expect(await test.call('PUT', path, { token: owner.token, body })).toMatchObject({ status: 200 });
  await runTasks(test, { tolerant: true }); // the shop that parcels are told to does not exist
}
const confirm = (id: string, code: string, version: number, token = owner.token) =>
  test.call('POST', `/api/shopify_orders/${id}/confirm`, { token, body: { code, version } });

describe('the settings of a store', () => {
  it('say for which payments of the buyer orders are payable, also for those that are here already', {
    tags: ['D1-04'],
  }, async () => {
    const id = await order({ financial_status: 'authorized' });
    expect(await codes(id)).toEqual(['STORE_UNPAID']);
    await rules({ pay_when: ['authorized'] });
    expect(await read(id)).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
    await rules({});
    expect(await codes(id)).toEqual(['STORE_UNPAID']);
  });

  it('name the channel of a country; where it cannot take an order, the cheapest does', {
    tags: ['D1-04'],
  }, async () => {
    const id = await order();
    expect((await read(id)).channel.name).toBe('Sea');
    await rules({ default_channels: { US: air.id } });
    expect((await read(id)).channel.name).toBe('Air');
    await rules({ default_channels: { US: (await givenChannel(test, 'Empty')).id } });
    expect((await read(id)).channel.name).toBe('Sea');
  });

  it('hold risky orders until somebody who may pay accepts the risk', { tags: ['D1-04'] }, async () => {
    const id = await order({ risk: 'cancel' });
    expect(await codes(id)).toEqual(['HIGH_RISK']);
    const { version } = await read(id);
    const helper = await merchant(test, { account_id: owner.account_id, role: 'operations' });
    expect(await confirm(id, 'HIGH_RISK', version, helper.token)).toMatchObject({ status: 403 });
    expect(await confirm(id, 'HIGH_RISK', version + 1)).toMatchObject({ body: { code: 'stale_version' } });
    expect(await confirm(id, 'PRICE_GUARD', version)).toMatchObject({ body: { code: 'order_not_confirmable' } });
    expect(await confirm(id, 'HIGH_RISK', version)).toMatchObject({
      status: 200,
      body: { data: { stage: 'awaiting_payment', blocks: [] } },
    });
    expect((await read(id)).events.map((event: { kind: string }) => event.kind)).toContain('risk_accepted');
    const medium = await order({ risk: 'investigate' });
    expect(await codes(medium)).toEqual([]);
    await rules({ risk_hold: 'medium' });
    expect(await codes(medium)).toEqual(['HIGH_RISK']);
    await rules({ risk_hold: 'off' });
    expect(await codes(medium)).toEqual([]);
  });

  it('stop orders that cost more than the guard lets pass, until the cost is accepted, the guard raised or the price lowered', {
    tags: ['D1-04', 'D6-06'],
  }, async () => {
    await rules({ price_guard_pct: 10 });
    const first = await order();
    const { cost } = await read(first);
    expect(await codes(first)).toEqual([]); // never paid before: nothing to measure against
    const body = { order_ids: [first], expected_total: cost.total };
    expect(await test.call('POST', '/api/invoices', { token: owner.token, key: uuid(), body })).toMatchObject({
      status: 200,
    });
    const raise = async (unit_price: number) => {
      const { account_id } = owner;
      const ended = `UPDATE prices SET valid_to = now() WHERE channel_id = '${sea.id}' AND valid_to IS NULL`;
      await sqlRows(test, ended);
      await givenPrice(test, account_id, { sku_id: goods.sku_id, channel: sea, unit_price });
      await inAccount(test, account_id, (ctx) => reviewOrders(ctx, { skuIds: [goods.sku_id] }));
    };
    const waiting = await order();
    await raise(540); // two pieces of 5.00 and 10.00 of freight: 80 cents more are 4 per cent
    expect(await codes(waiting)).toEqual([]);
    await raise(800);
    expect((await read(waiting)).blocks).toMatchObject([
      { code: 'PRICE_GUARD', owner: 'merchant', detail: { was: cost.total, now: cost.total + 600, guard_pct: 10 } },
    ]);
    const other = await order();
    expect(await codes(other)).toEqual(['PRICE_GUARD']);
    expect(
      await test.call('POST', '/api/invoices', {
        token: owner.token,
        key: uuid(),
        body: { order_ids: [other], expected_total: cost.total + 600 },
      }),
    ).toMatchObject({ status: 422, body: { code: 'order_not_payable' } });
    expect(await confirm(waiting, 'PRICE_GUARD', (await read(waiting)).version)).toMatchObject({ status: 200 });
    expect([await codes(waiting), await codes(other)]).toEqual([[], []]);
    await rules({ price_guard_pct: 5 });
    await raise(880);
    expect([await codes(waiting), await codes(other)]).toEqual([['PRICE_GUARD'], ['PRICE_GUARD']]);
    await rules({ price_guard_pct: 10 }); // the second way out: a higher guard
    expect([await codes(waiting), await codes(other)]).toEqual([[], []]);
    await rules({ price_guard_pct: 5 });
    expect(await codes(other)).toEqual(['PRICE_GUARD']);
    await raise(800); // and the third: the provider lowers the price again
    expect([await codes(waiting), await codes(other)]).toEqual([[], []]);
    await rules({ price_guard_pct: null });
  });

  it('tell the shop of a parcel when it leaves, or when the carrier first scans it', { tags: ['D1-13'] }, async () => {
    const packer = await staff(test, 'warehouse');
    const packed = async () => {
      const id = await order();
      const sql = `UPDATE order_lines SET paid_quantity = current_quantity WHERE order_id = '${id}'`;
      await sqlRows(test, sql);
      await sqlRows(test, `UPDATE orders SET payment = 'paid', stage = 'processing' WHERE id = '${id}'`);
      const body = { channel_id: air.id, tracking_number: `YT-${number}-A`, version: (await read(id)).version };
      const path = `/api/staff/orders/${owner.account_id}/${id}/ship`;
      expect(await test.call('POST', path, { token: packer.token, key: uuid(), body })).toMatchObject({ status: 200 });
      return (await read(id)).parcels[0] as { id: string; tracking_number: string; version: number };
    };
    const reported = (parcel: { id: string }) =>
      sqlRows(test, `SELECT key FROM outbox WHERE key LIKE 'parcel:${parcel.id}:%' ORDER BY created_at`);
    const scan = (parcel: { id: string }, token = packer.token) =>
      test.call('POST', `/api/staff/parcels/${owner.account_id}/${parcel.id}/scan`, { token });
    expect(await reported(await packed())).toHaveLength(1);

    await rules({ tracking_push: 'first_scan' });
    const parcel = await packed();
    const correct = `/api/staff/parcels/${owner.account_id}/${parcel.id}`;
    const body = { tracking_number: 'YT-CORRECTED', version: parcel.version };
    expect(await test.call('PUT', correct, { token: packer.token, body })).toMatchObject({ status: 200 });
    expect(await reported(parcel)).toEqual([]);
    expect(await scan(parcel, owner.token)).toMatchObject({ status: 403 });
    expect(await scan({ id: uuid() })).toMatchObject({ status: 404 });
    expect(await scan(parcel)).toMatchObject({ status: 200, body: { data: { status: 'in_transit' } } });
    expect(await reported(parcel)).toEqual([{ key: `parcel:${parcel.id}:YT-CORRECTED` }]);
    expect(await scan(parcel)).toMatchObject({ status: 200 });
    expect(await reported(parcel)).toHaveLength(1);
  });
});
