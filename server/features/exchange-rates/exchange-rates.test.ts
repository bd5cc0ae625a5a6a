import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { europeanCentralBank } from '#server/connectors/exchange-rates/ecb.ts';
import { entryFor } from '#server/db/context.ts';
import { type TestApp, startTestApp } from '#testing/app.ts';
import {
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { publishedRates, ratesXml } from '#sandbox/rates/rates.ts';
import { convertMinor } from './convert.ts';
import { fetchRates } from './exchange-rates.service.ts';

let test: TestApp;
let owner: Person;
let finance: string;
let channel: Channel;
let store: string;
let lamp: Awaited<ReturnType<typeof givenVariant>>;
let body = '';
const bank = createServer((_request, answer) => answer.end(body));
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  finance = (await staff(test, 'finance')).token;
  channel = await givenChannel(test);
  store = await givenStore(test, owner.account_id, { name: 'London lamps' });
  await sqlRows(test, `UPDATE stores SET currency = 'GBP' WHERE id = '${store}'`);
  lamp = await givenVariant(test, { account_id: owner.account_id, id: store });
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel });
  await sqlRows(test, `UPDATE store_variants SET price = 2000, currency = 'GBP' WHERE id = '${lamp.variant_id}'`);
  await sqlRows(
    test,
    `UPDATE store_products SET price_min = 2000, price_max = 2000, price_currency = 'GBP' WHERE id = '${lamp.product_id}'`,
  );
  await sqlRows(
    test,
    `INSERT INTO product_figures (account_id, product_id) VALUES ('${owner.account_id}', '${lamp.product_id}')`,
  );
  await new Promise<void>((ready) => void bank.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  bank.close();
  await test.close();
});

const day = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const ago = (days: number) => new Date(test.clock.now().getTime() - days * day);
const source = () => {
  const { port } = bank.address() as AddressInfo;
  return europeanCentralBank({ url: `http://127.0.0.1:${port}/rates.xml`, allowPrivate: true });
};
const fetched = () => fetchRates(entryFor(test.ground, { kind: 'system', name: 'test' }, uuid()), source());
const xml = (days: Record<string, Record<string, number | string>>) =>
  `<Envelope><Cube>${Object.entries(days)
    .map(([time, rates]) => {
      const cubes = Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
      return `<Cube time='${time}'>${cubes.join('')}</Cube>`;
    })
    .join('')}</Cube></Envelope>`;
let orders = 0;
/** An order of two lamps for 30.00 pounds, of some days ago. */
async function sold(daysAgo: number): Promise<string> {
  orders += 1;
  const name = `#${8000 + orders}`;
  const placed = { placed_at: ago(daysAgo), updated_at: ago(daysAgo) };
  const order = shopOrder([shopLine(lamp)], { ...placed, external_id: name, name, currency: 'GBP', total: 3000 });
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [order], 'api'),
  );
  return name;
}
const orderOf = async (name: string) =>
  (await test.call('GET', `/api/shopify_orders?q=${encodeURIComponent(name)}`, { token: owner.token })).body.data[0];
const product = async () =>
  (await test.call('GET', `/api/products/${lamp.product_id}`, { token: owner.token })).body.data;
const enter = (rate: object, token = finance) => test.call('POST', '/api/staff/exchange_rates', { token, body: rate });

describe('exchange rates', () => {
  it('have no figure without one, and no order is refused for it', async () => {
    const name = await sold(1);
    await runTasks(test);
    const { profit, conversion, cost, total } = await orderOf(name);
    expect({ profit, conversion }).toEqual({ profit: null, conversion: null });
    expect([total.currency, cost.currency]).toEqual(['GBP', 'USD']);
    expect((await product()).margin).toBeNull();
  });

  it('refuse what is no list of rates, keep nothing of it, and ask again later', async () => {
    for (const bad of [
      '',
      'not xml',
      '<Envelope><Cube/></Envelope>',
      xml({ [dayOf(ago(0))]: { USD: 0 } }),
      xml({ [dayOf(ago(0))]: { USD: '1e3' } }),
      xml({ yesterday: { USD: 1.1 } }),
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]>${xml({ [dayOf(ago(0))]: { 'U&a;': 1 } })}`,
    ]) {
      body = bad;
      expect([bad.slice(0, 40), await fetched()]).toEqual([bad.slice(0, 40), 0]);
    }
    body = xml({ [dayOf(ago(0))]: { USD: 1.1 } }).padEnd(2 * 1024 * 1024 + 1);
    expect(await fetched()).toBe(0);
    expect(await sqlRows(test, 'SELECT 1 FROM exchange_rates')).toEqual([]);
  });

  it('give orders the rate of their date, those that came before the rate too, and never another one', async () => {
    const early = await sold(3);
    const old = await sold(40);
    body = xml({
      [dayOf(ago(5))]: { USD: 1.2, GBP: 0.8 },
      [dayOf(ago(1))]: { USD: 1.1, GBP: 0.8 },
    });
    expect(await fetched()).toBe(2);
    await runTasks(test);
    const first = await orderOf(early);
    // 30.00 pounds at 1.5 less the cost
    expect(first.profit).toEqual({ amount: 4500 - first.cost.total, currency: 'USD' });
    expect(first.conversion).toEqual({ from: 'GBP', to: 'USD', rate: '1.5', day: dayOf(ago(5)), source: 'ecb' });
    expect(await orderOf(await sold(0))).toMatchObject({ conversion: { rate: '1.375', day: dayOf(ago(1)) } });
    expect(await orderOf(old)).toMatchObject({ profit: null, conversion: null });
    await enter({ currency: 'USD', day: dayOf(ago(3)), per_euro: '2' });
    await runTasks(test);
    expect((await orderOf(early)).conversion).toEqual(first.conversion);
    expect(await orderOf(await sold(2))).toMatchObject({
      conversion: { rate: '2.5', day: dayOf(ago(5)), source: 'staff' },
    });
  });

  it('stand in the file of orders wherever a sale is converted, also where no cost is known', async () => {
    const unpriced = await givenVariant(test, { account_id: owner.account_id, id: store });
    const placed = { placed_at: ago(2), updated_at: ago(2) };
    const order = shopOrder([shopLine(unpriced)], {
      ...placed,
      external_id: '#8900',
      name: '#8900',
      currency: 'GBP',
      total: 3000,
    });
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [order], 'api'),
    );
    await runTasks(test);
    const { token } = owner;
    const asked = { list: 'orders', format: 'csv', columns: ['cost', 'profit', 'rate'], query: { q: '#8900' } };
    const made = await test.call('POST', '/api/exports', { token, key: uuid(), body: asked });
    const link = await test.call('POST', `/api/files/${made.body.data.result.file_id}/link`, { token, body: {} });
    const file = (await test.app.fastify.inject({ url: link.body.data.url })).body;
    expect((await orderOf('#8900')).cost).toBeNull();
    expect(file).toContain(`"1 GBP = 2.5 USD, ${dayOf(ago(5))}, STAFF"`);
  });

  it('convert margins and previews at the newest rate, and not with one older than seven days', async () => {
    await enter({ currency: 'USD', day: dayOf(ago(0)), per_euro: '1.6' });
    await runTasks(test);
    const { margin, landed } = await product();
    const left = Math.round(((4000 - landed.min.amount) / 4000) * 1000) / 10; // 20.00 pounds at 2
    const conversion = { from: 'GBP', to: 'USD', rate: '2', day: dayOf(ago(1)), source: 'staff' };
    expect(margin).toEqual({ low: left, high: left, conversion });
    expect((await test.call('GET', '/api/products?margin_below=99', { token: owner.token })).body.data).toHaveLength(1);
    const path = `/api/shipping/cost?variant_id=${lamp.variant_id}&destination=US`;
    const { data } = (await test.call('GET', path, { token: owner.token })).body;
    expect(data.converted).toEqual({ price: { amount: 4000, currency: 'USD' }, conversion });
    const agreed = data.offers.find((offer: { source: string }) => offer.source === 'agreed');
    expect(agreed.profit).toBe(4000 - agreed.total);
    test.clock.advance(7 * day); // the pound's is eight days old
    const later = (await test.call('GET', path, { token: owner.token })).body.data;
    expect([later.converted, later.offers[0].profit]).toEqual([null, null]);
    expect((await orderOf(await sold(0))).profit).toBeNull();
    const { body: listed } = await test.call('GET', '/api/staff/exchange_rates', { token: finance });
    expect(listed.data.slice(0, 2)).toMatchObject([
      { currency: 'GBP', stores: 1, outdated: true, source: 'ecb' },
      { currency: 'USD', outdated: false, per_euro: '1.6', source: 'staff', author: expect.any(String) },
    ]);
  });

  it('are entered by finance alone, for days that have begun, above zero', async () => {
    const rate = { currency: 'GBP', day: dayOf(ago(0)), per_euro: '0.8' };
    expect((await enter(rate, owner.token)).status).toBe(403);
    expect((await enter({ ...rate, day: dayOf(ago(-1)) })).body.errors).toHaveProperty('day');
    for (const per_euro of ['0', '-1', '1,5', '']) expect((await enter({ ...rate, per_euro })).status).toBe(422);
    expect((await enter({ ...rate, currency: 'EUR' })).status).toBe(422);
    expect((await enter(rate)).status).toBe(200);
    expect((await orderOf(await sold(0))).profit).not.toBeNull();
  });

  it('come from the sandbox as the bank publishes them, working days only', async () => {
    const until = new Date('2026-11-23T12:00:00Z');
    body = ratesXml(until);
    const rates = await source().read();
    const known = publishedRates(until, 90).flatMap(({ day: of, rates: all }) =>
      all.map((rate) => ({ day: of, ...rate })),
    );
    expect(rates).toEqual(known.map(({ currency, day: of, per_euro }) => ({ currency, day: of, per_euro })));
    expect(new Set(rates.map((rate) => new Date(rate.day).getUTCDay()))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('convert exactly, round once, and know currencies without cents', () => {
    const to = (amount: number, from: string, target: string, rate: string) =>
      convertMinor(amount, { from, to: target, rate });
    expect(to(1, 'GBP', 'USD', '1.5')).toBe(2);
    expect(to(-1, 'GBP', 'USD', '1.5')).toBe(-2);
    expect(to(333, 'GBP', 'USD', '1.265234')).toBe(421);
    expect(to(1000, 'JPY', 'USD', '0.0066')).toBe(660);
    expect(to(660, 'USD', 'JPY', '151.5151')).toBe(1000);
    expect(to(9_007_199_254_740, 'GBP', 'USD', '1.000000000001')).toBe(9_007_199_254_749);
  });
});
