import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, DOCUMENTS, listOf, receiver, shopBench, type ShopBench } from './bench.ts';

const DOMAIN = 'bulk.myshopify.com';
let bench: ShopBench;
let token: string;

beforeAll(async () => {
  bench = await shopBench();
  await bench.control.createDemoShop(DOMAIN);
  token = (await bench.control.installApp(DOMAIN, ALL_SCOPES)).access_token;
});
afterAll(() => bench.close());

const start = (query: string, group = false) => bench.ask(DOMAIN, token, '10-bulk', 'BulkStart', { query, group });

async function finished(query: string, group = false) {
  const begun = await start(query, group);
  expect(begun.body.data.bulkOperationRunQuery?.userErrors).toEqual([]);
  const id = begun.body.data.bulkOperationRunQuery?.bulkOperation?.id;
  let last: Record<string, unknown> = {};
  await expect
    .poll(
      async () => {
        last = (await bench.ask(DOMAIN, token, '10-bulk', 'BulkPoll', { id })).body.data.bulkOperation as Record<
          string,
          unknown
        >;
        return last.completedAt;
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
  return last;
}

async function lines(operation: Record<string, unknown>): Promise<Record<string, unknown>[]> {
  const text = await (await fetch(String(operation.url))).text();
  expect(Buffer.byteLength(text)).toBe(Number(operation.fileSize));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('the catalogue comes as lines, children with the id of their parent', async () => {
  const portal = await receiver();
  await bench.ask(DOMAIN, token, '09-webhooks', 'HookAdd', {
    topic: 'BULK_OPERATIONS_FINISH',
    hook: { uri: portal.url },
  });
  const operation = await finished(DOCUMENTS['10b-bulk-inner-products'] ?? '');
  expect(operation).toMatchObject({ status: 'COMPLETED', type: 'QUERY', errorCode: null });
  const found = await lines(operation);
  expect(found).toHaveLength(Number(operation.objectCount));
  const parents = found.filter((line) => line.__parentId === undefined);
  expect(parents).toHaveLength(6);
  expect(parents.every((line) => !('variants' in line) && !('bulk_own_id' in line))).toBe(true);
  const children = found.filter((line) => line.__parentId !== undefined);
  expect(
    children.every((line) => parents.some((parent) => parent.id === line.__parentId) && 'inventoryItem' in line),
  ).toBe(true);
  await bench.control.settled(DOMAIN);
  expect(portal.received.map((one) => JSON.parse(one.body) as object)).toEqual([
    expect.objectContaining({ admin_graphql_api_id: operation.id, status: 'completed' }),
  ]);
  await portal.close();
});

test('thousands of orders are written fast and read in bulk, each once', async () => {
  const domain = DOMAIN;
  await bench.control.insertOrders(
    domain,
    Array.from({ length: 3_000 }, (_, index) => ({
      createdAt: new Date(Date.now() - index * 60_000),
      lines: [
        { title: 'A', price: 100, quantity: 1 },
        { title: 'B', price: 200, quantity: 1 },
      ],
    })),
  );
  const operation = await finished(
    '{ orders(query: "updated_at:>=\'2020-01-01T00:00:00Z\'") { edges { node { id name lineItems { edges { node { id title } } } } } } }',
    true,
  );
  const found = await lines(operation);
  expect(new Set(found.map((line) => line.id)).size).toBe(found.length);
  expect(found.filter((line) => 'name' in line)).toHaveLength(3_008);
  const second = found.findIndex((line, index) => index > 0 && 'name' in line);
  expect(found.slice(1, second).every((line) => line.__parentId === found[0]?.id)).toBe(true);
});

test('queries without or with too many connections are refused, and so is the sixth at once', async () => {
  const refused = async (query: string) => listOf((await start(query)).body.data.bulkOperationRunQuery?.userErrors)[0];
  expect(await refused('{ shop { id } }')).toEqual({
    field: ['query'],
    message: 'Bulk queries must contain at least one connection.',
    code: 'INVALID',
  });
  expect((await refused('{ products { nodes { colour } } }'))?.message).toContain('Cannot query field');
  expect(
    (
      await refused(
        '{ a: products { nodes { id } } b: products { nodes { id } } c: products { nodes { id } } d: products { nodes { id } } e: products { nodes { id } } f: products { nodes { id } } }',
      )
    )?.message,
  ).toContain('more than 5 connections');
  await bench.query(
    `insert into shop_bulk_operations (id, shop_id, status, query, grouped, key, scopes, base, created_at) select n, (select id from shops where domain = $1), 'RUNNING', '', false, '', '{}', '', now() from generate_series(1, 5) n`,
    [DOMAIN],
  );
  expect((await refused('{ products { nodes { id } } }'))?.code).toBe('OPERATION_IN_PROGRESS');
  const stopped = await bench.ask(DOMAIN, token, '10-bulk', 'BulkStop', { id: 'gid://shopify/BulkOperation/1' });
  expect(stopped.body.data.bulkOperationCancel?.bulkOperation?.status).toBe('CANCELING');
  await bench.query(`delete from shop_bulk_operations where id <= 5`);
});

test('nothing found has no file, a missing scope fails, and a file needs its key', async () => {
  expect(await finished('{ products(query: "sku:none") { nodes { id } } }')).toMatchObject({
    status: 'COMPLETED',
    objectCount: '0',
    url: null,
  });
  const whole = await finished('{ products { nodes { id } } }');
  expect((await fetch(String(whole.url).replace(/key=.*/, 'key=x'))).status).toBe(404);
  const narrow = (await bench.control.installApp(DOMAIN, ['read_products'])).access_token;
  const begun = await bench.ask(DOMAIN, narrow, '10-bulk', 'BulkStart', {
    query: '{ orders { nodes { id } } }',
    group: false,
  });
  const id = begun.body.data.bulkOperationRunQuery?.bulkOperation?.id;
  await expect
    .poll(async () => (await bench.ask(DOMAIN, narrow, '10-bulk', 'BulkPoll', { id })).body.data.bulkOperation, {
      timeout: 60_000,
    })
    .toMatchObject({ status: 'FAILED', errorCode: 'ACCESS_DENIED' });
});
