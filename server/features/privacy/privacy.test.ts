import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { tablesWith } from '#testing/search-tables.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
const domain = 'private.myshopify.com';
let store: string;

const name = 'Zebulon Quartermain';
const email = 'zebulon@quartermain.example';
const street = '77 Nightingale Row';
const buyer = {
  buyer: { email },
  note: `For ${name}`,
  address: {
    first_name: 'Zebulon',
    last_name: 'Quartermain',
    address1: street,
    city: 'York',
    zip: 'YO1',
    country_code: 'GB',
    phone: '+19998887777',
  },
};

beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createShop({
    domain,
    name: 'Private',
    products: [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 900 }] }],
  });
  store = await stage.connect(owner, domain);
});
afterAll(() => stage.close());

const tick = (seconds: number) => stage.test.clock.advance(seconds * 1000);
const call = (method: string, path: string, token = owner.token) => stage.test.call(method, path, { token });
const requests = async (storeId = store) => (await call('GET', `/api/privacy_requests?store_id=${storeId}`)).body.data;
const work = async (shop = domain) => {
  await stage.shops.settled(shop);
  await stage.run(stage.kit());
};
const place = async (shop = domain) => {
  const variantId = (await stage.shops.products(shop))[0]?.variants[0]?.id ?? '';
  return stage.shops.placeOrder(shop, { lines: [{ variantId, quantity: 2 }], ...buyer });
};
/** Every place where the buyer could still be: tables, and the bytes of files. */
async function traces(): Promise<string[]> {
  const found = new Set<string>();
  for (const text of [name, email, street, '9998887777'])
    for (const table of await tablesWith(stage.test, text)) found.add(table);
  const files = await sqlRows(stage.test, 'SELECT name FROM files');
  return [...found, ...files.map((file) => `file ${file.name}`)];
}
/** The buyer’s own order file, as a merchant imports it. */
async function uploadOrders(): Promise<string> {
  const form = [
    '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\norder_import\r\n',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\ncontent-type: text/csv\r\n\r\n',
    `Name,Email\n#1,${email}\r\n--x--\r\n`,
  ].join('');
  const answer = await stage.test.app.fastify.inject({
    method: 'POST',
    url: '/api/files',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: form,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { id: string } }>().data.id;
}

it('hands a buyer’s data to the merchant, erases a buyer and a shop from every table and file, and keeps evidence of all three', {
  tags: ['D1-11'],
}, async () => {
  const asked = await place();
  const known = await place(); // the same buyer, not in the shop's list
  await work();
  await stage.shops.sendCompliance(domain, 'customers/data_request', [asked.id]);
  await work();
  const [request] = await requests();
  expect(request).toMatchObject({ topic: 'customers/data_request', orders: 2, finished_at: null, handed_over: [] });
  const [reported] = await sqlRows(
    stage.test,
    `SELECT event, waiting FROM notifications WHERE subject = '${request.id}'`,
  );
  expect(reported).toEqual({ event: 'buyer_data_requested', waiting: true });

  const answer = await call('POST', `/api/privacy_requests/${request.id}/document`);
  expect(answer.body.data.file_name).toMatch(/^buyer-data_\d{4}-\d\d-\d\d\.json$/);
  const { orders } = answer.body.data.file;
  expect(orders.map((order: { external_id: string }) => order.external_id).sort()).toEqual([asked.id, known.id].sort());
  expect(orders[0]).toMatchObject({
    erased: false,
    recipient: { name, email, address1: street, phone: '+19998887777', note: `For ${name}` },
    lines: [{ title: 'Cup', sku: 'CUP', quantity: 2 }],
    parcels: [],
  });
  expect((await requests())[0]).toMatchObject({
    finished_at: stage.test.clock.now().toISOString(),
    handed_over: [{ at: stage.test.clock.now().toISOString(), by: owner.username }],
  });
  const after = await sqlRows(stage.test, `SELECT waiting FROM notifications WHERE subject = '${request.id}'`);
  expect(after).toEqual([{ waiting: false }]);
  // The file lies nowhere: the only table that knows the buyer is the one that an erasure empties.
  expect(await traces()).toEqual(['order_recipients']);

  await uploadOrders();
  tick(60);
  await stage.shops.sendCompliance(domain, 'customers/redact', [asked.id]);
  await work();
  expect((await requests())[0]).toMatchObject({ topic: 'customers/redact', orders: 1, erased: 1, kept: false });
  expect(await traces()).toEqual(['order_recipients']); // the other order's, which the shop did not name
  tick(60);
  await stage.shops.uninstallApp(domain);
  await work();
  tick(48 * 3_600);
  await stage.shops.sendCompliance(domain, 'shop/redact');
  await work();
  expect((await requests())[0]).toMatchObject({ topic: 'shop/redact', orders: null, erased: 1, kept: false });
  expect(await traces()).toEqual([]);
  // What an erasure leaves is enough for the books, and the first request says what is left.
  const again = await call('POST', `/api/privacy_requests/${request.id}/document`);
  expect(again.body.data.file.orders).toMatchObject([
    { erased: true, recipient: { name: null, address1: null, country: 'GB' } },
    { erased: true, recipient: { name: null } },
  ]);
});

describe('a shop that was uninstalled and installed again', () => {
  const shop = 'coming-back.myshopify.com';
  let id: string;
  beforeAll(async () => {
    await stage.shops.createDemoShop(shop);
    id = await stage.connect(owner, shop);
  });
  const status = async () => (await call('GET', `/api/stores/${id}`)).body.data.status;
  const cities = () =>
    sqlRows(
      stage.test,
      `SELECT r.redacted_at FROM order_recipients r JOIN orders o ON o.id = r.order_id WHERE o.store_id = '${id}' AND r.redacted_at IS NULL`,
    );

  it('within 48 hours keeps its data: neither the late uninstall nor the erasure of the shop touches it', {
    tags: ['D1-16'],
  }, async () => {
    await stage.shops.setFault(shop, { kind: 'hook_late', mode: 'next', ms: 2_000 });
    await stage.shops.uninstallApp(shop); // its webhook is on its way
    tick(3_600);
    expect(await stage.connect(owner, shop)).toBe(id);
    await stage.shops.settled(shop);
    await stage.run(stage.kit());
    const arrived = await sqlRows(
      stage.test,
      `SELECT state, note FROM webhook_inbox WHERE topic = 'app/uninstalled' AND shop = '${shop}'`,
    );
    expect(arrived).toEqual([{ state: 'ignored', note: 'older than the connection' }]);
    expect(await status()).toBe('connected');
    const before = (await cities()).length;
    expect(before).toBeGreaterThan(3);
    tick(47 * 3_600);
    await stage.shops.sendCompliance(shop, 'shop/redact');
    await work(shop);
    expect((await requests(id))[0]).toMatchObject({ topic: 'shop/redact', kept: true, erased: null });
    expect(await cities()).toHaveLength(before);
    expect(await status()).toBe('connected');
  });

  it('is erased when it did not come back, also when the word of its uninstall was lost', async () => {
    await stage.shops.setFault(shop, { kind: 'hook_lost', mode: 'next' });
    await stage.shops.uninstallApp(shop);
    expect(await status()).toBe('connected');
    tick(48 * 3_600);
    const before = await cities();
    await stage.shops.sendCompliance(shop, 'shop/redact');
    // One refused call may be a fault of a moment: nothing is erased until the store's status follows.
    await expect(work(shop)).rejects.toThrow('no longer renews');
    expect(await cities()).toEqual(before);
    await stage.proveRefusals();
    const entry = entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
    await stage.test.app.tasks.store_inbox?.(entry, { platform: 'shopify', shop });
    expect(await status()).toBe('disconnected');
    expect(await cities()).toEqual([]);
  });
});

it('is asked for by whoever may, within 30 days, and by nobody else', async () => {
  const other = 'other-private.myshopify.com';
  await stage.shops.createDemoShop(other);
  const id = await stage.connect(owner, other);
  await stage.shops.sendCompliance(other, 'customers/data_request', []);
  await work(other);
  const [request] = await requests(id);
  const path = `/api/privacy_requests/${request.id}/document`;
  const stranger = await merchant(stage.test);
  const hidden = await merchant(stage.test, { account_id: owner.account_id, role: 'manager', stores: [] });
  const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
  for (const { token } of [stranger, hidden]) {
    expect(await call('POST', path, token)).toMatchObject({ status: 404 });
    expect((await call('GET', '/api/privacy_requests', token)).body.data).toEqual([]);
  }
  expect(await call('POST', path, viewer.token)).toMatchObject({ status: 403 });
  expect((await call('GET', '/api/privacy_requests', viewer.token)).body.data[0]).toMatchObject({ id: request.id });
  tick(31 * 86_400);
  const later = await merchant(stage.test, { account_id: owner.account_id, role: 'manager' });
  expect(await call('POST', path, later.token)).toMatchObject({ status: 422, body: { code: 'link_expired' } });
});
