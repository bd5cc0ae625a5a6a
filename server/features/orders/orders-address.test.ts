import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deskRows } from '#testing/desk-rows.ts';
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
import { eraseRecipients, lockPayable, markPaid } from './orders.service.ts';

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
  await tell(external_id, more);
  const [row] = await deskRows(test, `SELECT id FROM orders WHERE external_id = '${external_id}'`);
  return { id: row?.id as string, external_id };
}
const tell = (external_id: string, more: Partial<ShopOrder> = {}) =>
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
const settle = async (id: string, take: boolean) =>
  test.call('POST', `/api/shopify_orders/${id}/address/shop`, {
    token: owner.token,
    body: { take, version: (await get(id)).version },
  });
const codes = (order: { blocks: { code: string }[] }) => order.blocks.map((block) => block.code).sort();
const pay = (id: string) =>
  inAccount(test, owner.account_id, async (ctx) => {
    await lockPayable(ctx, owner.account_id, [id]);
    await markPaid(ctx, owner.account_id, [id]);
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
    const seen = await test.call('GET', `/api/desk/orders/${owner.account_id}/${id}`, { token: warehouse.token });
    expect(seen.body.data.address).toMatchObject({ zip: '78702' });
    expect((await correct(id, { zip: '78703' })).body.data.address).toMatchObject({ zip: '78703' });
  });

  it('D8-01 stays when the shop changes its own, until one of the two is chosen; packed orders refuse', async () => {
    const { id, external_id } = await given();
    await correct(id, { address1: '2 Side St' });
    const moved = { ...address, address1: '9 New Rd' };
    await tell(external_id, { address: moved, updated_at: new Date('2026-11-21T08:00:00Z') });
    expect(await get(id)).toMatchObject({
      address: { address1: '2 Side St' },
      address_check: { original: { address1: '1 Main St' }, later: { address1: '9 New Rd' } },
    });
    expect((await get(id)).events[0]).toMatchObject({ kind: 'address_changed' });
    const kept = await settle(id, false);
    expect(kept.body.data).toMatchObject({
      address: { address1: '2 Side St' },
      address_check: { original: { address1: '9 New Rd' }, later: null },
    });
    expect((await settle(id, false)).status).toBe(422);
    await tell(external_id, { address: { ...moved, city: 'Dallas' }, updated_at: new Date('2026-11-22T08:00:00Z') });
    const taken = await settle(id, true);
    expect(taken.body.data).toMatchObject({
      address: { address1: '9 New Rd', city: 'Dallas' },
      address_check: { original: null, later: null },
    });
    await tell(external_id, { address, updated_at: new Date('2026-11-23T08:00:00Z') });
    expect((await get(id)).address).toMatchObject({ address1: '1 Main St' });
    await deskRows(test, `UPDATE orders SET stage = 'ready_to_ship' WHERE id = '${id}' RETURNING id`);
    expect(await correct(id, { city: 'Waco' })).toMatchObject({ status: 422, body: { code: 'order_act_refused' } });
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
    await tell(external_id, {
      address: { ...address, address1: '78 Quill Lane' },
      updated_at: new Date('2026-11-22T08:00:00Z'),
    });
    expect(await tablesWith(test, 'Quill Lane')).toEqual(['order_recipients']);
    await inAccount(test, owner.account_id, (ctx) =>
      eraseRecipients(ctx, owner.account_id, { storeId: store.id, externalIds: [external_id] }),
    );
    for (const text of ['Quill Lane', 'Quartermain']) expect(await tablesWith(test, text)).toEqual([]);
    expect((await correct(id, {})).body.code).toBe('order_not_editable');
  });
});

describe('each fault', () => {
  it('D8-03 is a block of its own that its fix takes away: phone, tax id, undeliverable, restricted, undeclared', async () => {
    const courier = await givenChannel(test, 'Courier');
    await deskRows(
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
    await deskRows(
      test,
      `UPDATE catalog_skus SET hs_code = '940520', origin = 'CN', flags = '{battery}' WHERE id = '${torch.sku_id}' RETURNING id`,
    );
    await deskRows(
      test,
      `INSERT INTO channel_rates (id, channel_id, destination, valid_from, currency, formula, days_p50, days_p90, tax_mode, refuses, created_at)
       VALUES (gen_random_uuid(), '${courier.id}', 'US', now() - interval '1 day', 'USD', '{}', 5, 9, 'DDU', '{battery}', now() - interval '1 day') RETURNING id`,
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
