import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { planOf } from '#testing/explain.ts';
import { type Channel, givenChannel, givenPrice, type Goods, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenPriced } from '#testing/price-fixtures.ts';
import { acceptQuote, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { changesStatement, pageStatement } from './prices-list.db.ts';

let test: TestApp;
let owner: Person;
let agent: { token: string };
let air: Channel;
let sea: Channel;
let lamp: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  agent = await staff(test, 'agent');
  [air, sea] = [await givenChannel(test, 'Air'), await givenChannel(test, 'Sea')];
  lamp = await givenPriced(test, owner.account_id, air, 0);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: sea, destination: 'GB', unit_price: 480 });
  await givenPriced(test, owner.account_id, air, 0);
});
afterAll(() => test.close());

const list = (query: string, token = owner.token) => test.call('GET', `/api/proxy/prices${query}`, { token });

describe('the price list', () => {
  it('answers the agent’s prices with filters and pages, each account its own', { tags: ['S7-36'] }, async () => {
    expect((await list('')).body).toMatchObject({ status: 200, meta: { page: 1, total: 3, total_is_exact: true } });
    expect((await list('?per_page=2&page=2')).body.data).toHaveLength(1);
    const british = (await list('?destination=GB')).body.data;
    expect(british).toMatchObject([{ unit_price: 480, channel: { name: 'Sea' }, currency: 'USD', tax_mode: 'DDU' }]);
    expect((await list(`?channel_id=${air.id}&sku_id=${lamp.sku_id}`)).body.data).toMatchObject([
      { destination: 'US' },
    ]);
    expect((await list(`?q=${british[0].sku.code}`)).body.meta.total).toBe(2);
    expect((await list('?q=lamp')).body.meta.total).toBe(3);
    expect((await list('?tab=ended')).body.data).toEqual([]);
    expect((await list('', (await merchant(test)).token)).body.data).toEqual([]);
    expect((await list('?destination=Britain')).status).toBe(400);
    expect((await list('?page=200&per_page=200')).body.code).toBe('page_too_deep');
    expect((await list('', agent.token)).body.code).toBe('choose_client');
    expect((await test.call('GET', '/api/proxy/prices')).status).toBe(401);
  });

  it('has the agent’s shipping channels beside it, with where each goes today', { tags: ['S7-37'] }, async () => {
    const channels = (query: string) => test.call('GET', `/api/proxy/channels${query}`, { token: owner.token });
    const all = (await channels('')).body;
    expect(all.meta.total).toBe(all.data.length);
    const known = all.data.find((channel: { destinations: object[] }) => channel.destinations.length > 0);
    expect(known.destinations[0]).toMatchObject({
      country: expect.stringMatching(/^[A-Z]{2}$/),
      days_p50: expect.any(Number),
    });
    const there = (await channels(`?destination=${known.destinations[0].country}&per_page=1`)).body;
    expect(there.data[0].destinations.map((to: { country: string }) => to.country)).toContain(
      known.destinations[0].country,
    );
    expect((await channels('?q=nobody')).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await channels('?destination=x')).status).toBe(400);
    expect((await test.call('GET', '/api/proxy/channels')).status).toBe(401);
  });

  it('shows validity, lock and quote version, and every cost of an order opens to the price it used', {
    tags: ['D6-01'],
  }, async () => {
    const person = await merchant(test);
    const { product_id } = await givenUnpriced(test, person);
    const quote: string = (await ask(test, person.token, product_id)).body.data.id;
    await sendAnswer(test, agent.token, { account_id: person.account_id, id: quote });
    await acceptQuote(test, person.token, quote);
    const [price] = (await list('', person.token)).body.data;
    expect(price).toMatchObject({ valid_to: null, locked_until: expect.any(String), quote: { id: quote, version: 1 } });
    const one = await test.call('GET', `/api/prices/${price.id}`, { token: person.token });
    expect(one.body.data).toEqual(price);
    // The quote is another store's for this colleague: the price is the account's, its quote is not shown (L6).
    const { token } = await merchant(test, { account_id: person.account_id, role: 'manager', stores: [] });
    const hidden = { ...price, quote: null };
    expect((await list('', token)).body.data[0]).toEqual(hidden);
    expect((await test.call('GET', `/api/prices/${price.id}`, { token })).body.data).toEqual(hidden);
    const [order] = (await test.call('GET', '/api/shopify_orders', { token: person.token })).body.data;
    const costs = async () =>
      (await test.call('GET', `/api/shopify_orders/${order.id}/costs`, { token: person.token })).body.data;
    const now = await costs();
    expect(now).toMatchObject({ billed: false, currency: 'USD' });
    expect(now.lines.map((line: { code: string }) => line.code)).toEqual(['goods', 'freight']);
    const sum = now.lines.reduce((total: number, line: { amount: number }) => total + line.amount, 0);
    expect(sum).toBe(order.cost.total);
    await givenMoney(test, person.account_id, 100_000);
    const body = { order_ids: [order.id], expected_total: order.cost.total };
    await test.call('POST', '/api/invoices', { token: person.token, key: uuid(), body });
    const billed = await costs();
    expect(billed).toEqual({ ...now, billed: true });
    for (const { price_ids } of billed.lines) {
      expect(price_ids).toHaveLength(1);
      const used = await test.call('GET', `/api/prices/${price_ids[0]}`, { token: person.token });
      expect(used.body.data).toMatchObject({ quote: { id: quote } });
    }
    expect((await test.call('GET', `/api/prices/${price.id}`, { token: owner.token })).status).toBe(404);
    expect((await test.call('GET', '/api/prices/x', { token: owner.token })).status).toBe(404);
  });

  it('is shown to staff for all clients, and leaves an access row', async () => {
    const { body } = await test.call('GET', '/api/staff/prices?destination=GB', { token: agent.token });
    expect(body.data).toMatchObject([{ client: { id: owner.account_id }, unit_price: 480 }]);
    const seen = await inAccount(test, owner.account_id, ({ db }) =>
      db.selectFrom('access_log').select('route').where('route', '=', 'prices.staffList').execute(),
    );
    expect(seen).toHaveLength(1);
    expect((await test.call('GET', '/api/staff/prices', { token: owner.token })).status).toBe(403);
    const notice = await test.call('GET', '/api/staff/price_notice', { token: agent.token });
    expect(notice.body.data).toMatchObject({ days: 7 });
  });

  it('is read by its indexes (P37)', async () => {
    const scope = { account_id: owner.account_id };
    const page = { offset: 0, limit: 50 };
    const reader = { kind: 'system' as const, name: 'test' };
    const current = pageStatement(reader, owner.account_id, { ended: false, words: [], destination: 'US' }, page);
    expect(await planOf(test, scope, current)).toMatch(/prices_current_key/);
    const past = pageStatement(reader, owner.account_id, { ended: true, words: [] }, page);
    expect(await planOf(test, scope, past)).toMatch(/prices_ended_idx|prices_pkey/);
    const changes = changesStatement(owner.account_id, { statuses: ['open', 'due'], words: [] }, page);
    expect(await planOf(test, scope, changes)).toMatch(/Index Scan.* on price_changes/);
  });
});

describe('the rule', () => {
  it('is none at first, is kept per account, and refuses nonsense', async () => {
    const person = await merchant(test);
    const call = (method: string, body?: object, token = person.token) =>
      test.call(method, '/api/price_rule', { token, ...(body && { body, key: uuid() }) });
    expect((await call('GET')).body.data).toEqual({ percent_bp: null, amount: null });
    expect((await call('PUT', { percent_bp: 200, amount: 20 })).body.data).toEqual({ percent_bp: 200, amount: 20 });
    expect((await call('PUT', { percent_bp: null, amount: 20 })).body.data).toEqual({ percent_bp: null, amount: 20 });
    expect((await call('GET')).body.data).toEqual({ percent_bp: null, amount: 20 });
    expect((await call('PUT', { percent_bp: -1, amount: null })).status).toBe(422);
    expect((await call('GET', undefined, owner.token)).body.data).toEqual({ percent_bp: null, amount: null });
    const viewer = await merchant(test, { account_id: person.account_id, role: 'viewer' });
    expect((await call('PUT', { percent_bp: 1, amount: null }, viewer.token)).status).toBe(403);
  });
});
