import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, listOf, shopBench, type ShopBench } from './bench.ts';

const DOMAIN = 'reads.myshopify.com';
const SINCE = "updated_at:>='2020-01-01T00:00:00Z'";

let bench: ShopBench;
let token: string;

beforeAll(async () => {
  bench = await shopBench();
  await bench.control.createShop({
    domain: DOMAIN,
    products: [{ title: 'Mug', variants: [{ price: 1490, sku: "MUG'1" }] }],
  });
  token = (await bench.control.installApp(DOMAIN, ALL_SCOPES)).access_token;
  const [product] = await bench.control.products(DOMAIN);
  const variantId = product?.variants[0]?.id ?? '';
  const start = Date.now() - 70 * 86_400_000;
  // Pairs share a second, so that paging has to break ties.
  await bench.control.insertOrders(
    DOMAIN,
    Array.from({ length: 120 }, (_, index) => ({
      createdAt: new Date(start + Math.floor(index / 2) * 86_400_000),
      lines: [{ variantId, quantity: 1 + (index % 3) }],
      tags: index === 119 ? ['Last'] : [],
    })),
  );
});
afterAll(() => bench.close());

const orders = (search: string, pageSize = 25, after: string | null = null) =>
  bench.ask(DOMAIN, token, '02-orders', 'OrdersChangedSince', { search, pageSize, after });
const names = (answer: Awaited<ReturnType<typeof orders>>) =>
  listOf(answer.body.data.orders?.nodes).map((order) => order.name);

async function allNames(search: string, pageSize: number): Promise<unknown[]> {
  const found: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    await bench.control.setPoints(DOMAIN, 2000);
    const answer = await orders(search, pageSize, after);
    found.push(...names(answer));
    const page = answer.body.data.orders?.pageInfo as unknown as { hasNextPage: boolean; endCursor: string };
    if (!page.hasNextPage) return found;
    after = page.endCursor;
  }
}

test('pages cover what the app may see, once each and in order', async () => {
  const found = await allNames(SINCE, 7);
  expect(new Set(found).size).toBe(found.length);
  // Orders older than 60 days are invisible without read_all_orders.
  expect(found.length).toBeGreaterThan(95);
  expect(found.length).toBeLessThan(105);
  expect(found.at(-1)).toBe('#1120');
});

test('read_all_orders shows older ones too, also by id', async () => {
  const old = await bench.control.insertOrders(DOMAIN, [
    {
      createdAt: new Date(Date.now() - 61 * 86_400_000),
      updatedAt: new Date(),
      lines: [{ title: 'Old', price: 100, quantity: 1 }],
    },
  ]);
  const id = `gid://shopify/Order/${old[0]?.id}`;
  expect((await bench.ask(DOMAIN, token, '02-orders', 'OrderFull', { id })).body.data.order).toBeNull();
  const wide = (await bench.control.installApp(DOMAIN, [...ALL_SCOPES, 'read_all_orders'])).access_token;
  expect((await bench.ask(DOMAIN, wide, '02-orders', 'OrderFull', { id })).body.data.order?.id).toBe(id);
  await bench.control.deleteOrder(DOMAIN, old[0]?.id ?? '');
});

test('searches combine, negate and ignore unknown fields with a warning', async () => {
  expect(names(await orders('tag:last'))).toEqual(['#1120']);
  expect(names(await orders("name:'#1119' OR name:1120"))).toEqual(['#1119', '#1120']);
  expect(names(await orders('(name:1118 OR name:1119) -name:1119'))).toEqual(['#1118']);
  expect(names(await orders("sku:'MUG\\'1' name:1120"))).toEqual(['#1120']);
  expect(names(await orders('status:cancelled'))).toEqual([]);
  const unknown = await orders('name:1120 colour:red');
  expect(names(unknown)).toEqual(['#1120']);
  expect(unknown.body.extensions.search?.[0]?.warnings).toEqual([
    { field: 'colour', message: 'Invalid search field for this query.' },
  ]);
  expect(names(await orders("name:'; drop table shops; --'"))).toEqual([]);
});

test('an empty bucket answers Throttled with HTTP 200 and fills again', async () => {
  await bench.control.setPoints(DOMAIN, 100);
  const refused = await orders(SINCE);
  expect(refused.status).toBe(200);
  expect(refused.body.data).toBeUndefined();
  expect(refused.body.errors[0]).toEqual({
    message: 'Throttled',
    extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
  });
  expect(refused.body.extensions.cost).toMatchObject({
    requestedQueryCost: 194,
    actualQueryCost: null,
    throttleStatus: { maximumAvailable: 2000, restoreRate: 100 },
  });
  await bench.control.setPoints(DOMAIN, 194);
  expect((await orders(SINCE)).body.errors).toBeUndefined();
  await bench.control.setPoints(DOMAIN, 2000);
});

test('pages above 250, queries above 1000 points and fields that do not exist are refused', async () => {
  const ask = async (query: string) => (await bench.ask(DOMAIN, token, query, null)).body.errors[0];
  expect((await ask('{ products(first: 251) { nodes { id } } }'))?.message).toContain('exceeds the maximum of 250');
  expect(
    (
      await ask(
        '{ orders(first: 250) { nodes { lineItems(first: 250) { nodes { variant { id product { id } } image { url } originalUnitPriceSet { shopMoney { amount } } } } fulfillmentOrders(first: 250) { nodes { lineItems(first: 250) { nodes { id } } } } } } }',
      )
    )?.extensions?.code,
  ).toBe('MAX_COST_EXCEEDED');
  expect((await ask('{ shop { colour } }'))?.extensions?.code).toBe('undefinedField');
  expect((await ask('{ shop {'))?.extensions?.code).toBe('PARSE_ERROR');
  expect((await ask('{ products { nodes { id } } }'))?.message).toContain('first or last');
  expect((await bench.ask(DOMAIN, token, '02-orders', 'OrderFull', {})).body.errors[0]?.extensions?.code).toBe(
    'INVALID_VARIABLE',
  );
});

test('a missing scope denies the field and names the scope', async () => {
  const narrow = (await bench.control.installApp(DOMAIN, ['read_orders'])).access_token;
  const products = await bench.ask(DOMAIN, narrow, '06-catalog-read', 'ProductsPage');
  expect(products.body.errors[0]).toMatchObject({
    message: expect.stringContaining('`read_products` access scope'),
    path: ['products'],
    extensions: { code: 'ACCESS_DENIED' },
  });
  const [order] = listOf((await orders('name:1120')).body.data.orders?.nodes);
  const work = await bench.ask(DOMAIN, narrow, '04-fulfillment', 'FulfillmentOrdersOfOrder', { orderId: order?.id });
  expect(work.body.errors[0]?.extensions?.code).toBe('ACCESS_DENIED');
});

test('customer data may be withheld: null with an error beside it', async () => {
  const domain = 'withheld.myshopify.com';
  await bench.control.createShop({ domain, customerData: false });
  const access = (await bench.control.installApp(domain, ALL_SCOPES)).access_token;
  await bench.control.placeOrder(domain, {
    lines: [{ title: 'Thing', price: 500, quantity: 1 }],
    address: { first_name: 'Ada' },
    buyer: { email: 'ada@buyer.example' },
  });
  const answer = await bench.ask(domain, access, '02-orders', 'OrdersChangedSince', { search: SINCE });
  expect(answer.status).toBe(200);
  expect(listOf(answer.body.data.orders?.nodes)[0]).toMatchObject({
    name: '#1001',
    email: null,
    shippingAddress: null,
  });
  expect(answer.body.errors.map((error) => error.extensions?.code)).toContain('ACCESS_DENIED');
});

test('an outdated version falls forward to the oldest served one', async () => {
  const call = async (version: string) =>
    fetch(`${bench.url}/${DOMAIN}/admin/api/${version}/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: '{"query":"{ shop { id } }"}',
    });
  expect((await call('2024-01')).headers.get('x-shopify-api-version')).toBe('2026-01');
  expect((await call('2031-01')).status).toBe(404);
});

test('ids exceed 2^53 and money follows its currency', async () => {
  await bench.control.createShop({ domain: 'yen.myshopify.com', currency: 'JPY' });
  const access = (await bench.control.installApp('yen.myshopify.com', ALL_SCOPES)).access_token;
  const placed = await bench.control.placeOrder('yen.myshopify.com', {
    lines: [{ title: 'Thing', price: 1490, quantity: 2, discount: 30 }],
  });
  expect(BigInt(placed.id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  const answer = await bench.ask('yen.myshopify.com', access, '02-orders', 'OrderFull', {
    id: `gid://shopify/Order/${placed.id}`,
  });
  expect(answer.body.data.order).toMatchObject({
    legacyResourceId: placed.id,
    totalPriceSet: { shopMoney: { amount: '2950', currencyCode: 'JPY' } },
    lineItems: {
      nodes: [
        {
          originalUnitPriceSet: { shopMoney: { amount: '1490' } },
          discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: '1475' } },
        },
      ],
    },
  });
});
