import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredScopes } from '#server/connectors/shopify/scopes.ts';
import { entryFor } from '#server/db/context.ts';
import { open } from '#server/lib/secrets.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { sessionOf, type StoresKit } from '#server/features/stores/index.ts';

let stage: StoreStage;
let owner: Person;
let number = 0;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
});
afterAll(() => stage.close());

const system = () => entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
const storeOf = async (id: string) =>
  (await stage.test.call('GET', `/api/stores/${id}`, { token: owner.token })).body.data;
const reauthorize = async () =>
  (await stage.test.call('GET', '/api/stores/re_authorize_stores', { token: owner.token })).body.data;

/** A shop with so many orders, consented to but not imported yet. */
async function consented(orders: number, linesEach = 1): Promise<{ id: string; domain: string }> {
  number += 1;
  const domain = `sync-${number}.myshopify.com`;
  await stage.shops.createShop({
    domain,
    name: `Shop ${number}`,
    products: [{ title: 'Cup', variants: [{ values: [], sku: 'CUP', price: 900 }] }],
  });
  const variantId = (await stage.shops.products(domain))[0]?.variants[0]?.id ?? '';
  const now = stage.test.clock.now().getTime();
  const lines = (n: number) =>
    n === 1
      ? [{ variantId, quantity: 1 }]
      : Array.from({ length: n }, (_, at) => ({ title: `Piece ${at}`, price: 100, quantity: 1 }));
  await stage.shops.insertOrders(
    domain,
    Array.from({ length: orders }, (_, at) => ({
      lines: lines(linesEach),
      createdAt: new Date(now - (orders - at) * 60_000),
      financialStatus: 'PAID' as const,
    })),
  );
  const done = await stage.test.call('POST', '/api/stores/authorize', {
    token: owner.token,
    body: await stage.consent(owner, domain),
  });
  return { id: done.body.data.id as string, domain };
}
const lineCount = (id: string) =>
  system().run('all_accounts', async ({ db }) => {
    const found = await db
      .selectFrom('order_lines as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select('l.id')
      .where('o.store_id', '=', id)
      .execute();
    return found.length;
  });

describe('a first import', () => {
  it('goes on with a new token when the old one expires between pages', async () => {
    const { id } = await consented(60);
    let pages = 0;
    const kit: StoresKit = stage.kit();
    const { changedOrders } = kit.shopify;
    kit.shopify = {
      ...kit.shopify,
      changedOrders: async (...args) => {
        const page = await changedOrders(...args);
        pages += 1;
        if (pages === 1) stage.test.clock.advance(3_700_000);
        return page;
      },
    };
    await stage.run(kit);
    expect(pages).toBe(3);
    expect(await storeOf(id)).toMatchObject({ status: 'connected', orders: 60, import_job: { state: 'done' } });
  });

  it('survives a token that the shop refuses although it should live', async () => {
    const { id, domain } = await consented(30);
    await stage.shops.setFault(domain, { kind: 'unauthorized', mode: 'next' });
    await stage.run(stage.kit());
    expect(await storeOf(id)).toMatchObject({ status: 'connected', orders: 30, import_job: { state: 'done' } });
  });

  it('waits when a page is throttled', async () => {
    const { id, domain } = await consented(30);
    await stage.shops.setFault(domain, { kind: 'throttled', mode: 'next', count: 2 });
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      await pause(Math.min(ms, 1_100)); // the shop's points come back by real time
    };
    await stage.run(stage.kit({ wait }));
    expect(waits.some((ms) => ms >= 900)).toBe(true);
    expect(await storeOf(id)).toMatchObject({ orders: 30, import_job: { state: 'done' } });
  });

  it('tries again after 5xx, 429 and broken answers, and says so when the shop stays silent', async () => {
    const { id, domain } = await consented(5);
    for (const kind of ['server_error', 'rate_limited', 'lost_answer'] as const)
      await stage.shops.setFault(domain, { kind, mode: 'next' });
    await stage.run(stage.kit());
    expect(await storeOf(id)).toMatchObject({ orders: 5, import_job: { state: 'done' } });
    await stage.shops.setFault(domain, { kind: 'server_error', mode: 'always' });
    await stage.test.call('POST', `/api/stores/${id}/sync`, { token: owner.token, body: {} });
    await stage.run(stage.kit());
    const { status, import_job } = await storeOf(id);
    expect(status).toBe('connected');
    expect(import_job).toMatchObject({ state: 'failed', failure: expect.stringContaining('within 10 minutes') });
  });

  it('reads variants with pictures of their own, and one product again when it is asked for', {
    tags: ['D2-18'],
  }, async () => {
    const domain = 'pictures.myshopify.com';
    const variants = ['Red', 'Blue'].map((colour) => ({ values: [colour], sku: colour, price: 900 }));
    await stage.shops.createShop({
      domain,
      name: 'Pictures',
      products: [
        {
          title: 'Cup with pictures',
          options: [{ name: 'Color', values: ['Red', 'Blue'] }],
          variants: variants.map((one) => (one.sku === 'Red' ? { ...one, image: 'https://cdn.example/red.png' } : one)),
        },
      ],
    });
    const store = await stage.connect(owner, domain);
    const read = () =>
      system().run('all_accounts', ({ db }) =>
        db
          .selectFrom('store_variants as v')
          .innerJoin('store_products as p', 'p.id', 'v.product_id')
          .select(['v.sku', 'v.image_url', 'p.title', 'p.id'])
          .where('v.store_id', '=', store)
          .orderBy('v.position')
          .execute(),
      );
    const [red, blue] = await read();
    expect([red?.image_url, blue?.image_url]).toEqual(['https://cdn.example/red.png', null]);
    await system().run('all_accounts', ({ db }) =>
      db.updateTable('store_products').set({ title: 'Lost' }).where('store_id', '=', store).execute(),
    );
    const selection = { ids: [red?.id] };
    const asked = await stage.test.call('POST', '/api/bulk', {
      token: owner.token,
      key: 'refresh-one-product',
      body: { list: 'products', action: 'refresh', mode: 'commit', selection },
    });
    expect(asked.status).toBe(200);
    await stage.run();
    expect((await read()).map((one) => one.title)).toEqual(['Cup with pictures', 'Cup with pictures']);
  });

  it('reads orders again that a merchant asks for, and removes those that the shop has no more', async () => {
    const { id } = await consented(2);
    await stage.run(stage.kit());
    const read = () =>
      system().run('all_accounts', ({ db }) =>
        db
          .selectFrom('orders')
          .select(['id', 'total', 'deleted_in_shop_at'])
          .where('store_id', '=', id)
          .orderBy('placed_at')
          .execute(),
      );
    const [first, second] = await read();
    await system().run('all_accounts', async ({ db }) => {
      const astray = { total: 1, external_updated_at: new Date(0) };
      await db.updateTable('orders').set(astray).where('store_id', '=', id).execute();
      await db
        .updateTable('orders')
        .set({ external_id: '404' })
        .where('id', '=', second?.id ?? '')
        .execute();
    });
    const asked = await stage.test.call('POST', '/api/bulk', {
      token: owner.token,
      key: 'read-two-orders-again',
      body: { list: 'orders', action: 'read_again', mode: 'commit', selection: { ids: [first?.id, second?.id] } },
    });
    expect(asked.status).toBe(200);
    await stage.run();
    await stage.run(); // both wait in the queue of their shop: a look that finds it taken leaves the other for the next
    expect(await read()).toMatchObject([
      { total: first?.total, deleted_in_shop_at: null },
      { total: 1, deleted_in_shop_at: expect.any(Date) },
    ]);
  });

  it('reads many orders in bulk, all of their lines with them', async () => {
    const { id } = await consented(40, 24);
    await stage.run(stage.kit({ bulkAbove: 10 }));
    expect(await storeOf(id)).toMatchObject({ orders: 40, import_job: { state: 'done', progress: 41, total: 41 } });
    expect(await lineCount(id)).toBe(40 * 24);
  });

  it('reads on in orders with more lines than a page holds', async () => {
    const { id } = await consented(1, 130);
    await stage.run(stage.kit());
    expect(await lineCount(id)).toBe(130);
  });

  it('leaves orders from before the chosen start in the shop', async () => {
    number += 1;
    const domain = `sync-${number}.myshopify.com`;
    await stage.shops.createDemoShop(domain); // an order every 18 hours
    const done = await stage.test.call('POST', '/api/stores/authorize', {
      token: owner.token,
      body: await stage.consent(owner, domain, 2),
    });
    await stage.run(stage.kit());
    const { orders } = await storeOf(done.body.data.id);
    expect(orders).toBeGreaterThan(0);
    expect(orders).toBeLessThan(8);
  });
});

describe('a connection that ends', () => {
  it('asks for a new authorization when the shop refuses the app, and comes back with it', async () => {
    const { id, domain } = await consented(3);
    await stage.shops.setFault(domain, { kind: 'unauthorized', mode: 'always' });
    await stage.run(stage.kit());
    expect(await storeOf(id)).toMatchObject({
      status: 'connected',
      trouble: { reason: expect.stringContaining('Re-authorize the store') },
      import_job: { state: 'failed', failure: expect.stringContaining('We keep trying') },
    });
    await stage.proveRefusals();
    expect(await storeOf(id)).toMatchObject({ status: 'needs_reauth' });
    expect(await reauthorize()).toContain(domain);
    expect(await stage.test.call('POST', `/api/stores/${id}/sync`, { token: owner.token, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'store_not_connected' },
    });
    await stage.shops.clearFaults(domain);
    expect(await stage.connect(owner, domain)).toBe(id);
    expect(await storeOf(id)).toMatchObject({ status: 'connected', orders: 3 });
    expect(await reauthorize()).not.toContain(domain);
  });

  it('asks for a new authorization when the refresh token is dead', async () => {
    const { id, domain } = await consented(3);
    await stage.run(stage.kit());
    await stage.shops.killRefreshTokens(domain);
    stage.test.clock.advance(3_600_000);
    await stage.test.app.tasks.store_reconcile?.(system(), { account_id: owner.account_id, id });
    await stage.proveRefusals();
    expect(await storeOf(id)).toMatchObject({ status: 'needs_reauth' });
  });

  it('is suspended while Shopify has frozen the shop, and goes on by itself', async () => {
    for (const kind of ['frozen', 'locked'] as const) {
      const { id, domain } = await consented(3);
      await stage.shops.setFault(domain, { kind, mode: 'always' });
      await stage.run(stage.kit());
      await stage.proveRefusals();
      expect(await storeOf(id)).toMatchObject({ status: 'suspended', import_job: { state: 'failed' } });
      await stage.shops.clearFaults(domain);
      stage.test.clock.advance(3_700_000);
      await stage.test.app.tasks.stores_probe?.(system(), {});
      await stage.run(stage.kit());
      expect(await storeOf(id)).toMatchObject({ status: 'connected', orders: 3 });
    }
  });
});

it('asks for a new authorization when the Shopify app of a store was removed, and leaves the others alone', async () => {
  const { id } = await consented(1);
  await stage.run(stage.kit());
  await system().run('all_accounts', ({ db }) =>
    db.updateTable('stores').set({ app_id: null }).where('id', '=', id).execute(),
  );
  stage.test.clock.advance(86_400_000); // the next look repairs subscriptions
  await stage.test.app.tasks.stores_reconcile?.(system(), {});
  await stage.run(stage.kit());
  expect(await storeOf(id)).toMatchObject({
    status: 'needs_reauth',
    status_reason: 'The Shopify app of this store was removed. Re-authorize the store.',
  });
  const domain = (await storeOf(id)).myshopify_domain;
  expect(await reauthorize()).toContain(domain);
  await stage.connect(owner, domain);
  expect(await reauthorize()).not.toContain(domain);
});

it('looks again at what changed while the shop wrote its bulk file', async () => {
  const { id } = await consented(12);
  const kit = stage.kit({ bulkAbove: 10 });
  const begun = stage.test.clock.now();
  const slow: StoresKit = {
    ...kit,
    shopify: {
      ...kit.shopify,
      bulkOrders: (shop, since, onBatch) =>
        kit.shopify.bulkOrders(shop, since, (orders) => {
          const updated_at = stage.test.clock.advance(20 * 60_000); // an order that changed just before it was written
          return onBatch(orders.map((order, at) => (at === 0 ? { ...order, updated_at } : order)));
        }),
    },
  };
  await stage.run(slow);
  const row = await system().run('all_accounts', ({ db }) =>
    db.selectFrom('stores').select('orders_watermark').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  expect(row.orders_watermark?.getTime()).toBeLessThanOrEqual(begun.getTime());
});

it('asks stores again when the code needs a scope that they did not grant', async () => {
  const { domain } = await consented(1);
  await stage.run(stage.kit());
  expect(await reauthorize()).not.toContain(domain);
  const set = (scopes: string[]) =>
    system().run('all_accounts', ({ db }) => db.updateTable('shopify_apps').set({ scopes }).execute());
  await set([...requiredScopes, 'write_orders']);
  expect(await reauthorize()).toContain(domain);
  await set([...requiredScopes]);
});

describe('tokens', () => {
  it('are renewed once, however many workers need one', async () => {
    const { id, domain } = await consented(1);
    await stage.run(stage.kit());
    stage.test.clock.advance(3_500_000);
    const kit = stage.kit();
    const session = sessionOf({ account_id: owner.account_id, id, domain });
    const seen = await Promise.all(Array.from({ length: 5 }, () => kit.shopify.tokens.access(session)));
    expect(new Set(seen).size).toBe(1);
    expect(await kit.shopify.tokens.renew(session, 'shpat_something-older')).toBe(seen[0]);
    expect(await kit.shopify.tokens.renew(session, seen[0] ?? '')).not.toBe(seen[0]);
  });

  it('survive a crash between the shop’s answer and our commit', async () => {
    const { id, domain } = await consented(1);
    await stage.run(stage.kit());
    const kit = stage.kit();
    const row = await system().run('all_accounts', ({ db }) =>
      db.selectFrom('store_tokens').select('refresh_sealed').where('store_id', '=', id).executeTakeFirstOrThrow(),
    );
    const lost = await kit.shopify.oauth.refresh(
      domain,
      { client_id: stage.app.clientId, secret: stage.app.secret },
      open(kit.key, row.refresh_sealed ?? '', `store_tokens:${id}:refresh`),
    );
    expect(lost.refresh).not.toBeNull(); // and nobody wrote it down
    stage.test.clock.advance(3_600_000);
    await stage.test.app.tasks.store_reconcile?.(system(), { account_id: owner.account_id, id });
    expect(await storeOf(id)).toMatchObject({
      status: 'connected',
      last_reconciled_at: stage.test.clock.now().toISOString(),
    });
  });

  it('of quiet shops are renewed after 30 days, long before they die', async () => {
    const { id } = await consented(1);
    await stage.run(stage.kit());
    stage.test.clock.advance(31 * 86_400_000);
    await stage.test.app.tasks.stores_renew_tokens?.(system(), {});
    await stage.run(stage.kit());
    const row = await system().run('all_accounts', ({ db }) =>
      db.selectFrom('store_tokens').select('obtained_at').where('store_id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(row.obtained_at).toEqual(stage.test.clock.now());
  });
});
