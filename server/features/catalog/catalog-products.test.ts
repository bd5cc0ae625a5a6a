import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { searchBy } from '#testing/picture-fixtures.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';
import { givenStock, shared as provider } from '#testing/stock-fixtures.ts';
import { computeSuggestions } from '#testing/suggestion-stage.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { applyProducts, mapVariants, shopProduct, shopVariant } from '#testing/product-fixtures.ts';

let test: TestApp;
let agent: { token: string };
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
  owner = await merchant(test);
});
afterAll(() => test.close());

const call = (method: string, path: string, body?: object, token = agent.token) =>
  test.call(method, path, { token, key: uuid(), ...(body && { body }) });
const sku = (attributes: Record<string, string>, more: object = {}) => ({
  title: `Lamp, ${Object.values(attributes).join(' ')}`,
  attributes,
  weight_g: 400,
  ...more,
});
const create = (more: object = {}) =>
  call('POST', '/api/staff/catalog_products', {
    title: `Lamp ${uuid().slice(-6)}`,
    skus: [sku({ Color: 'Black' }), sku({ Color: 'White' }, { weight_g: 450, lead_days: 7 })],
    ...more,
  });
const browse = (query: string, token = owner.token) => call('GET', `/api/catalog?${query}`, undefined, token);

async function upload(bytes: Buffer, name = 'lamp.png') {
  const boundary = 'tradewind-boundary';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/staff/catalog_pictures',
    headers: { authorization: `Bearer ${agent.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const drawn = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
    .png()
    .toBuffer();

describe('the provider’s catalogue', () => {
  it('is browsed and searched by words and code, filtered, and shows the merchant’s prices', {
    tags: ['D2-15'],
  }, async () => {
    const made = (await create({ title: 'Paper moon lantern', category: 'Lighting', description: 'Folds flat.' })).body
      .data;
    const [black, white] = made.items;
    const sun = (
      await create({
        title: 'Paper sun lantern',
        category: 'Lighting',
        skus: [sku({}, { flags: ['battery'], moq: 10 })],
      })
    ).body.data;
    await givenPrice(test, owner.account_id, { sku_id: black.id, channel: await givenChannel(test), unit_price: 480 });
    expect((await browse('q=lantern%20paper')).body).toMatchObject({ meta: { total: 2 } });
    expect((await browse('q=moon%20black')).body.data).toMatchObject([
      {
        id: made.id,
        skus: 2,
        weight_min: 400,
        weight_max: 450,
        lead_days: 3,
        category: 'Lighting',
        price_min: { amount: 480 },
        own: false,
      },
    ]);
    expect((await browse(`q=${white.code.toLowerCase()}`)).body.data).toMatchObject([{ id: made.id }]);
    expect((await browse('q=lantern&without=battery,magnet')).body.meta.total).toBe(1);
    expect((await browse('q=lantern&priced=yes')).body.data).toMatchObject([{ id: made.id }]);
    expect((await browse('q=lantern&priced=no')).body.meta.total).toBe(1);
    expect((await browse('category=Lighting&sort=title')).body.data.map((one: { title: string }) => one.title)).toEqual(
      ['Paper moon lantern', 'Paper sun lantern'],
    );
    expect((await browse('category=Lighting&status=low')).body.data).toEqual([]);
    expect((await browse('without=nonsense')).status).toBe(400);
    const total = async (query: string) => (await browse(`q=lantern&${query}`)).body.meta.total;
    expect([
      await total('price_from=400&price_to=480'),
      await total('price_from=481'),
      await total('price_to=479'),
    ]).toEqual([1, 0, 0]);
    expect(await total('in_stock=1')).toBe(0);
    await givenStock(test, provider, white.id, 2);
    expect(await total('in_stock=1')).toBe(1);
    const ask = { destinations: ['DE'], orders_per_day: 20 };
    expect(await call('POST', `/api/catalog/${made.id}/inquiry`, ask, owner.token)).toMatchObject({
      status: 200,
      body: { data: { title: `${black.code} · Paper moon lantern`, status: 'submitted', source: 'product' } },
    });
    const asked = async (product: string) => {
      const { id } = (await call('POST', `/api/catalog/${product}/inquiry`, ask, owner.token)).body.data;
      return (await call('GET', `/api/staff/quotes/${owner.account_id}/${id}`)).body.data.items; // as the agent sees it
    };
    expect(await asked(sun.id)).toMatchObject([{ known: { id: sun.items[0].id, price: null } }]);
    expect(await asked(made.id)).toMatchObject([
      { title: `${black.code} · ${black.title}`, known: { id: black.id, price: 480 } },
      { title: `${white.code} · ${white.title}`, known: { id: white.id, price: null } },
    ]);
    const nowhere = { destinations: [] };
    expect((await call('POST', `/api/catalog/${made.id}/inquiry`, nowhere, owner.token)).status).toBe(422);
    expect((await call('POST', `/api/catalog/${uuid()}/inquiry`, ask, owner.token)).status).toBe(404);
    expect((await call('GET', '/api/catalog_categories', undefined, owner.token)).body.data).toContain('Lighting');
    expect((await call('GET', `/api/catalog/${made.id}`, undefined, owner.token)).body.data).toMatchObject({
      description: 'Folds flat.',
      items: [
        { code: black.code, attributes: { Color: 'Black' }, price: { amount: 480 }, destinations: ['US'] },
        { code: white.code, price: null, destinations: [] },
      ],
    });
  });

  it('keeps what was made for one client from the others: from their catalogue, searches by picture and suggestions', async () => {
    const stranger = await merchant(test);
    const [drawing] = drawProducts(1, 'prototype');
    if (!drawing) throw new Error('too few drawings');
    const bytes = await pictureOf(drawing);
    const { sha256 } = (await upload(bytes)).body.data;
    const made = (await create({ title: 'Secret prototype', account_id: owner.account_id, pictures: [sha256] })).body
      .data;
    expect((await browse('q=prototype')).body.data).toMatchObject([{ own: true }]);
    expect((await browse('q=prototype', stranger.token)).body.data).toEqual([]);
    expect((await call('GET', `/api/catalog/${made.id}`, undefined, stranger.token)).status).toBe(404);
    await runTasks(test);
    for (const [who, seen] of [
      [owner, ['Lamp, Black']],
      [stranger, []],
    ] as const) {
      const { id } = (await searchBy(test, who.token, bytes)).body.data;
      const found = await call('GET', `/api/image_searches/${id}/results`, undefined, who.token);
      const alike = found.body.data.filter((one: { similarity: number }) => one.similarity > 0.9);
      expect(alike.map((one: { title: string }) => one.title)).toEqual(seen);
      const store = await givenStore(test, who.account_id);
      const variant = { sku: made.items[0].code, title: 'Black', options: [{ name: 'Color', value: 'Black' }] };
      const product = shopProduct('p', [shopVariant('p1', variant)], { title: 'Secret prototype' });
      await applyProducts(test, who.account_id, store, [product]);
      await computeSuggestions(test, who.account_id);
      const suggested = await call('GET', '/api/suggestions', undefined, who.token);
      expect(suggested.body.data).toHaveLength(seen.length);
    }
    const named = await call('GET', `/api/staff/catalog_products?q=prototype&account_id=${owner.account_id}`);
    expect(named.body.data).toMatchObject([{ client: { id: owner.account_id } }]);
    expect((await call('GET', '/api/staff/catalog_products?q=prototype')).body.data).toEqual([]);
    expect((await create({ account_id: uuid() })).status).toBe(404);
  });
});

describe('staff', () => {
  it('edit the catalogue; a discontinued SKU reaches the mappings and their open orders', {
    tags: ['D2-16'],
  }, async () => {
    const made = (await create()).body.data;
    const [black] = made.items;
    const store = await givenStore(test, owner.account_id);
    await givenPrice(test, owner.account_id, { sku_id: black.id, channel: await givenChannel(test) });
    await applyProducts(test, owner.account_id, store, [shopProduct('1', [shopVariant('11')])]);
    const [product] = (await call('GET', `/api/products?store_id=${store}`, undefined, owner.token)).body.data;
    const [variant] = (await call('GET', `/api/products/${product.id}/variants`, undefined, owner.token)).body.data;
    await inAccount(test, owner.account_id, async (ctx) => {
      await mapVariants(ctx, [
        { variant_id: variant.id, source: 'manual', components: [{ catalog_sku_id: black.id, quantity: 1 }] },
      ]);
      const line = shopLine({ external_id: '11', sku: 'SKU-11' });
      await applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [shopOrder([line])], 'api');
    });
    const order = async () =>
      (await call('GET', `/api/shopify_orders?store_id=${store}`, undefined, owner.token)).body.data[0];
    expect(await order()).toMatchObject({ blocks: [] });
    const offer = (status: string, version: number) =>
      call('POST', `/api/staff/catalog_skus/${black.id}/status`, { status, version });
    const soldOut = (await offer('sell_out', 1)).body.data;
    expect(soldOut).toMatchObject({
      status: 'active',
      items: [{ status: 'low', sell_out: true, mapped_variants: 1 }, { status: 'active' }],
    });
    expect(await order()).toMatchObject({ blocks: [] });
    expect((await offer('discontinued', 1)).body).toMatchObject({ status: 422, code: 'stale_version' });
    expect((await offer('discontinued', 2)).body.data.items[0]).toMatchObject({
      status: 'discontinued',
      sell_out: false,
    });
    await runTasks(test);
    expect(await order()).toMatchObject({ blocks: [{ code: 'MAPPING_CHANGED' }] });
    expect(
      (await call('GET', `/api/products?store_id=${store}`, undefined, owner.token)).body.data[0].mapping_state,
    ).toBe('needs_review');
    await offer('active', 3);
    await runTasks(test);
    expect(await order()).toMatchObject({ blocks: [] });
  });

  it('change products and SKUs by version, with a trace; pictures are stored first', async () => {
    const made = (await create()).body.data;
    const picture = await upload(await drawn());
    expect(picture).toMatchObject({ status: 200, body: { data: { url: expect.stringContaining('/api/pictures/') } } });
    expect(await upload(Buffer.from('<svg/>'), 'x.png')).toMatchObject({ status: 422, body: { code: 'file_invalid' } });
    const { sha256 } = picture.body.data;
    const save = (body: object) =>
      call('PUT', `/api/staff/catalog_products/${made.id}`, { title: 'Renamed', category: 'Home', ...body });
    expect((await save({ version: 1, pictures: ['0'.repeat(64)] })).body.code).toBe('file_invalid');
    expect((await save({ version: 1, pictures: [sha256] })).body.data).toMatchObject({
      title: 'Renamed',
      version: 2,
      pictures: [{ sha256 }],
      picture_url: picture.body.data.url,
    });
    expect((await save({ version: 1 })).body.code).toBe('stale_version');
    const [black, white] = made.items;
    const saveSku = (id: string, body: object) =>
      call('PUT', `/api/staff/catalog_skus/${id}`, { ...sku({ Color: 'Black' }), version: 1, ...body });
    expect(
      (await saveSku(black.id, { weight_g: 500, hs_code: '940540', origin: 'CN', flags: ['battery'] })).body.data
        .items[0],
    ).toMatchObject({ weight_g: 500, hs_code: '940540', version: 2 });
    expect((await saveSku(white.id, {})).body).toMatchObject({ code: 'invalid_input' });
    expect((await saveSku(black.id, {})).body.code).toBe('stale_version');
    expect((await saveSku(black.id, { weight_g: 0 })).body.errors).toMatchObject({ weight_g: [expect.any(String)] });
    const added = await call('POST', `/api/staff/catalog_products/${made.id}/skus`, sku({ Color: 'Red' }));
    expect(added.body.data.items).toHaveLength(3);
    expect((await call('POST', `/api/staff/catalog_products/${made.id}/skus`, sku({ Size: 'L' }))).body.code).toBe(
      'invalid_input',
    );
    expect((await create({ skus: [sku({ Color: 'Red' }), sku({ Color: 'Red' })] })).body.code).toBe('invalid_input');
    expect((await create({ skus: [] })).status).toBe(422);
    expect(
      (await call('GET', `/api/staff/catalog_products/${made.id}`)).body.data.items.map(
        (one: { position: number; title: string }) => one.title,
      ),
    ).toEqual(['Lamp, Black', 'Lamp, White', 'Lamp, Red']);
    expect((await call('GET', '/api/staff/catalog_products?q=renamed&status=active')).body.meta.total).toBe(1);
  });
});
