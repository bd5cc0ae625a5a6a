import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, shopBench, type ShopBench } from './bench.ts';
import type { FaultKind } from './faults.ts';

const DOMAIN = 'faults.myshopify.com';
let bench: ShopBench;
let token: string;

beforeAll(async () => {
  bench = await shopBench();
  await bench.control.createShop({ domain: DOMAIN });
  token = (await bench.control.installApp(DOMAIN, ALL_SCOPES)).access_token;
});
afterAll(() => bench.close());

const ask = () => bench.ask(DOMAIN, token, '01-shop', null);

test.each<[FaultKind, number]>([
  ['unauthorized', 401],
  ['frozen', 402],
  ['forbidden', 403],
  ['locked', 423],
  ['rate_limited', 429],
  ['server_error', 503],
])('%s answers %i once, with a string', async (kind, status) => {
  await bench.control.setFault(DOMAIN, { kind, mode: 'next' });
  const answer = await ask();
  expect(answer.status).toBe(status);
  expect(typeof answer.body.errors).toBe('string');
  expect(answer.headers.get('retry-after')).toBe(status === 429 ? '2.0' : null);
  expect((await ask()).status).toBe(200);
});

test('a fault lasts as many times as it was set, or until it is cleared', async () => {
  await bench.control.setFault(DOMAIN, { kind: 'server_error', mode: 'next', count: 2 });
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([503, 503, 200]);
  await bench.control.setFault(DOMAIN, { kind: 'server_error', mode: 'always' });
  expect([(await ask()).status, (await ask()).status]).toEqual([503, 503]);
  await bench.control.clearFaults(DOMAIN, 'server_error');
  expect((await ask()).status).toBe(200);
  expect(await bench.control.faults(DOMAIN)).toEqual([]);
});

test('parallel requests do not share the one turn of a fault', async () => {
  await bench.control.setFault(DOMAIN, { kind: 'locked', mode: 'next' });
  const answers = await Promise.all(Array.from({ length: 6 }, ask));
  expect(answers.filter((answer) => answer.status === 423)).toHaveLength(1);
});

test('throttled answers HTTP 200 without data', async () => {
  await bench.control.setFault(DOMAIN, { kind: 'throttled', mode: 'next' });
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.body.errors[0]?.extensions?.code).toBe('THROTTLED');
});

test('a lost answer did its work, a timeout did not', async () => {
  const placed = await bench.control.placeOrder(DOMAIN, { lines: [{ title: 'Mug', price: 1, quantity: 1 }] });
  const ship = () =>
    bench.ask(DOMAIN, token, '04-fulfillment', 'ShipmentCreate', {
      fulfillment: {
        lineItemsByFulfillmentOrder: [
          { fulfillmentOrderId: bench.control.gid('FulfillmentOrder', placed.fulfillmentOrderId ?? '') },
        ],
      },
    });
  await bench.control.setFault(DOMAIN, { kind: 'timeout', mode: 'next', ms: 30 });
  await expect(ship()).rejects.toThrow('fetch failed');
  expect(await bench.control.fulfillments(DOMAIN)).toHaveLength(0);
  await bench.control.setFault(DOMAIN, { kind: 'lost_answer', mode: 'next' });
  await expect(ship()).rejects.toThrow('fetch failed');
  expect(await bench.control.fulfillments(DOMAIN)).toHaveLength(1);
  await bench.control.setFault(DOMAIN, { kind: 'slow', mode: 'next', ms: 20 });
  expect((await ask()).status).toBe(200);
});
