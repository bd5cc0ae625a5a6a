import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
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
import { tablesWith } from '#testing/search-tables.ts';
import type { ShopOrder } from '#server/connectors/connector.ts';
import { eraseRecipients } from '../privacy/erase.service.ts';
import { lockPayable, markPaid } from '../pay/pay.service.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let air: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  air = await givenChannel(test);
  for (const destination of ['US', 'BR'])
    await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: air, destination });
});
afterAll(() => test.close());

let last = 100;
/** An order of the shop; its name is its id there. */
async function given(more: Partial<ShopOrder> = {}, external_id = String((last += 1))) {
  await importOrders(external_id, more);
  const [row] = await sqlRows(test, `SELECT id FROM orders WHERE external_id = '${external_id}'`);
  return { id: row?.id as string, external_id };
}
const importOrders = (external_id: string, more: Partial<ShopOrder> = {}) =>
  inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      store,
      [shopOrder([shopLine(lamp)], { external_id, name: `#${external_id}`, ...more })],
      'api',
    ),
  );
const get = async (id: string) =>
  (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
const { province_code: _, ...written } = { ...address, tax_id: null };
async function correct(id: string, change: object, version?: number) {
  const seen = version ?? (await get(id)).version;
  return test.call('PUT', `/api/shopify_orders/${id}/address`, {
    token: owner.token,
    body: { address: { ...written, ...change }, version: seen },
  });
}
const chooseAddress = async (id: string, take: boolean) =>
  test.call('POST', `/api/shopify_orders/${id}/address/shop`, {
    token: owner.token,
    body: { take, version: (await get(id)).version },
  });
const codes = (order: { blocks: { code: string }[] }) => order.blocks.map((block) => block.code).sort();
const pay = (id: string) =>
  inAccount(test, owner.account_id, async (ctx) => {
    await markPaid(ctx, await lockPayable(ctx, [id]));
  });

describe('a correction of an address', () => {
  it('frees an order, is what the warehouse reads, and keeps what the shop said', async () => {
    const { id } = await given({ address: { ...address, zip: null } });
    expect(codes(await get(id))).toEqual(['ADDRESS_INCOMPLETE']);
    const { status, body } = await correct(id, { zip: ' 78702 ' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      stage: 'awaiting_payment',
      blocks: [],
      address: { zip: '78702', email: expect.any(String) },
      address_check: { original: { zip: null, address1: '1 Main St' }, later: null },
    });
    expect(body.data.events).toContainEqual(
      expect.objectContaining({ kind: 'address_edited', data: { fields: ['zip'] } }),
    );
    await pay(id);
    const warehouse = await staff(test, 'warehouse');
    const seen = await test.call('GET', `/api/staff/orders/${owner.account_id}/${id}`, { token: warehouse.token });
    expect(seen.body.data.address).toMatchObject({ zip: '78702' });
    expect((await correct(id, { zip: '78703' })).body.data.address).toMatchObject({ zip: '78703' });
  });

  it('keeps to the country that its freight was paid for', async () => {
    const { id, external_id } = await given();
    const berlin = { city: 'Berlin', province: null, zip: '10115', country: 'DE' };
    expect((await correct(id, berlin)).status).toBe(200);
    expect((await correct(id, { city: 'Austin' })).status).toBe(200);
    await pay(id);
    const abroad = await correct(id, berlin);
    expect(abroad).toMatchObject({ status: 422, body: { code: 'order_not_editable' } });
    expect(abroad.body.message).toContain('Shipping to the United States is already paid');
    await correct(id, { address1: '2 Side St' });
    await importOrders(external_id, {
      address: { ...address, ...berlin },
      updated_at: new Date('2026-11-21T08:00:00Z'),
    });
    expect((await chooseAddress(id, true)).status).toBe(422);
    expect((await get(id)).address).toMatchObject({ address1: '2 Side St', country: 'US' });
    expect((await chooseAddress(id, false)).status).toBe(200);
  });

  it('stays when the shop changes its own, until one of the two is chosen; packed orders refuse', {
    tags: ['D8-01'],
  }, async () => {
    const { id, external_id } = await given();
    await correct(id, { address1: '2 Side St' });
    const moved = { ...address, address1: '9 New Rd' };
    await importOrders(external_id, { address: moved, updated_at: new Date('2026-11-21T08:00:00Z') });
    expect(await get(id)).toMatchObject({
      address: { address1: '2 Side St' },
      address_check: { original: { address1: '1 Main St' }, later: { address1: '9 New Rd' } },
    });
    expect((await get(id)).events[0]).toMatchObject({ kind: 'address_changed' });
    const kept = await chooseAddress(id, false);
    expect(kept.body.data).toMatchObject({
      address: { address1: '2 Side St' },
      address_check: { original: { address1: '9 New Rd' }, later: null },
    });
    expect((await chooseAddress(id, false)).status).toBe(422);
    await importOrders(external_id, {
      address: { ...moved, city: 'Dallas' },
      updated_at: new Date('2026-11-22T08:00:00Z'),
    });
    const taken = await chooseAddress(id, true);
    expect(taken.body.data).toMatchObject({
      address: { address1: '9 New Rd', city: 'Dallas' },
      address_check: { original: null, later: null },
    });
    await importOrders(external_id, { address, updated_at: new Date('2026-11-23T08:00:00Z') });
    expect((await get(id)).address).toMatchObject({ address1: '1 Main St' });
    await sqlRows(test, `UPDATE orders SET stage = 'ready_to_ship' WHERE id = '${id}' RETURNING id`);
    expect(await correct(id, { city: 'Waco' })).toMatchObject({ status: 422, body: { code: 'order_action_refused' } });
  });

  it('is refused field by field when no parcel would arrive, and when somebody was quicker', async () => {
    const { id } = await given();
    const wrong = await correct(id, { zip: '1', name: '12', address1: 'x'.repeat(101) });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'address_invalid' } });
    expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual(['address.address1', 'address.name', 'address.zip']);
    expect((await correct(id, { city: 'Waco' }, 0)).body.code).toBe('stale_version');
    expect((await get(id)).address.address1).toBe('1 Main St');
    const stranger = await merchant(test);
    const path = `/api/shopify_orders/${id}/address`;
    const body = { address: written, version: 1 };
    expect((await test.call('PUT', path, { token: stranger.token, body })).status).toBe(404);
    expect((await test.call('PUT', path, { body })).status).toBe(401);
    expect((await test.call('PUT', path, { token: owner.token, body: { address: 1 } })).status).toBe(422);
  });

  it('goes with the buyer when the buyer is erased', async () => {
    const { id, external_id } = await given();
    await correct(id, { address1: '77 Quill Lane', name: 'Zebulon Quartermain' });
    await importOrders(external_id, {
      address: { ...address, address1: '78 Quill Lane' },
      updated_at: new Date('2026-11-22T08:00:00Z'),
    });
    expect(await tablesWith(test, 'Quill Lane')).toEqual(['order_recipients']);
    await inAccount(test, owner.account_id, (ctx) =>
      eraseRecipients(ctx, { storeId: store.id, externalIds: [external_id] }),
    );
    for (const text of ['Quill Lane', 'Quartermain']) expect(await tablesWith(test, text)).toEqual([]);
    expect((await correct(id, {})).body.code).toBe('order_not_editable');
  });
});

describe('each fault', () => {
  it('is a block of its own that its fix takes away: phone, tax id, undeliverable, restricted, undeclared', {
    tags: ['D8-03'],
  }, async () => {
    const courier = await givenChannel(test, 'Courier');
    await sqlRows(
      test,
      `UPDATE channels SET needs_phone = true, takes_po_boxes = false, needs_customs = true WHERE id = '${courier.id}' RETURNING id`,
    );
    const torch = await givenVariant(test, store);
    await givenPrice(test, owner.account_id, { sku_id: torch.sku_id, channel: courier });
    const boxed = { ...address, phone: null, address1: 'PO Box 7' };
    const { id } = await given({ lines: [shopLine(torch)], address: boxed });
    expect(codes(await get(id))).toEqual(['ADDRESS_NOT_DELIVERABLE', 'CUSTOMS_DATA_MISSING', 'PHONE_REQUIRED']);
    await correct(id, {});
    expect(codes(await get(id))).toEqual(['CUSTOMS_DATA_MISSING']);
    await sqlRows(
      test,
      `UPDATE catalog_skus SET hs_code = '940520', origin = 'CN', flags = '{battery}' WHERE id = '${torch.sku_id}' RETURNING id`,
    );
    await sqlRows(
      test,
      `INSERT INTO channel_rates (id, channel_id, destination, valid_from, currency, formula, days_p50, days_p90, tax_mode, refuses, created_at)
       VALUES (gen_random_uuid(), '${courier.id}', 'US', '2026-01-01T00:00:00Z', 'USD', '{}', 5, 9, 'DDU', '{battery}', '2026-01-01T00:00:00Z') RETURNING id`,
    );
    const other = await given({ lines: [shopLine(torch)] });
    expect((await get(other.id)).blocks).toMatchObject([
      {
        code: 'CHANNEL_RESTRICTION',
        owner: 'merchant',
        detail: { channels: [{ channel: 'Courier', refuses: ['battery'] }] },
      },
    ]);
    await givenPrice(test, owner.account_id, { sku_id: torch.sku_id, channel: air });
    const third = await given({ lines: [shopLine(torch)] });
    expect(await get(third.id)).toMatchObject({ stage: 'awaiting_payment', channel: { id: air.id } });

    const brazil = { ...address, country: 'BR', zip: '01310-100' };
    const south = await given({ address: brazil });
    expect((await get(south.id)).blocks).toMatchObject([{ code: 'TAX_ID_REQUIRED', detail: { kind: 'CPF/CNPJ' } }]);
    await correct(south.id, { country: 'BR', zip: '01310-100', tax_id: '529.982.247-25' });
    expect(await get(south.id)).toMatchObject({ stage: 'awaiting_payment', address: { tax_id: '52998224725' } });
  });
});

describe('equal orders', () => {
  it('of one buyer within a day: the later waits beside the earlier until both are wanted, or one is gone', {
    tags: ['D8-08'],
  }, async () => {
    const buyer = { email: 'twin@example.com' };
    const first = await given(buyer);
    const same = { ...buyer, placed_at: new Date('2026-11-20T20:00:00Z') };
    const second = await given({ ...same, address: { ...address, address1: '1  MAIN st.' } });
    expect(codes(await get(first.id))).toEqual([]);
    expect((await get(second.id)).blocks).toMatchObject([
      { code: 'DUPLICATE_SUSPECT', owner: 'merchant', detail: { order_id: first.id, name: `#${first.external_id}` } },
    ]);
    const third = await given(same);
    expect(codes(await get(third.id))).toEqual(['DUPLICATE_SUSPECT']);
    const different = [
      { ...same, placed_at: new Date('2026-11-22T20:00:01Z') },
      { ...same, email: 'other@example.com' },
      { ...same, address: { ...address, address1: '3 Main St' } },
      { ...same, lines: [shopLine(lamp, { quantity: 3 })] },
    ];
    for (const more of different) expect(codes(await get((await given(more)).id))).toEqual([]);

    const confirm = async (id: string) =>
      test.call('POST', `/api/shopify_orders/${id}/confirm`, {
        token: owner.token,
        body: { code: 'DUPLICATE_SUSPECT', version: (await get(id)).version },
      });
    expect((await confirm(second.id)).body.data).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
    expect((await confirm(second.id)).status).toBe(422);
    await importOrders(second.external_id, { ...same, updated_at: new Date('2026-11-23T08:00:00Z'), total: 1 });
    expect(codes(await get(second.id))).toEqual([]);
    const gone = { cancelled_at: new Date('2026-11-23T08:00:00Z'), updated_at: new Date('2026-11-23T08:00:00Z') };
    await importOrders(first.external_id, { ...buyer, ...gone });
    await importOrders(second.external_id, { ...same, ...gone });
    expect(codes(await get(third.id))).toEqual([]);
    expect(JSON.stringify((await get(third.id)).blocks)).not.toContain('twin@example.com');
  });
});

describe('what an unpaid order is', () => {
  it('goes by the channel that its merchant chose, as long as that takes it', async () => {
    const fast = await givenChannel(test, 'Fast line');
    await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: fast, unit_price: 900 });
    const { id } = await given();
    const path = `/api/shopify_orders/${id}`;
    const offers = await test.call('GET', `${path}/channels`, { token: owner.token });
    expect(offers.body.data).toMatchObject([
      { channel: { id: air.id }, chosen: false, refuses: [], too_heavy: false, cost: { total: 2_000 } },
      { channel: { id: fast.id }, days: { ready: 3, min: 10, max: 15 }, cost: { total: 2_800 } },
    ]);
    const choose = async (channel_id: string | null) =>
      test.call('PUT', `${path}/channel`, {
        token: owner.token,
        body: { channel_id, version: (await get(id)).version },
      });
    expect((await choose(fast.id)).body.data).toMatchObject({ channel: { id: fast.id }, cost: { total: 2_800 } });
    expect((await choose((await givenChannel(test, 'Unpriced')).id)).body.code).toBe('order_not_editable');
    expect((await choose(null)).body.data).toMatchObject({ channel: { id: air.id } });
    await choose(fast.id);
    await pay(id);
    expect((await choose(null)).body.code).toBe('order_not_editable');
  });

  it('changes line by line: another variant of the store, or not ours, while it is unpaid', {
    tags: ['D8-09'],
  }, async () => {
    const red = await givenVariant(test, store);
    await givenPrice(test, owner.account_id, { sku_id: red.sku_id, channel: air, unit_price: 700 });
    const foreign = await givenVariant(test, { ...store, id: await givenStore(test, owner.account_id) });
    const { id, external_id } = await given({
      lines: [shopLine(lamp), shopLine(null, { external_id: 'line-2', sku: 'gift' })],
    });
    const [first, gift] = (await get(id)).order_lines;
    const change = async (line: string, body: object) =>
      test.call('PUT', `/api/shopify_orders/${id}/lines/${line}`, {
        token: owner.token,
        body: { ...body, version: (await get(id)).version },
      });
    expect(codes(await get(id))).toEqual(['UNMAPPED_VARIANT']);
    const without = (await change(gift.id, { not_ours: true })).body.data;
    expect(without).toMatchObject({ stage: 'awaiting_payment', cost: { goods: 1_000 } });
    expect(without.order_lines[1]).toMatchObject({ not_ours: true });
    const changed = (await change(first.id, { variant_id: red.variant_id })).body.data;
    expect(changed).toMatchObject({ cost: { goods: 1_400 }, order_lines: [{ variant_id: red.variant_id }, {}] });
    const shopAgain = { lines: [shopLine(lamp), shopLine(null, { external_id: 'line-2', sku: 'gift' })], total: 5 };
    await importOrders(external_id, { ...shopAgain, updated_at: new Date('2026-11-22T08:00:00Z') });
    expect((await get(id)).order_lines[0]).toMatchObject({ variant_id: red.variant_id });
    expect((await change(first.id, { variant_id: foreign.variant_id })).body.code).toBe('order_not_editable');
    expect((await change(air.id, { not_ours: true })).status).toBe(404);
    expect(codes((await change(gift.id, { not_ours: false })).body.data)).toEqual(['UNMAPPED_VARIANT']);
    await change(gift.id, { not_ours: true });
    await pay(id);
    expect((await change(first.id, { variant_id: lamp.variant_id })).body.code).toBe('order_action_refused');
  });
});
