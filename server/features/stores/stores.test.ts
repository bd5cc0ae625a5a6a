import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { querySignature } from '#server/connectors/shopify/signature.ts';
import { writeApp } from '#server/connectors/shopify/apps.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { applyShopOrders, givenStore, givenVariant, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { listStatement } from './records/stores.db.ts';

let stage: StoreStage;
let owner: Person;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
});
afterAll(() => stage.close());

const call = (method: string, path: string, token?: string, body?: unknown, key?: string) =>
  stage.test.call(method, path, { ...(token && { token }), ...(body !== undefined && { body }), ...(key && { key }) });
const authorize = (person: Person, query: Record<string, string>) =>
  call('POST', '/api/stores/authorize', person.token, query);
const signed = (query: Record<string, string>) => ({ ...query, hmac: querySignature(stage.app.secret, query) });

describe('adding a store', () => {
  it('answers the consent page of the typed shop, whatever form the name has', {
    tags: ['D1-02', 'S7-21'],
  }, async () => {
    for (const typed of [
      'tidy-home',
      ' Tidy-Home.myshopify.com ',
      'admin.shopify.com/store/tidy-home',
      'tidy-home.myshopify.com/',
      'tidy-home.myshopify.com/admin/products?page=2',
      'tidy-home.myshopify.com.',
      'admin.shopify.com/store/tidy-home/orders?status=open#top',
      '\u200Btidy-home.myshopify.com\uFEFF\n',
    ]) {
      const { body } = await call('GET', `/api/stores/authorize_url?domain=${encodeURIComponent(typed)}`, owner.token);
      const url = new URL(body.data.authorize_url);
      expect(url.pathname).toBe('/tidy-home.myshopify.com/admin/oauth/authorize');
      expect(url.searchParams.get('client_id')).toBe(stage.app.clientId);
      expect(url.searchParams.get('state')).toHaveLength(43);
    }
  });

  it('refuses other domains with the sentence that helps', { tags: ['D1-02'] }, async () => {
    const refuse = async (typed: string) => {
      const answer = await call('GET', `/api/stores/authorize_url?domain=${encodeURIComponent(typed)}`, owner.token);
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'domain_invalid', errors: { domain: [expect.any(String)] } },
      });
      return answer.body.message;
    };
    expect(await refuse(' ')).toBe('Please fill in the domain name!');
    expect(await refuse('https://a.myshopify.com')).toBe('the domain name does not need to contain "http" or "https"');
    for (const typed of [
      'www.brand.com',
      'a.myshopify.com.evil.io',
      'evil.io/a.myshopify.com',
      '-a.myshopify.com',
      'a_b.myshopify.com',
      'a.myshopify.com:99',
      'a@b.myshopify.com',
      '127.0.0.1',
    ]) {
      expect(await refuse(typed)).toContain('Settings > Domains');
    }
  });

  it('connects the shop, then products and orders arrive with progress', { tags: ['S3-03', 'S7-09'] }, async () => {
    await stage.shops.createDemoShop('first-shop.myshopify.com');
    const query = await stage.consent(owner, 'first-shop');
    const { status, body } = await authorize(owner, query);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      platform: 'shopify',
      myshopify_domain: 'first-shop.myshopify.com',
      status: 'connected',
      import_job: { state: 'queued', kind: 'store_import' },
    });
    await stage.run();
    const seen = await call('GET', `/api/stores/${body.data.id}`, owner.token);
    expect(seen.body.data).toMatchObject({
      products: 6,
      orders: 8,
      import_job: { state: 'done', progress: 14, total: 14, result: { products: 6, orders: 8 } },
    });
    expect(seen.body.data.currency).toMatch(/^[A-Z]{3}$/);
    expect((await stage.shops.subscriptions('first-shop.myshopify.com')).map((hook) => hook.topic)).toContain(
      'ORDERS_UPDATED',
    );
  });

  it('never shows tokens, and stores them sealed', async () => {
    const list = await call('GET', '/api/stores', owner.token);
    expect(list.body.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(list.body)).not.toMatch(/shp(at|rt)_|sealed/);
    const entry = entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test');
    const kept = await entry.run('all_accounts', (ctx) => ctx.db.selectFrom('store_tokens').selectAll().execute());
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toMatch(/shp(at|rt)_/);
  });
});

describe('a callback', () => {
  const domain = 'callback.myshopify.com';
  const refused = (answer: { status: number; body: unknown }) =>
    expect(answer).toMatchObject({ status: 422, body: { code: 'authorization_failed' } });
  beforeAll(() => stage.shops.createDemoShop(domain));

  it('with a wrong signature is refused, and its state stays usable', async () => {
    const query = await stage.consent(owner, domain);
    refused(await authorize(owner, { ...query, hmac: '0'.repeat(64) }));
    refused(await authorize(owner, { ...query, code: `${query.code}0` }));
    const { hmac: _none, ...unsigned } = query;
    refused(await authorize(owner, unsigned));
    refused(await authorize(owner, {}));
    expect(await authorize(owner, query)).toMatchObject({ status: 200 });
  });

  it('works once', async () => {
    const query = await stage.consent(owner, domain);
    expect(await authorize(owner, query)).toMatchObject({ status: 200 });
    refused(await authorize(owner, query));
  });

  it('of another member or account is refused', async () => {
    const query = await stage.consent(owner, domain);
    refused(await authorize(await merchant(stage.test), query));
    refused(await authorize(await merchant(stage.test, { account_id: owner.account_id, role: 'manager' }), query));
    expect(await authorize(owner, query)).toMatchObject({ status: 200 });
  });

  it('for another shop than the one entered, or outside myshopify.com, is refused', async () => {
    const query = await stage.consent(owner, domain);
    refused(await authorize(owner, signed({ ...query, shop: 'other.myshopify.com' })));
    refused(await authorize(owner, signed({ ...query, shop: 'callback.myshopify.com.evil.io' })));
    refused(await authorize(owner, signed({ ...query, shop: 'evil.io/callback.myshopify.com' })));
    refused(await authorize(owner, signed({ ...query, state: 'x'.repeat(43) })));
  });

  it('that is older than 90 seconds, or whose state is older than 15 minutes, is refused', async () => {
    const query = await stage.consent(owner, domain);
    stage.test.clock.advance(91_000);
    refused(await authorize(owner, query));
    stage.test.clock.advance(15 * 60_000);
    refused(
      await authorize(
        owner,
        signed({ ...query, timestamp: String(Math.floor(stage.test.clock.now().getTime() / 1000)) }),
      ),
    );
  });

  it('for a store of another account says whom to ask', async () => {
    const other = await merchant(stage.test);
    const sentence =
      'This store is connected to another account. Ask its owner to disconnect it, or contact your agent.';
    const early = await call('GET', `/api/stores/authorize_url?domain=${domain}`, other.token);
    expect(early).toMatchObject({ status: 422, body: { code: 'store_elsewhere', message: sentence } });
    await stage.shops.createDemoShop('race.myshopify.com');
    const [mine, theirs] = [await stage.consent(owner, 'race'), await stage.consent(other, 'race')];
    expect(await authorize(owner, mine)).toMatchObject({ status: 200 });
    expect(await authorize(other, theirs)).toMatchObject({
      status: 422,
      body: { code: 'store_elsewhere', message: sentence },
    });
  });

  it('for a store of the account that the member may not see is refused', async () => {
    await stage.shops.createDemoShop('hidden.myshopify.com');
    const member = await merchant(stage.test, { account_id: owner.account_id, role: 'manager', stores: [] });
    const begun = await stage.consent(member, 'hidden'); // nobody had the store yet
    expect(await authorize(owner, await stage.consent(owner, 'hidden'))).toMatchObject({ status: 200 });
    const sentence = expect.stringContaining('you don’t have access to it');
    for (const answer of [
      await call('GET', '/api/stores/authorize_url?domain=hidden', member.token),
      await authorize(member, begun),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'store_elsewhere', message: sentence } });
    }
    expect((await call('GET', '/api/stores', member.token)).body.data).toEqual([]);
  });

  it('with fewer scopes than needed leaves the store to be authorized again', {
    tags: ['D1-18', 'S3-12', 'S7-20'],
  }, async () => {
    await stage.shops.createDemoShop('fewer.myshopify.com');
    await stage.shops.setFault('fewer.myshopify.com', { kind: 'token_fewer_scopes', mode: 'next' });
    const done = await authorize(owner, await stage.consent(owner, 'fewer'));
    expect(done.body.data).toMatchObject({ status: 'needs_reauth', import_job: null });
    const list = await call('GET', '/api/stores/re_authorize_stores', owner.token);
    expect(list.body.data).toEqual(['fewer.myshopify.com']);
    expect(await authorize(owner, await stage.consent(owner, 'fewer'))).toMatchObject({
      body: { data: { status: 'connected' } },
    });
    expect((await call('GET', '/api/stores/re_authorize_stores', owner.token)).body.data).toEqual([]);
  });
});

describe('the list', () => {
  it('shows a member only the stores of their scope', { tags: ['S7-31', 'S7-32', 'S7-34'] }, async () => {
    const boss = await merchant(stage.test);
    const make = (name: string) =>
      call(
        'POST',
        '/api/stores',
        boss.token,
        { platform: 'file', name, currency: 'EUR' },
        `file-store-${name.replace(' ', '-')}`,
      );
    const [one, two] = [await make('Market A'), await make('Market B')];
    expect(one.body.data).toMatchObject({
      platform: 'file',
      name: 'Market A',
      myshopify_domain: null,
      status: 'connected',
      currency: 'EUR',
      import_job: null,
    });
    const member = await merchant(stage.test, {
      account_id: boss.account_id,
      role: 'operations',
      stores: [two.body.data.id],
    });
    expect((await call('GET', '/api/stores', boss.token)).body.meta.total).toBe(2);
    expect((await call('GET', '/api/stores', member.token)).body.data).toMatchObject([{ name: 'Market B' }]);
    expect((await call('GET', '/api/filters/stores?q=market', member.token)).body.data).toEqual([
      { id: two.body.data.id, label: 'Market B' },
    ]);
    expect(await call('GET', `/api/stores/${one.body.data.id}`, member.token)).toMatchObject({ status: 404 });
    expect((await call('GET', '/api/stores?q=ket%20a', boss.token)).body.data).toMatchObject([{ name: 'Market A' }]);
  });

  it('makes a file store once per key and refuses bad names', async () => {
    const body = { platform: 'file', name: 'Once', currency: 'USD' };
    const first = await call('POST', '/api/stores', owner.token, body, 'the-same-key');
    expect((await call('POST', '/api/stores', owner.token, body, 'the-same-key')).body.data.id).toBe(
      first.body.data.id,
    );
    expect(await call('POST', '/api/stores', owner.token, { ...body, name: ' ' }, 'another-key')).toMatchObject({
      status: 422,
    });
    expect(
      await call('POST', '/api/stores', owner.token, { ...body, platform: 'shopify' }, 'a-third-key'),
    ).toMatchObject({ status: 422 });
  });

  it('pauses, and syncs what can be synced', async () => {
    const { body } = await call(
      'POST',
      '/api/stores',
      owner.token,
      { platform: 'file', name: 'Paper', currency: 'USD' },
      'paper-store',
    );
    const { id } = body.data;
    expect(await call('POST', `/api/stores/${id}/pause`, owner.token, { paused: true })).toMatchObject({ status: 200 });
    expect((await call('GET', `/api/stores/${id}`, owner.token)).body.data.paused).toBe(true);
    expect(await call('POST', `/api/stores/${id}/sync`, owner.token, {})).toMatchObject({
      status: 422,
      body: { code: 'store_not_connected' },
    });
    await stage.shops.createDemoShop('sync.myshopify.com');
    const shop = await stage.connect(owner, 'sync');
    const job = await call('POST', `/api/stores/${shop}/sync`, owner.token, {});
    expect(job.body.data).toMatchObject({ kind: 'store_import', state: 'queued' });
    expect((await call('POST', `/api/stores/${shop}/sync`, owner.token, {})).body.data.id).toBe(job.body.data.id);
  });

  it('is closed to other accounts, to roles without the right, and without a token', async () => {
    const other = await merchant(stage.test);
    const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
    const [store] = (await call('GET', '/api/stores', owner.token)).body.data;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/sync'],
      ['POST', '/pause'],
    ] as const) {
      expect(
        await call(
          method,
          `/api/stores/${store.id}${path}`,
          other.token,
          method === 'POST' ? { paused: true } : undefined,
        ),
      ).toMatchObject({ status: 404 });
      expect(await call(method, `/api/stores/${store.id}${path}`)).toMatchObject({ status: 401 });
    }
    expect((await call('GET', '/api/stores', other.token)).body.data).toEqual([]);
    expect(await call('GET', '/api/stores', viewer.token)).toMatchObject({ status: 200 });
    expect(await call('GET', '/api/stores/authorize_url?domain=x', viewer.token)).toMatchObject({ status: 403 });
    expect(await call('POST', `/api/stores/${store.id}/pause`, viewer.token, { paused: true })).toMatchObject({
      status: 403,
    });
    expect(await call('POST', '/api/stores/authorize', viewer.token, {})).toMatchObject({ status: 403 });
    expect(await call('POST', '/api/stores', viewer.token, {}, 'viewer-key')).toMatchObject({ status: 403 });
    for (const path of [
      '/api/stores',
      '/api/filters/stores',
      '/api/stores/re_authorize_stores',
      '/api/stores/authorize_url',
    ]) {
      expect(await call('GET', path)).toMatchObject({ status: 401 });
    }
  });

  it('finds a store’s products and orders by index among those of many accounts', async () => {
    const filler = new pg.Client({ connectionString: stage.test.url });
    await filler.connect();
    await filler.query(`
      INSERT INTO accounts (id, name) SELECT gen_random_uuid(), 'filler ' || n FROM generate_series(1, 60) n;
      INSERT INTO stores (account_id, id, platform, external_domain, name, status, created_at)
        SELECT id, gen_random_uuid(), 'file', id::text, name, 'connected', now() FROM accounts WHERE name LIKE 'filler %';
      INSERT INTO store_products (account_id, id, store_id, external_id, title, external_updated_at, created_at)
        SELECT s.account_id, gen_random_uuid(), s.id, n::text, 'Thing', now(), now() FROM stores s, generate_series(1, 100) n WHERE s.name LIKE 'filler %';
      INSERT INTO order_tab_counts (account_id, store_id, tab, n)
        SELECT s.account_id, s.id, 'all', 1 FROM stores s, generate_series(1, 100) n WHERE s.name LIKE 'filler %';
      ANALYZE`);
    const { rows } = await filler.query<{ account_id: string }>(
      `SELECT account_id FROM stores WHERE name LIKE 'filler %' LIMIT 1`,
    );
    await filler.end();
    const accountId = rows[0]?.account_id ?? '';
    const plan = await planOf(
      stage.test,
      { account_id: accountId },
      listStatement({ accountId, stores: null }, { offset: 0, limit: 10 }, stage.test.clock.now()),
    );
    expect(plan).toContain('order_tab_counts_sum_idx');
    expect(plan).toMatch(/store_products_(store_idx|external_key)/);
    expect(plan).not.toMatch(/Seq Scan on (store_products|order_tab_counts)/);
  });

  it('says what the Shopify app of this site is, and where a named shop installs it', { tags: ['S7-15'] }, async () => {
    const { body } = await call('GET', '/api/config/shopify_app');
    expect(body.data).toMatchObject({
      client_id: stage.app.clientId,
      install_url: expect.stringMatching(/\/shopify\/connect$/),
    });
    expect(body.data.scopes).toContain('read_orders');
    expect(JSON.stringify(body)).not.toContain(stage.app.secret);
    expect(Object.keys(body.data).sort()).toEqual(['app_name', 'client_id', 'install_url', 'scopes']);
    const ofShop = await call('GET', '/api/config/shopify_app?shop=tidy-home');
    expect(ofShop.body.data.install_url).toMatch(/\/shopify\/connect\?shop=tidy-home\.myshopify\.com$/);
    expect(await call('GET', '/api/config/shopify_app?shop=evil.example')).toMatchObject({ status: 422 });
  });

  it('knows the app of a site under its name with www., too', async () => {
    const app = { client_id: 'white-label', secret: 'white-secret', name: 'White' };
    const { ground, config, clock } = stage.test;
    clock.advance(1000); // the app of the settings is the older one
    const entry = entryFor(ground, { kind: 'system', name: 'test' }, 'test');
    await entry.run('all_accounts', (ctx) => writeApp(ctx, secretKey(config.SECRET_KEY), app));
    await sqlRows(
      stage.test,
      `INSERT INTO sites (id, domain, brand_name, shopify_app_id)
       SELECT gen_random_uuid(), 'white.example', 'White', id FROM shopify_apps WHERE client_id = 'white-label' RETURNING 1`,
    );
    for (const host of ['white.example', 'WWW.white.example:8080']) {
      const { body } = await stage.test.call('GET', '/api/config/shopify_app', { headers: { host } });
      const install_url = `https://${host.toLowerCase().replace(':8080', '')}/shopify/connect`;
      expect(body.data).toMatchObject({ client_id: 'white-label', install_url });
    }
    expect((await call('GET', '/api/config/shopify_app')).body.data.client_id).toBe(stage.app.clientId);
  });
});

it('counts the orders of the last 30 days as the statistics do: whole days of the account, today among them', async () => {
  const { test } = stage;
  const { token, account_id } = await merchant(test);
  await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Tokyo' WHERE id = '${account_id}'`);
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods = await givenVariant(test, store);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(test.clock.now());
  const begins = Date.parse(`${today}T00:00:00+09:00`) - 29 * 86_400_000;
  const placed = [begins - 1000, begins, begins].map((at, n) =>
    shopOrder([shopLine(goods)], { external_id: `${n}`, name: `#${n}`, placed_at: new Date(at) }),
  );
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, placed, 'api'));
  // what was split off an order is an order of the lists and the statistics as well
  await sqlRows(
    test,
    `UPDATE orders c SET split_from = o.id FROM orders o WHERE o.account_id = '${account_id}' AND c.account_id = o.account_id AND o.name = '#1' AND c.name = '#2'`,
  );
  const get = async (path: string, as = token) => (await call('GET', path, as)).body.data;
  expect((await get('/api/stores'))[0]).toMatchObject({ orders: 3, orders_30d: 2 });
  expect((await get('/api/products'))[0]).toMatchObject({ orders_30d: 2 });
  const agent = await staff(test, 'agent');
  const clients: { id: string }[] = await get('/api/staff/clients?per_page=200', agent.token);
  expect(clients.find(({ id }) => id === account_id)).toMatchObject({ orders_30d: 2 });
  const from = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(begins);
  const listed = await call('GET', `/api/shopify_orders?from=${from}&to=${today}`, token);
  expect(listed.body.meta.total).toBe(2); // where the statistics lead to
});
