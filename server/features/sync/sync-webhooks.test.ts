import { createHmac } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeApp } from '#server/connectors/shopify/apps.ts';
import { entryFor } from '#server/db/context.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { parsing } from '#server/lib/parsing/parsing-pool.ts';
import { asOwner, sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { tablesWith } from '#testing/search-tables.ts';
import { readBody } from './delivery-hints.ts';
import { handleInbox } from './sync-inbox.service.ts';

let stage: StoreStage;
let owner: Person;
const domain = 'hooks.myshopify.com';
let store: string;
let variant: string;

beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createDemoShop(domain);
  store = await stage.connect(owner, domain);
  variant = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
const inbox = (shop = domain) =>
  system().run('all_accounts', ({ db }) =>
    db.selectFrom('webhook_inbox').selectAll().where('shop', '=', shop).orderBy('received_at').orderBy('id').execute(),
  );
const orders = (storeId = store) =>
  system().run('all_accounts', ({ db }) =>
    db.selectFrom('orders').selectAll().where('store_id', '=', storeId).orderBy('placed_at').execute(),
  );
const order = async (externalId: string) => (await orders()).find((one) => one.external_id === externalId);
const place = (quantity = 1) =>
  stage.shops.placeOrder(domain, {
    lines: [{ variantId: variant, quantity }],
    buyer: { email: 'b@buyer.example' },
    address: {
      first_name: 'Ada',
      last_name: 'Byron',
      address1: '1 Lane',
      city: 'York',
      zip: 'YO1',
      country_code: 'GB',
    },
  });
const tick = (seconds: number) => stage.test.clock.advance(seconds * 1000);

/** A delivery as Shopify sends it. */
function deliver(
  topic: string,
  body: object | Buffer,
  options: { id?: string; secret?: string; at?: Date; shop?: string; app?: string } = {},
) {
  const payload = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return stage.test.app.fastify.inject({
    method: 'POST',
    url: `/api/webhooks/shopify/${options.app ?? stage.app.clientId}`,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': options.shop ?? domain,
      'x-shopify-webhook-id': options.id ?? `delivery-${topic}-${Math.random()}`,
      'x-shopify-triggered-at': (options.at ?? stage.test.clock.now()).toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', options.secret ?? stage.app.secret)
        .update(payload)
        .digest('base64'),
    },
    payload,
  });
}

describe('the endpoint', () => {
  it('answers 401 to a wrong or missing signature and to an unknown app, and keeps nothing', async () => {
    const before = (await inbox()).length;
    expect((await deliver('orders/create', { id: 1 }, { secret: 'wrong' })).statusCode).toBe(401);
    expect((await deliver('orders/create', { id: 1 }, { app: 'nobody' })).statusCode).toBe(401);
    const bare = await stage.test.app.fastify.inject({
      method: 'POST',
      url: `/api/webhooks/shopify/${stage.app.clientId}`,
      payload: '{}',
    });
    expect(bare.statusCode).toBe(401);
    expect(await inbox()).toHaveLength(before);
  });

  it('answers 200 for unknown shops and topics and ignores them', async () => {
    expect((await deliver('orders/create', { id: 1 }, { shop: 'stranger.myshopify.com' })).statusCode).toBe(200);
    expect((await deliver('carts/update', { id: 1 })).statusCode).toBe(200);
    expect(await inbox('stranger.myshopify.com')).toMatchObject([
      { state: 'ignored', note: 'unknown shop', body: null },
    ]);
    expect((await inbox()).at(-1)).toMatchObject({ state: 'ignored', note: 'unknown topic', body: null });
  });

  it('keeps a delivery before any work, and only once when it is delivered five times', async () => {
    const placed = await place();
    await stage.shops.settled(domain);
    for (let n = 0; n < 5; n += 1)
      expect((await deliver('orders/updated', { id: Number(placed.id) }, { id: 'five-times' })).statusCode).toBe(200);
    expect((await inbox()).filter((row) => row.delivery_id === 'five-times')).toMatchObject([
      { state: 'waiting', order_id: placed.id },
    ]);
    expect(await order(placed.id)).toBeUndefined();
    await stage.run();
    expect(await order(placed.id)).toMatchObject({ name: placed.name, source: 'api' });
    expect((await inbox()).filter((row) => row.state === 'waiting')).toEqual([]);
  });

  it('takes webhooks that are delivered backwards: the shop’s present state wins', async () => {
    const placed = await place(2);
    tick(60);
    await stage.shops.cancelOrder(domain, placed.id);
    await stage.shops.settled(domain);
    await stage.run();
    const now = stage.test.clock.now();
    await deliver('orders/cancelled', { id: Number(placed.id) }, { at: now });
    await deliver('orders/create', { id: Number(placed.id) }, { at: new Date(now.getTime() - 60_000) });
    await stage.run();
    expect(await order(placed.id)).toMatchObject({ stage: 'cancelled' });
    expect((await orders()).filter((one) => one.external_id === placed.id)).toHaveLength(1);
  });

  it('takes signed bodies that are no UTF-8 text with a note, once; their topic still says what it says (reliability 10)', async () => {
    const shop = 'no-text.myshopify.com';
    await stage.shops.createDemoShop(shop);
    await stage.connect(owner, shop);
    const text = '{"id":6100000000301}';
    for (const body of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(`${text}\0`)])
      expect((await deliver('orders/updated', body, { shop })).statusCode).toBe(200);
    expect(await inbox(shop)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        state: 'ignored',
        body: null,
        note: 'the body is no UTF-8 text; the next look at the shop finds what it was about',
      })),
    );
    tick(60);
    expect((await deliver('app/scopes_update', Buffer.from('\0'), { shop })).statusCode).toBe(200);
    await stage.run();
    expect((await inbox(shop)).at(-1)).toMatchObject({ topic: 'app/scopes_update', state: 'done' });
  });

  it('stay connected when the shop removes the app of another site (round 2)', async () => {
    const other = { client_id: 'other-site', secret: 'other-secret', name: 'Other' };
    tick(60); // the app of the settings is the older one
    await system().run('all_accounts', (ctx) => writeApp(ctx, secretKey(stage.test.config.SECRET_KEY), other));
    const sent = await deliver(
      'app/uninstalled',
      { myshopify_domain: domain },
      { app: other.client_id, secret: other.secret },
    );
    expect(sent.statusCode).toBe(200);
    await stage.run();
    expect((await inbox()).find(({ topic }) => topic === 'app/uninstalled')).toMatchObject({
      state: 'ignored',
      note: 'the store is connected by another app',
    });
    const [row] = await sqlRows(stage.test, `SELECT status FROM stores WHERE id = '${store}'`);
    expect(row).toEqual({ status: 'connected' });
  });

  it('are ignored when the signed body is of another shop than the header, or where it acts of none (round 2)', async () => {
    const other = 'victim.myshopify.com';
    await stage.shops.createDemoShop(other);
    const victim = await stage.connect(owner, other);
    tick(60);
    const ofOurs = { id: 1, myshopify_domain: domain };
    const redact = { shop_id: 1, shop_domain: domain, customer: { email: 'b@buyer.example' }, orders_to_redact: [1] };
    for (const [topic, body] of [
      ['app/uninstalled', ofOurs],
      ['app/uninstalled', { id: 6100000000301, line_items: [] }], // the topic is not signed either
      ['shop/redact', { shop_id: 1, shop_domain: domain }],
      ['customers/redact', redact],
      ['customers/redact', { ...redact, shop_domain: undefined }],
      ['shop/update', ofOurs],
    ] as const)
      expect((await deliver(topic, body, { shop: other })).statusCode).toBe(200);
    await stage.run();
    expect((await inbox(other)).map(({ state, note }) => `${state}: ${note}`).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'ignored: the body names another shop, or none'),
      'ignored: the shop still has the app',
    ]);
    const [row] = await sqlRows(stage.test, `SELECT status FROM stores WHERE id = '${victim}'`);
    expect(row).toEqual({ status: 'connected' });
    expect(await sqlRows(stage.test, `SELECT topic FROM privacy_requests WHERE store_id = '${victim}'`)).toEqual([]);
    await deliver('app/uninstalled', { id: 1, myshopify_domain: other.toUpperCase() }, { shop: other });
    await stage.run();
    const [gone] = await sqlRows(stage.test, `SELECT status FROM stores WHERE id = '${victim}'`);
    expect(gone).toEqual({ status: 'disconnected' });
  });

  it('keeps of a large body what names its record, taken out in another process (reliability 10)', async () => {
    const placed = await place();
    await stage.shops.settled(domain);
    const lines = Array.from({ length: 20_000 }, (_, line) => ({ id: line, title: `Line ${line}` }));
    const body = Buffer.from(`{"line_items":${JSON.stringify(lines)},"id":${placed.id},"note":"x"}`);
    expect(body.length).toBeGreaterThan(256 * 1024);
    parsing.close();
    expect((await deliver('orders/updated', body, { id: 'large-body' })).statusCode).toBe(200);
    expect(parsing.idlePids('json')).toHaveLength(1);
    const kept = (await inbox()).find((one) => one.delivery_id === 'large-body');
    expect(kept).toMatchObject({ order_id: placed.id, body: `{"id":"${placed.id}"}` });
    await stage.run();
    expect(await order(placed.id)).toMatchObject({ name: placed.name });
  });

  it('reads ids beyond 2^53 without loss', () => {
    expect(readBody('{"id":820982911946154508,"name":"#1"}').id).toBe('820982911946154508');
    expect(readBody('{"order_id":820982911946154508}').order_id).toBe('820982911946154508');
    expect(readBody('not json')).toEqual({});
  });
});

describe('the worker', () => {
  it('reads pages instead of single orders when many wait', async () => {
    tick(60);
    const placed = [];
    for (let n = 0; n < 25; n += 1) placed.push(await place());
    await stage.shops.settled(domain);
    await stage.run();
    const known = new Set((await orders()).map((one) => one.external_id));
    expect(placed.every(({ id }) => known.has(id))).toBe(true);
    expect((await inbox()).filter((row) => row.state === 'waiting')).toEqual([]);
  });

  it('reads by itself what no page shows, when many deliveries come long after what they report', async () => {
    await stage.shops.setFault(domain, { kind: 'hook_lost', mode: 'always' });
    const placed = [];
    for (let n = 0; n < 21; n += 1) placed.push(await place());
    await stage.shops.settled(domain);
    await stage.shops.clearFaults(domain);
    tick(60);
    for (const { id } of placed) await deliver('orders/create', Buffer.from(`{"id":${id}}`)); // beyond 2^53
    for (let look = 0; look < 3; look += 1) {
      tick(60); // the shop allows only so many calls at once
      await stage.test.app.tasks.store_inbox?.(system(), { platform: 'shopify', shop: domain }).catch(() => undefined);
    }
    const known = new Set((await orders()).map((one) => one.external_id));
    expect(placed.filter(({ id }) => !known.has(id))).toEqual([]);
    expect((await inbox()).filter((row) => row.state === 'waiting')).toEqual([]);
  });

  it('goes on behind the pages that were saved when a later one breaks off', async () => {
    tick(60);
    const placed = [];
    for (let n = 0; n < 27; n += 1) placed.push(await place());
    tick(60);
    const last = await place();
    await stage.shops.settled(domain);
    await asOwner(
      stage.test,
      `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken off'; END $$;
       CREATE TRIGGER zz_break_off BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.external_id = '${last.id}') EXECUTE FUNCTION break_off()`,
    );
    const handle = () => stage.test.app.tasks.store_inbox?.(system(), { platform: 'shopify', shop: domain });
    const waiting = async () => (await inbox()).filter((row) => row.state === 'waiting').length;
    expect(await waiting()).toBeGreaterThanOrEqual(28);
    await expect(handle()).rejects.toThrow('broken off');
    expect(await waiting()).toBeLessThanOrEqual(3); // a page has 25 orders
    expect(await order(last.id)).toBeUndefined();
    await asOwner(stage.test, 'DROP TRIGGER zz_break_off ON orders; DROP FUNCTION break_off()');
    await handle();
    expect(await waiting()).toBe(0);
    expect(await order(last.id)).toMatchObject({ name: last.name });
  });

  it('finds by the sweep what webhooks never told', async () => {
    await stage.shops.setFault(domain, { kind: 'hook_lost', mode: 'always' });
    tick(60);
    const placed = await place();
    tick(600);
    await stage.run();
    expect(await order(placed.id)).toBeUndefined();
    const tasks = stage.test.app.tasks;
    await tasks.stores_reconcile?.(system(), {});
    await stage.run();
    expect(await order(placed.id)).toMatchObject({ name: placed.name });
    await stage.shops.clearFaults(domain);
    const seen = await stage.test.call('GET', `/api/stores/${store}`, { token: owner.token });
    expect(seen.body.data.last_reconciled_at).toBe(stage.test.clock.now().toISOString());
  });

  it('finds deliveries that were kept when the server died before it called the worker', async () => {
    tick(60);
    await stage.shops.setFault(domain, { kind: 'hook_lost', mode: 'always' });
    const placed = await place();
    await stage.shops.clearFaults(domain);
    await system().run('all_accounts', ({ db, now }) =>
      db
        .insertInto('webhook_inbox')
        .values({
          id: uuid(),
          platform: 'shopify',
          delivery_id: 'kept-only',
          shop: domain,
          topic: 'orders/create',
          received_at: now,
          body: `{"id":${placed.id}}`,
        })
        .execute(),
    );
    await stage.run();
    expect((await inbox()).at(-1)).toMatchObject({ delivery_id: 'kept-only', state: 'waiting' });
    tick(61);
    await stage.test.app.tasks.stores_reconcile?.(system(), {});
    await stage.run();
    expect((await inbox()).find((row) => row.delivery_id === 'kept-only')?.state).toBe('done');
  });

  it('mirrors products, and removes what the shop removed', async () => {
    tick(60);
    const id = await stage.shops.addProduct(domain, { title: 'New lamp', variants: [{ price: 1900, sku: 'LAMP' }] });
    await stage.shops.settled(domain);
    await stage.run();
    const find = () =>
      system().run('all_accounts', ({ db }) =>
        db
          .selectFrom('store_products')
          .selectAll()
          .where('store_id', '=', store)
          .where('external_id', '=', id)
          .executeTakeFirst(),
      );
    expect(await find()).toMatchObject({ title: 'New lamp', removed_at: null });
    tick(60);
    await stage.shops.removeProduct(domain, id);
    await stage.shops.settled(domain);
    await stage.run();
    expect((await find())?.removed_at).toBeInstanceOf(Date);
  });

  it('ignores an uninstall that is older than the connection, and obeys a newer one', async () => {
    const other = 'leaving.myshopify.com';
    await stage.shops.createDemoShop(other);
    const id = await stage.connect(owner, other);
    const status = async () =>
      (await stage.test.call('GET', `/api/stores/${id}`, { token: owner.token })).body.data.status;
    await deliver(
      'app/uninstalled',
      { id: 1, myshopify_domain: other },
      { shop: other, at: new Date(stage.test.clock.now().getTime() - 60_000) },
    );
    await stage.run();
    expect(await status()).toBe('connected');
    tick(60);
    await stage.shops.uninstallApp(other);
    await stage.shops.settled(other);
    await stage.run();
    expect(await status()).toBe('disconnected');
    const tokens = await system().run('all_accounts', ({ db }) =>
      db.selectFrom('store_tokens').select('store_id').where('store_id', '=', id).execute(),
    );
    expect(tokens).toEqual([]);
    // Another account may have the shop now.
    const heir = await merchant(stage.test);
    expect(await stage.connect(heir, other)).not.toBe(id);
    // And it comes back to its old store when its first owner may have it again.
    tick(60);
    await stage.shops.uninstallApp(other);
    await stage.shops.settled(other);
    await stage.run();
    expect(await stage.connect(owner, other)).toBe(id);
  });

  it('looks again at what was granted when the shop says so', async () => {
    const shop = 'granting.myshopify.com';
    await stage.shops.createDemoShop(shop);
    await stage.shops.setFault(shop, { kind: 'token_fewer_scopes', mode: 'next' });
    const query = await stage.consent(owner, shop);
    const lacking = await stage.test.call('POST', '/api/stores/authorize', { token: owner.token, body: query });
    expect(lacking.body.data.status).toBe('needs_reauth');
    await deliver('app/scopes_update', { id: 1 }, { shop });
    await stage.run();
    const seen = await stage.test.call('GET', `/api/stores/${lacking.body.data.id}`, { token: owner.token });
    expect(seen.body.data).toMatchObject({
      status: 'needs_reauth',
      status_reason: expect.stringContaining('read_orders'),
    });
    const reported = () =>
      system().run('all_accounts', ({ db }) =>
        db
          .selectFrom('notifications')
          .select(['event', 'waiting', 'link'])
          .where('subject', '=', lacking.body.data.id)
          .orderBy('id')
          .execute(),
      );
    const link = '/my-store/index';
    expect(await reported()).toEqual([{ event: 'store_needs_reauth', waiting: true, link }]);
    await stage.shops.uninstallApp(shop);
    await deliver('app/uninstalled', { id: 1, myshopify_domain: shop }, { shop });
    await stage.run();
    expect(await reported()).toEqual([
      { event: 'store_needs_reauth', waiting: false, link },
      { event: 'store_disconnected', waiting: false, link },
    ]);
  });

  it('blanks buyers on an erasure and keeps the request as evidence', async () => {
    const placed = await place();
    await stage.shops.settled(domain);
    await stage.run();
    const known = await order(placed.id);
    const recipient = () =>
      system().run('all_accounts', ({ db }) =>
        db
          .selectFrom('order_recipients')
          .selectAll()
          .where('order_id', '=', known?.id ?? '')
          .executeTakeFirst(),
      );
    expect(await recipient()).toMatchObject({ city: 'York' });
    await stage.shops.sendCompliance(domain, 'customers/data_request', [placed.id]);
    await stage.shops.sendCompliance(domain, 'customers/redact', [placed.id]);
    await stage.shops.settled(domain);
    await stage.run();
    expect(await recipient()).toMatchObject({
      name: null,
      city: null,
      phone: null,
      email: null,
      country: 'GB',
      redacted_at: expect.any(Date),
    });
    const kept = await system().run('all_accounts', ({ db }) =>
      db.selectFrom('privacy_requests').selectAll().where('store_id', '=', store).orderBy('topic').execute(),
    );
    expect(kept).toMatchObject([
      { topic: 'customers/data_request', finished_at: null, orders: expect.arrayContaining([placed.id]) },
      { topic: 'customers/redact', finished_at: expect.any(Date), result: { recipients: 1 } },
    ]);
    expect((await inbox()).every((row) => row.body === null)).toBe(true);
  });

  it('forgets what deliveries that still wait say of the buyer', async () => {
    const placed = await place();
    await stage.shops.settled(domain);
    await stage.run();
    const name = 'Zebulon Quartermain';
    const shipping_address = JSON.stringify({ name, address1: '77 Nightingale Row' });
    const reported = Buffer.from(`{"id":${placed.id},"shipping_address":${shipping_address}}`); // no number of JavaScript
    expect((await deliver('orders/updated', reported)).statusCode).toBe(200);
    await stage.shops.setFault(domain, { kind: 'server_error', mode: 'always' }); // it cannot be worked off now
    const redact = {
      shop_domain: domain,
      customer: { email: 'z@quartermain.example', phone: name },
      orders_to_redact: ['id'],
    };
    const asked = Buffer.from(JSON.stringify(redact).replace('"id"', placed.id));
    expect((await deliver('customers/redact', asked)).statusCode).toBe(200);
    await handleInbox(stage.kit(), system(), { platform: 'shopify', shop: domain }).catch(() => undefined); // the shop does not answer
    expect((await inbox()).filter((row) => row.state === 'waiting')).toMatchObject([{ body: `{"id":"${placed.id}"}` }]);
    const ofRecipients = new Set(['order_recipients', 'order_buyer_words']);
    for (const text of [name, 'Nightingale', 'quartermain', 'Byron', 'b@buyer.example'])
      expect((await tablesWith(stage.test, text)).filter((table) => !ofRecipients.has(table))).toEqual([]);
    await stage.shops.clearFaults(domain);
    await stage.run();
    expect((await inbox()).filter((row) => row.state === 'waiting')).toEqual([]);
  });

  it('empties bodies after 30 days', async () => {
    await deliver('orders/updated', { id: 1 });
    await stage.run();
    expect((await inbox()).at(-1)?.body).toBe('{"id":1}');
    tick(31 * 86_400);
    await stage.test.app.tasks.sync_purge?.(system(), {});
    expect((await inbox()).at(-1)?.body).toBeNull();
  });
});
