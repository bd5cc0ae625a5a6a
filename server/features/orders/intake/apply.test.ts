import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopOrder } from '#server/connectors/connector.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  address,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { bySize } from '#testing/size.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { applyShopOrders } from './apply.service.ts';
import { reviewOrders } from '../review/review.service.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
});
afterAll(() => test.close());

const later = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + minutes * 60_000);
const apply = (store: string, orders: ShopOrder[], source: 'api' | 'file' = 'api') =>
  inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, orders, source),
  );

async function ordersOf(store: string) {
  const { body } = await test.call('GET', `/api/shopify_orders?store_id=${store}&per_page=100`, { token: owner.token });
  return body.data;
}
async function detailOf(store: string) {
  const [row] = await ordersOf(store);
  const { body } = await test.call('GET', `/api/shopify_orders/${row.id}`, { token: owner.token });
  return body.data;
}
async function pricedStore() {
  const id = await givenStore(test, owner.account_id);
  const goods = await givenVariant(test, { account_id: owner.account_id, id });
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  return { id, goods };
}

describe('orders from a shop', () => {
  it('arrive once, priced and payable, however often they are told', async () => {
    const { id, goods } = await pricedStore();
    const order = shopOrder([shopLine(goods)]);
    expect(await apply(id, [order, order])).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
    expect(await apply(id, [order])).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    const [row, ...more] = await ordersOf(id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      name: '#1001',
      stage: 'awaiting_payment',
      blocks: [],
      customer: 'Ada Miller',
      country: 'US',
      units: 2,
      total: { amount: 3998, currency: 'USD' },
      cost: { goods: 1000, freight: 1000, fees: 0, total: 2000, currency: 'USD' },
      days: { ready: 3, min: 10, max: 15 },
      items: [{ title: 'Lamp', variant_title: 'White', quantity: 2 }],
    });
  });

  it('ignores older news and takes newer', async () => {
    const { id, goods } = await pricedStore();
    await apply(id, [shopOrder([shopLine(goods, { quantity: 3 })], { updated_at: later(10) })]);
    expect(await apply(id, [shopOrder([shopLine(goods, { quantity: 1 })], { updated_at: later(5) })])).toMatchObject({
      unchanged: 1,
    });
    expect(await apply(id, [shopOrder([shopLine(goods, { quantity: 4 })], { updated_at: later(20) })])).toMatchObject({
      updated: 1,
    });
    expect(await ordersOf(id)).toMatchObject([{ units: 4, cost: { goods: 2000 } }]);
  });

  it('writes the buyer anew only when the buyer or the goods are others', async () => {
    const { id, goods } = await pricedStore();
    const written = async (quantity: number, at: number) => {
      await apply(id, [shopOrder([shopLine(goods, { quantity })], { updated_at: later(at), tags: [`${at}`] })]);
      const [row] = await sqlRows<{ at: string; same_key: string }>(
        test,
        `SELECT r.xmin::text AS at, same_key FROM order_recipients r
         JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id WHERE o.store_id = '${id}'`,
      );
      return row;
    };
    const first = await written(2, 0);
    expect(await written(2, 10)).toEqual(first);
    expect((await written(3, 20))?.same_key).not.toBe(first?.same_key);
  });

  it('ends in the same state whatever the order and number of deliveries', { tags: ['D7-12'] }, async () => {
    const { id, goods } = await pricedStore();
    const second = await givenVariant(test, { account_id: owner.account_id, id });
    const line2 = shopLine(second, { external_id: 'line-2', quantity: 1 });
    const news = (name: string): ShopOrder[] => {
      const order = (minutes: number, lines = [shopLine(goods)], more: Partial<ShopOrder> = {}) =>
        shopOrder(lines, { external_id: `x-${name}`, name, updated_at: later(minutes), ...more });
      return [
        order(0, undefined, { financial_status: 'pending' }),
        order(1),
        order(2, [shopLine(goods), line2]),
        order(3, [shopLine(goods, { current_quantity: 1 }), line2], { financial_status: 'partially_refunded' }),
        order(4, [shopLine(goods, { current_quantity: 1 })], { address: { ...address, zip: '78702' } }),
      ];
    };
    const state = async (name: string) => {
      const { body } = await test.call('GET', `/api/shopify_orders?store_id=${id}&q=${name}`, { token: owner.token });
      const { id: orderId, ...row } = body.data[0];
      const { body: detail } = await test.call('GET', `/api/shopify_orders/${orderId}`, { token: owner.token });
      const lines = detail.data.order_lines.map((line: object) => ({ ...line, id: '' }));
      return JSON.stringify({ ...row, name: '', lines, address: { ...detail.data.address, email: '' } });
    };
    await apply(id, news('ref0'));
    const expected = await state('ref0');
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 4 }), { minLength: 0, maxLength: 8 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        async (extra, all) => {
          run += 1;
          const name = `run${run}`;
          const deliveries = news(name);
          for (const index of [...extra, ...all]) await apply(id, [deliveries[index] as ShopOrder]);
          // A line that came and went leaves a row with nothing left of it; where it never came there is none.
          expect((await state(name)).replace(/,?\{[^{}]*"current_quantity":0[^{}]*\}/g, '')).toBe(
            expected.replace(/,?\{[^{}]*"current_quantity":0[^{}]*\}/g, ''),
          );
        },
      ),
      { numRuns: bySize(8, 400) },
    );
  });

  it('leave when they are cancelled or refunded before we were paid', async () => {
    const { id, goods } = await pricedStore();
    const lines = [shopLine(goods)];
    await apply(id, [shopOrder(lines), shopOrder(lines, { external_id: '2', name: '#1002' })]);
    await apply(id, [
      shopOrder(lines, { updated_at: later(1), cancelled_at: later(1) }),
      shopOrder(lines, { external_id: '2', name: '#1002', updated_at: later(1), financial_status: 'refunded' }),
    ]);
    expect((await ordersOf(id)).map((order: { stage: string }) => order.stage)).toEqual(['cancelled', 'cancelled']);
  });

  it('say what stops them', async () => {
    const id = await givenStore(test, owner.account_id);
    const goods = await givenVariant(test, { account_id: owner.account_id, id }, { mapping: 'unmapped' });
    await apply(id, [
      shopOrder([shopLine(goods)], { address: { ...address, zip: null }, financial_status: 'authorized' }),
    ]);
    const [row] = await ordersOf(id);
    expect(row.stage).toBe('imported');
    expect(row.blocks.map((block: { code: string; owner: string }) => [block.code, block.owner]).sort()).toEqual([
      ['ADDRESS_INCOMPLETE', 'merchant'],
      ['STORE_UNPAID', 'merchant'],
      ['UNMAPPED_VARIANT', 'merchant'],
    ]);
  });

  it('become payable when their variant arrives, gets a match and a price', async () => {
    const id = await givenStore(test, owner.account_id);
    await apply(id, [shopOrder([shopLine({ external_id: '777', sku: 'LAMP-W' })])]);
    expect((await ordersOf(id))[0].blocks).toMatchObject([{ code: 'UNMAPPED_VARIANT' }]);
    const goods = await givenVariant(test, { account_id: owner.account_id, id }, { external_id: '777' });
    const review = (which: Parameters<typeof reviewOrders>[1]) =>
      inAccount(test, owner.account_id, (ctx) => reviewOrders(ctx, which));
    expect(await review({ variantIds: [goods.variant_id] })).toBe(0);
    expect((await ordersOf(id))[0].blocks).toMatchObject([{ code: 'NO_PRICE', owner: 'merchant', due_at: null }]);
    const channel = await givenChannel(test);
    await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel, destination: 'DE' });
    await review({ skuIds: [goods.sku_id] });
    expect((await ordersOf(id))[0].blocks).toMatchObject([{ code: 'COUNTRY_NOT_SERVED' }]);
    await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel });
    expect(await review({ skuIds: [goods.sku_id] })).toBe(1);
    expect(await review({ skuIds: [goods.sku_id] })).toBe(0);
    const detail = await detailOf(id);
    expect(detail).toMatchObject({
      stage: 'awaiting_payment',
      order_lines: [{ unit_cost: 500, mapping_version: 1, variant_id: goods.variant_id }],
    });
    expect(detail.events.map((event: { kind: string }) => event.kind)).toEqual(['payable', 'imported']);
  });

  it('survive being told by two processes at once', async () => {
    const { id, goods } = await pricedStore();
    const orders = Array.from({ length: 20 }, (_, n) =>
      shopOrder([shopLine(goods)], { external_id: `p${n}`, name: `#${n}` }),
    );
    const results = await Promise.all([apply(id, orders), apply(id, orders.toReversed()), apply(id, orders)]);
    expect(results.reduce((sum, result) => sum + result.created, 0)).toBe(20);
    expect(await ordersOf(id)).toHaveLength(20);
  });

  it('keep no personal data of the buyer outside of their recipient', async () => {
    const { id, goods } = await pricedStore();
    await apply(id, [shopOrder([shopLine(goods)], { note: 'ring twice, Ada' })]);
    await apply(id, [
      shopOrder([shopLine(goods)], {
        updated_at: later(1),
        address: { ...address, name: 'Grace Hopper', address1: '9 Elm St' },
      }),
    ]);
    const detail = await detailOf(id);
    expect(detail.events[0]).toMatchObject({ kind: 'address_changed', data: { fields: ['name', 'address1'] } });
    const rows = await inAccount(test, owner.account_id, async ({ db }) => [
      await db.selectFrom('order_events').selectAll().where('order_id', '=', detail.id).execute(),
      await db.selectFrom('orders').selectAll().where('id', '=', detail.id).execute(),
      await db.selectFrom('order_terms').selectAll().where('order_id', '=', detail.id).execute(),
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Ada|Grace|Elm|78701|5125550100/);
  });
});

describe('a file and the shop', () => {
  it('meet in one order by the shop’s id, and the shop has the last word', async () => {
    const { id, goods } = await pricedStore();
    const fromFile = shopOrder([
      shopLine(
        { ...goods, external_id: '' },
        { external_id: 'file:1', external_variant_id: null, title: 'Lamp - White', variant_title: null },
      ),
    ]);
    expect(await apply(id, [fromFile], 'file')).toMatchObject({ created: 1 });
    expect((await detailOf(id)).order_lines).toMatchObject([{ variant_id: goods.variant_id }]);
    expect(await apply(id, [shopOrder([shopLine(goods)])], 'api')).toMatchObject({ updated: 1 });
    expect(await apply(id, [{ ...fromFile, financial_status: 'pending' }], 'file')).toMatchObject({ unchanged: 1 });
    const detail = await detailOf(id);
    expect(detail).toMatchObject({ source: 'api', financial_status: 'paid', units: 2 });
    expect(detail.order_lines).toHaveLength(1);
  });

  it('meet by name when the file knows no id', async () => {
    const { id, goods } = await pricedStore();
    const nameless = shopOrder([shopLine(goods, { external_id: 'file:1' })], { external_id: '#1001' });
    await apply(id, [nameless], 'file');
    expect(await apply(id, [shopOrder([shopLine(goods)])], 'api')).toMatchObject({ created: 0, updated: 1 });
    expect(await apply(id, [nameless], 'file')).toMatchObject({ created: 0, unchanged: 1 });
    expect(await ordersOf(id)).toHaveLength(1);
  });
});
