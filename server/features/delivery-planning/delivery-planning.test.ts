import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  address,
  applyShopOrders,
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
import { acceptQuote, answerBody, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let odd: Goods;
beforeAll(async () => {
  test = await startTestApp();
  test.clock.set('2026-11-23T02:00:00.000Z'); // Monday, ten in the morning in Shanghai; the cut-off is at 16:00
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  odd = await givenVariant(test, store, { mapping: 'unmapped' });
  const unpriced = await givenVariant(test, store);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: await givenChannel(test) });
  const one = (n: number, goods: Goods, more: object = {}) =>
    shopOrder([shopLine(goods, { external_id: `l${n}`, quantity: 1 })], {
      external_id: `7${n}`,
      name: `#${n}`,
      ...more,
    });
  const nowhere = { address: { ...address, zip: '' } };
  const placed = [one(1, lamp), one(2, lamp), one(3, odd), one(4, odd, nowhere), one(5, unpriced), one(6, lamp)];
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, placed, 'api'));
  await givenMoney(test, owner.account_id, 2_500); // 11.00 each: two of three
});
afterAll(() => test.close());

type Board = {
  counts: Record<string, number>;
  fewest: string[];
  fewest_is_exact: boolean;
  needed: number;
  actions: { key: string; action: string; orders: number; amount: number | null }[];
  next_cut_off: string;
  payable: { order_ids: string[]; amount: number };
  holiday: { day: string } | null;
  orders: { id: string; name: string; state: string; needs: string[][]; cut_off_at: string | null }[];
};
const board = async (query = '', token = owner.token) => test.call('GET', `/api/promises${query}`, { token });
const read = async (): Promise<Board> => (await board()).body.data;

it('says which unpaid orders make today’s cut-off and what blocks the others', { tags: ['D12-04'] }, async () => {
  const found = await read();
  const states = Object.fromEntries(found.orders.map((order) => [order.name, order.state]));
  expect(states).toEqual({
    '#1': 'makes',
    '#2': 'makes',
    '#3': 'freed',
    '#4': 'freed',
    '#5': 'freed', // by a request for its price
    '#6': 'freed',
  });
  expect(found.orders[0]?.cut_off_at).toBe('2026-11-23T08:00:00.000Z');
  expect(found.counts).toEqual({ makes: 2, freed: 4, provider: 0, too_late: 0 });
  const map = `map_variant ${odd.variant_id}`;
  const [fourth, sixth] = [found.orders[3], found.orders[5]];
  expect(fourth?.needs).toHaveLength(2); // the same match, and its address
  expect(sixth?.needs).toEqual([['recharge']]);
  expect(found.actions).toContainEqual(expect.objectContaining({ key: map, orders: 2 }));
  expect(found.actions).toContainEqual(expect.objectContaining({ key: 'recharge', orders: 1, amount: 800 }));
  const address4 = fourth?.needs.flat().find((key) => key.startsWith('ADDRESS_INCOMPLETE'));
  const request = `request_quote ${found.orders[4]?.id}`;
  expect(found.orders[4]?.needs).toEqual([[request]]);
  expect(found.fewest).toEqual([address4, map, 'recharge', request]);
  expect(found).toMatchObject({ fewest_is_exact: true, needed: 3_300, next_cut_off: '2026-11-23T08:00:00.000Z' });
  expect(found.payable).toEqual({ order_ids: found.orders.slice(0, 2).map(({ id }) => id), amount: 2_200 });
  // by the product's title: many shops have no SKUs
  expect(found.actions).toContainEqual(
    expect.objectContaining({ key: map, product_id: odd.product_id, label: 'Lamp' }),
  );
  test.clock.set('2026-11-23T09:00:00.000Z'); // an hour after it
  expect(await read()).toMatchObject({
    counts: { makes: 0, freed: 0, provider: 0, too_late: 6 },
    next_cut_off: '2026-11-24T06:30:00.000Z', // of the channel that closes first
    payable: { order_ids: [], amount: 0 },
    holiday: null,
  });
  const next = (await board('?horizon=next')).body.data; // as it was before today's, for the day that comes
  expect(next).toMatchObject({ counts: found.counts, fewest: found.fewest, payable: found.payable });
  expect(next.next_cut_off).toBe('2026-11-24T08:00:00.000Z');
  test.clock.set('2026-11-23T02:00:00.000Z');
});

it('leaves orders to their client once a quote for them is ready, or asks something', async () => {
  const client = await merchant(test);
  const agent = await staff(test, 'agent');
  const { product_id } = await givenUnpriced(test, client, 1);
  const now = async () => {
    const { orders, fewest } = (await board('', client.token)).body.data as Board;
    return [orders[0]?.state, fewest];
  };
  const id: string = (await ask(test, client.token, product_id)).body.data.id;
  expect(await now()).toEqual(['provider', []]);
  const question = { text: 'Which plug?', file_ids: [], question: true };
  const messages = `/api/staff/quotes/${client.account_id}/${id}/messages`;
  await test.call('POST', messages, { token: agent.token, key: uuid(), body: question });
  expect(await now()).toEqual(['freed', [`answer_quote ${id}`]]);
  const { version } = (await test.call('GET', `/api/quotes/${id}`, { token: client.token })).body.data;
  await sendAnswer(test, agent.token, { account_id: client.account_id, id }, answerBody({ version }));
  expect(await now()).toEqual(['freed', [`accept_quote ${id}`]]);
  await acceptQuote(test, client.token, id);
  expect(await now()).toEqual(['freed', ['recharge']]);
});

it('lets the wallet pay what is ready before what a block still holds', async () => {
  const client = await merchant(test);
  const shop = { account_id: client.account_id, id: await givenStore(test, client.account_id) };
  const goods = await givenVariant(test, shop);
  await givenPrice(test, client.account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  const placed = ['', address.zip].map((zip, n) =>
    shopOrder([shopLine(goods, { external_id: `l${n}`, quantity: 1 })], {
      external_id: `8${n}`,
      name: `#${n}`,
      address: { ...address, zip },
    }),
  );
  await inAccount(test, client.account_id, (ctx) => applyShopOrders(ctx, shop, placed, 'api'));
  await givenMoney(test, client.account_id, 1_500); // 11.00 each: one of two
  const { orders, payable } = (await board('', client.token)).body.data as Board;
  const ready = orders.find(({ name }) => name === '#1');
  expect(orders.map(({ name, state }) => [name, state])).toEqual([
    ['#0', 'freed'],
    ['#1', 'makes'],
  ]);
  expect(orders[0]?.needs.flat()).toContain('recharge');
  expect(payable).toEqual({ order_ids: [ready?.id], amount: 1_100 });
});

it('is about the stores that its reader may see, and refuses others', async () => {
  const stranger = await merchant(test);
  expect((await board('', stranger.token)).body.data).toMatchObject({ orders: [], fewest: [] });
  expect((await board(`?store_id=${store.id}`)).body.data.considered).toBe(6);
  const member = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [] });
  expect((await board('', member.token)).body.data.considered).toBe(0);
  expect((await board(`?store_id=${store.id}`, member.token)).status).toBe(404);
  for (const wrong of ['store_id=x', 'horizon=week']) expect((await board(`?${wrong}`)).status).toBe(400);
  expect((await board(`?store_id=${uuid()}`)).body.data.considered).toBe(0);
  expect((await test.call('GET', '/api/promises')).status).toBe(401);
});

it('names the next day on which nothing leaves, two weeks ahead', async () => {
  const { token } = await staff(test, 'admin');
  const names = { name_en: 'Lantern day', name_zh: '灯会' };
  const mark = (day: string) =>
    test.call('POST', '/api/staff/shipping/holidays', { token, body: { from: day, to: day, kind: 'off', ...names } });
  expect(await mark('2026-12-08')).toMatchObject({ status: 200 });
  expect((await read()).holiday).toBeNull();
  await mark('2026-12-03');
  expect((await read()).holiday).toEqual({ day: '2026-12-03', ...names });
});

it('leads to exactly the orders that it counts', async () => {
  const { counts, orders } = (await board('?horizon=next')).body.data as Board;
  const listed = async (query: string) => {
    const { body } = await test.call('GET', `/api/shopify_orders?sort=name&${query}`, { token: owner.token });
    return body.data.map(({ name }: { name: string }) => name).toSorted();
  };
  for (const state of ['makes', 'freed', 'provider', 'too_late']) {
    const names = orders.filter((order) => order.state === state).map(({ name }) => name);
    const found = await listed(`cut_off=${state}`);
    expect(found).toEqual(names.toSorted());
    expect(found).toHaveLength(counts[state] ?? 0);
  }
  const unpriced = orders.filter(({ needs }) => needs.flat().some((key) => key.startsWith('request_quote')));
  expect(await listed('cut_off=freed&fix=request_quote')).toEqual(unpriced.map(({ name }) => name));
  const stranger = await merchant(test);
  const foreign = await test.call('GET', '/api/shopify_orders?cut_off=freed', { token: stranger.token });
  expect(foreign.body).toMatchObject({ data: [], meta: { total: 0 } });
});
