import { createHmac } from 'node:crypto';
import { parse as losslessParse } from 'lossless-json';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_SCOPES, APP, listOf, type Received, type Receiver, receiver, shopBench, type ShopBench } from './bench.ts';
import { hookSignature } from './hook-sender.ts';

let bench: ShopBench;
let portal: Receiver;
let domain: string;
let token: string;
let count = 0;

beforeAll(async () => {
  bench = await shopBench({ hookTimeoutMs: 400 });
});
afterAll(() => bench.close());
beforeEach(async () => {
  portal = await receiver();
  count += 1;
  domain = `hooks-${count}.myshopify.com`;
  await bench.control.createShop({ domain });
  token = (await bench.control.installApp(domain, ALL_SCOPES)).access_token;
});
afterEach(() => portal.close());

async function subscribe(topic: string, extra: object = {}) {
  const answer = await bench.ask(domain, token, '09-webhooks', 'HookAdd', {
    topic,
    hook: { uri: portal.url, format: 'JSON', ...extra },
  });
  expect(answer.body.data.webhookSubscriptionCreate?.userErrors).toEqual([]);
  return answer.body.data.webhookSubscriptionCreate?.webhookSubscription?.id;
}

const place = () =>
  bench.control.placeOrder(domain, {
    lines: [{ title: 'Mug', price: 1490, quantity: 2, attributes: [{ key: 'Engraving', value: 'café' }] }],
    address: { first_name: 'Ada', country_code: 'FR' },
    buyer: { email: 'ada@buyer.example' },
  });
const topicsOf = (list: Received[]) =>
  list.map((one) => String(one.headers['x-shopify-topic'])).toSorted((one, other) => one.localeCompare(other));
const topics = () => topicsOf(portal.received);

test('the signature agrees with the known vector', () => {
  expect(hookSignature('hush-hush-client-secret', '{"id":820982911946154508,"name":"#1001","note":"café"}')).toBe(
    'DO9wnkdpgtTMxPixdxAO1mw/Opw/EvTJvEqGM+orrwM=',
  );
});

test('an order arrives as the REST order with signed headers and ids without loss', async () => {
  await subscribe('ORDERS_CREATE');
  await subscribe('ORDERS_PAID');
  const placed = await place();
  await bench.control.settled(domain);
  const [first, second] = portal.received;
  expect(topics()).toEqual(['orders/create', 'orders/paid']);
  const headers = first?.headers ?? {};
  expect(headers['x-shopify-hmac-sha256']).toBe(
    createHmac('sha256', APP.secret)
      .update(first?.body ?? '')
      .digest('base64'),
  );
  expect(headers).toMatchObject({
    'x-shopify-shop-domain': domain,
    'x-shopify-api-version': '2026-07',
    'content-type': 'application/json',
  });
  expect(second?.headers['x-shopify-event-id']).toBe(headers['x-shopify-event-id']);
  expect(second?.headers['x-shopify-webhook-id']).not.toBe(headers['x-shopify-webhook-id']);
  expect(first?.body).toContain(`"id":${placed.id},`);
  const body = losslessParse(first?.body ?? '') as Record<string, unknown>;
  expect(body).toMatchObject({
    admin_graphql_api_id: `gid://shopify/Order/${placed.id}`,
    name: '#1001',
    financial_status: 'paid',
    fulfillment_status: null,
    total_price: '29.80',
    email: 'ada@buyer.example',
    shipping_address: { first_name: 'Ada', country: 'France', country_code: 'FR' },
    line_items: [{ title: 'Mug', price: '14.90', properties: [{ name: 'Engraving', value: 'café' }] }],
  });
  expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
});

test('each action of merchant and app has its topics', async () => {
  for (const topic of [
    'ORDERS_UPDATED',
    'ORDERS_EDITED',
    'ORDERS_CANCELLED',
    'REFUNDS_CREATE',
    'FULFILLMENTS_CREATE',
    'FULFILLMENTS_UPDATE',
    'FULFILLMENT_EVENTS_CREATE',
    'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
    'PRODUCTS_CREATE',
    'PRODUCTS_DELETE',
  ])
    await subscribe(topic);
  const seen = async () => {
    await bench.control.settled(domain);
    return topicsOf(portal.received.splice(0));
  };
  const placed = await place();
  expect(await seen()).toEqual(['fulfillment_orders/order_routing_complete']);
  await bench.control.editOrder(domain, placed.id, { quantities: { [placed.lineIds[0] ?? '']: 1 } });
  expect(await seen()).toEqual(['orders/edited', 'orders/updated']);
  const [parcel = ''] = await bench.control.markFulfilledManually(domain, placed.id);
  expect(await seen()).toEqual(['fulfillments/create', 'orders/updated']);
  await bench.control.reportTransit(domain, parcel, 'IN_TRANSIT');
  expect(await seen()).toEqual(['fulfillment_events/create', 'fulfillments/update', 'orders/updated']);
  await bench.control.refund(domain, placed.id, { [placed.lineIds[0] ?? '']: 1 });
  expect(await seen()).toEqual(['orders/updated', 'refunds/create']);
  await bench.control.cancelOrder(domain, (await place()).id);
  expect(await seen()).toEqual(['fulfillment_orders/order_routing_complete', 'orders/cancelled', 'orders/updated']);
  const product = await bench.control.addProduct(domain, { title: 'Tee', variants: [{ price: 100 }] });
  await bench.control.removeProduct(domain, product);
  expect(await seen()).toEqual(['products/create', 'products/delete']);
});

test('a refused delivery is sent again with the same id until it is taken', async () => {
  await subscribe('ORDERS_CREATE');
  portal.answer(500);
  await place();
  await expect.poll(() => portal.received.length).toBeGreaterThanOrEqual(2);
  portal.answer(200);
  await bench.control.settled(domain);
  const [delivery] = await bench.control.deliveries(domain);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: portal.received.length });
  expect(delivery?.answers.map((answer) => answer.status)).toEqual([
    ...Array.from({ length: portal.received.length - 1 }, () => 500),
    200,
  ]);
  expect(new Set(portal.received.map((one) => one.headers['x-shopify-webhook-id'])).size).toBe(1);
  expect(new Set(portal.received.map((one) => one.body)).size).toBe(1);
});

test('a subscription whose delivery never arrives is deleted', async () => {
  await subscribe('ORDERS_CREATE');
  portal.answer(404);
  await place();
  await bench.control.settled(domain);
  expect((await bench.control.deliveries(domain))[0]).toMatchObject({ state: 'failed', attempts: 4 });
  expect(await bench.control.subscriptions(domain)).toEqual([]);
});

test('faults duplicate, lose, mis-sign and reorder deliveries', async () => {
  await subscribe('ORDERS_CREATE');
  await bench.control.setFault(domain, { kind: 'hook_duplicate', mode: 'next' });
  await place();
  await bench.control.settled(domain);
  expect(portal.received.map((one) => one.headers['x-shopify-webhook-id'])).toHaveLength(2);
  expect(new Set(portal.received.map((one) => one.headers['x-shopify-webhook-id'])).size).toBe(1);

  await bench.control.setFault(domain, { kind: 'hook_lost', mode: 'next' });
  await place();
  await bench.control.settled(domain);
  expect(portal.received.splice(0)).toHaveLength(2);
  expect((await bench.control.deliveries(domain)).at(-1)?.state).toBe('lost');

  await bench.control.setFault(domain, { kind: 'hook_wrong_signature', mode: 'next' });
  await place();
  await bench.control.settled(domain);
  const [forged] = portal.received.splice(0);
  expect(forged?.headers['x-shopify-hmac-sha256']).not.toBe(hookSignature(APP.secret, forged?.body ?? ''));

  await bench.control.setFault(domain, { kind: 'hook_out_of_order', mode: 'next', ms: 60_000 });
  const early = await place();
  const late = await place();
  await bench.control.settled(domain);
  await expect.poll(() => portal.received.length).toBe(2);
  expect(portal.received.map((one) => /"name":"(#\d+)"/.exec(one.body)?.[1])).toEqual([late.name, early.name]);
});

test('chance picks the same deliveries on every run', async () => {
  await subscribe('ORDERS_CREATE');
  const run = async () => {
    await bench.control.setFault(domain, { kind: 'hook_lost', mode: 'probability', p: 0.5, seed: 7 });
    const before = (await bench.control.deliveries(domain)).length;
    for (let index = 0; index < 12; index += 1) await place();
    await bench.control.settled(domain);
    return (await bench.control.deliveries(domain)).slice(before).map((one) => one.state);
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(new Set(first)).toEqual(new Set(['delivered', 'lost']));
});

test('subscriptions are listed, changed and removed, and wrong addresses refused', async () => {
  const id = await subscribe('ORDERS_CREATE', { includeFields: ['id', 'updated_at'] });
  await place();
  await bench.control.settled(domain);
  expect(Object.keys(JSON.parse(portal.received[0]?.body ?? '{}') as object)).toEqual(['id', 'updated_at']);
  const refused = async (uri: string) =>
    listOf(
      (await bench.ask(domain, token, '09-webhooks', 'HookAdd', { topic: 'ORDERS_PAID', hook: { uri } })).body.data
        .webhookSubscriptionCreate?.userErrors,
    )[0]?.message;
  expect(await refused('')).toBe("Address can't be blank");
  expect(await refused('http://portal.example/x')).toBe('Address protocol http:// is not supported');
  expect(await refused('https://x.myshopify.com/x')).toBe('Address cannot be a Shopify or an internal domain');
  const changed = await bench.ask(domain, token, '09-webhooks', 'HookChange', {
    id,
    hook: { uri: 'https://portal.example/y' },
  });
  expect(changed.body.data.webhookSubscriptionUpdate?.webhookSubscription?.uri).toBe('https://portal.example/y');
  await bench.ask(domain, token, '09-webhooks', 'HookRemove', { id });
  expect(
    listOf((await bench.ask(domain, token, '09-webhooks', 'HooksInstalled')).body.data.webhookSubscriptions?.nodes),
  ).toEqual([]);
});

test('uninstalling tells the app once and ends tokens and subscriptions', async () => {
  await subscribe('APP_UNINSTALLED');
  await bench.control.uninstallApp(domain);
  expect(await bench.control.sendCompliance(domain, 'shop/redact')).toBe(true);
  await bench.control.settled(domain);
  expect(topics()).toEqual(['app/uninstalled', 'shop/redact']);
  expect((await bench.ask(domain, token, '01-shop', null)).status).toBe(401);
  expect(await bench.control.subscriptions(domain)).toEqual([]);
});
