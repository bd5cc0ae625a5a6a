import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { analyse, sqlRows } from '#testing/sql-rows.ts';
import { planOf } from '#testing/explain.ts';
import { givenChannel, givenPrice, givenStore, givenVariant, inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { pageStatement } from './records/products.db.ts';
import { mapVariants } from './mapping/map-variants.service.ts';

let test: TestApp;
let owner: Person;
let store: string;
let other: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  other = await merchant(test);
  store = await givenStore(test, owner.account_id);
  await applyProducts(test, owner.account_id, store, [
    shopProduct('1', [shopVariant('11', { price: 900 }), shopVariant('12', { price: 1500 })], { title: 'Moon lamp' }),
    shopProduct('2', [shopVariant('21')], { title: 'Sun hat', updated_at: new Date('2026-11-19T08:00:00Z') }),
  ]);
});
afterAll(() => test.close());

const list = (query = '', token = owner.token) => test.call('GET', `/api/products${query}`, { token });
const titles = async (query: string) => (await list(query)).body.data.map((row: { title: string }) => row.title);
const productId = async (title: string) =>
  (await list()).body.data.find((row: { title: string }) => row.title === title).id as string;

describe('the list of products', () => {
  it('shows newest changes first, with store, variants and price range', { tags: ['S7-28'] }, async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.map((row: { title: string }) => row.title)).toEqual(['Moon lamp', 'Sun hat']);
    expect(body.data[0]).toMatchObject({
      store: { id: store, name: 'Lamp shop' },
      variants: 2,
      variants_mapped: 0,
      price_min: { amount: 900, currency: 'USD' },
      price_max: { amount: 1500, currency: 'USD' },
      cost_min: null,
      cost_max: null,
      picture_url: null,
      mapping_state: 'unmapped',
      open_quote: null,
      orders_30d: 0,
    });
    expect(body.meta).toMatchObject({ total: 2, counts: { all: 2, unmapped: 2, mapped: 0, quoting: 0 } });
  });

  it('finds by part of the title, by SKU and by the shop’s id', async () => {
    expect(await titles('?q=LAMP')).toEqual(['Moon lamp']);
    expect(await titles('?q=sku-21')).toEqual(['Sun hat']);
    expect(await titles('?q=12')).toEqual(['Moon lamp']);
    expect((await list('?q=nothing%25')).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('keeps accounts and store scopes apart', async () => {
    expect((await list('', other.token)).body.data).toEqual([]);
    const second = await givenStore(test, owner.account_id);
    const scoped = await merchant(test, { account_id: owner.account_id, role: 'sourcing', stores: [second] });
    expect((await list('', scoped.token)).body).toMatchObject({ data: [], meta: { counts: { all: 0 } } });
    expect((await list(`?store_id=${store}`, scoped.token)).status).toBe(404);
    expect((await list(`?store_id=${second}`)).body.data).toEqual([]);
    const id = await productId('Moon lamp');
    for (const token of [scoped.token, other.token]) {
      expect(await test.call('GET', `/api/products/${id}`, { token })).toMatchObject({ status: 404 });
      expect(await test.call('GET', `/api/products/${id}/variants`, { token })).toMatchObject({ status: 404 });
    }
  });

  it('refuses unknown tabs, missing tokens and rights', async () => {
    expect((await list('?tab=nonsense')).status).toBe(400);
    expect(await test.call('GET', '/api/products')).toMatchObject({ status: 401 });
    const accountant = await merchant(test, { account_id: owner.account_id, role: 'accountant' });
    expect((await list('', accountant.token)).status).toBe(403);
  });

  it('reads its page from an index, as the application role', async () => {
    const crowd = await merchant(test);
    const crowded = await givenStore(test, crowd.account_id);
    const many = Array.from({ length: 1500 }, (_, n) =>
      shopProduct(`${n}`, [shopVariant(`v${n}`)], { updated_at: new Date(Date.UTC(2026, 9, 1) + n * 60_000) }),
    );
    await applyProducts(test, crowd.account_id, crowded, many);
    await sqlRows(
      test,
      `WITH sold AS (
         SELECT v.account_id, v.id AS variant_id, v.store_id, gen_random_uuid() AS order_id, n FROM store_variants v, generate_series(1, 2) n
         WHERE v.account_id = '${crowd.account_id}'
       ), made AS (
         INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status,
           fulfillment_status, currency, total, country, stage, stage_since, created_at)
         SELECT account_id, order_id, store_id, order_id, '#1', 'api', now() - n * interval '20 days', now(), 'paid', 'unfulfilled', 'USD', 100, 'US',
           'awaiting_payment', now(), now() FROM sold
       )
       INSERT INTO order_lines (account_id, id, order_id, external_id, variant_id, title, quantity, current_quantity, position)
       SELECT account_id, gen_random_uuid(), order_id, 'l', variant_id, 'l', 1, 1, 1 FROM sold`,
    );
    await analyse(test);
    const page = { offset: 0, limit: 10 };
    for (const [tab, index] of [
      ['all', 'store_products_list_idx'],
      ['mapped', 'store_products_tab_idx'],
    ] as const) {
      const plan = await planOf(
        test,
        { account_id: crowd.account_id },
        pageStatement(crowd.account_id, { tab, stores: null, now: new Date() }, page),
      );
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Seq Scan on (store_products|store_variants)\b/);
    }
    for (const [sort, index] of [
      ['title', /Index.*Scan using store_products_title_idx/],
      ['-title', /Index.*Scan Backward using store_products_title_idx/],
      ['price', /Index.*Scan using store_products_price_idx/],
      ['-price', /Index.*Scan using store_products_dear_idx/],
      ['changed', /Index.*Scan Backward using store_products_list_idx/],
      ['-orders', /HashAggregate|GroupAggregate/], // of the account’s last 30 days, once
    ] as const) {
      const filter = { tab: 'all', stores: null, now: new Date() } as const;
      const plan = await planOf(
        test,
        { account_id: crowd.account_id },
        pageStatement(crowd.account_id, filter, page, sort),
      );
      expect(plan).toMatch(index);
      expect(plan).toContain('using order_products_product_idx');
    }
    const quoting = await planOf(
      test,
      { account_id: crowd.account_id },
      pageStatement(crowd.account_id, { tab: 'quoting', stores: null, now: new Date() }, page),
    );
    expect(quoting).not.toMatch(/Seq Scan on (store_products|store_variants)\b/);
    expect((await list('?page=2&per_page=200', crowd.token)).body.meta).toMatchObject({ total: 1500, page: 2 });
  });
});

describe('one product', () => {
  it('answers with its variants in the shop’s order', { tags: ['S7-30'] }, async () => {
    const id = await productId('Moon lamp');
    expect((await test.call('GET', `/api/products/${id}`, { token: owner.token })).body.data).toMatchObject({
      id,
      title: 'Moon lamp',
    });
    const { body } = await test.call('GET', `/api/products/${id}/variants`, { token: owner.token });
    expect(body.data).toMatchObject([
      {
        sku: 'SKU-11',
        price: { amount: 900, currency: 'USD' },
        options: [{ name: 'Color', value: 'Color 11' }],
        mapping_state: 'unmapped',
        components: [],
      },
      { sku: 'SKU-12' },
    ]);
  });

  it('answers 404 for unknown ids', async () => {
    expect((await test.call('GET', `/api/products/${uuid()}`, { token: owner.token })).status).toBe(404);
    expect((await test.call('GET', `/api/products/${uuid()}/variants`, { token: owner.token })).status).toBe(404);
  });
});

describe('mapping', () => {
  const variantsOf = async (title: string) =>
    (await test.call('GET', `/api/products/${await productId(title)}/variants`, { token: owner.token })).body.data;
  const map = (mappings: Parameters<typeof mapVariants>[1]) =>
    inAccount(test, owner.account_id, (ctx) => mapVariants(ctx, mappings));

  it('gives variants versions, and the product its state and cost', async () => {
    const goods = await givenVariant(test, { account_id: owner.account_id, id: store });
    await givenPrice(test, owner.account_id, {
      sku_id: goods.sku_id,
      channel: await givenChannel(test),
      unit_price: 700,
    });
    const [first, second] = await variantsOf('Moon lamp');
    await map([
      { variant_id: first.id, source: 'manual', components: [{ catalog_sku_id: goods.sku_id, quantity: 2 }] },
    ]);
    const half = (await list('?q=moon')).body.data[0];
    expect(half).toMatchObject({
      variants_mapped: 1,
      mapping_state: 'unmapped',
      cost_min: { amount: 1400, currency: 'USD' },
    });
    await map([
      { variant_id: first.id, source: 'manual', components: [{ catalog_sku_id: goods.sku_id, quantity: 1 }] },
      { variant_id: second.id, source: 'manual', components: [{ catalog_sku_id: goods.sku_id, quantity: 3 }] },
    ]);
    expect((await list('?q=moon')).body.data[0]).toMatchObject({
      variants_mapped: 2,
      mapping_state: 'mapped',
      cost_min: { amount: 700 },
      cost_max: { amount: 2100 },
    });
    expect(await variantsOf('Moon lamp')).toMatchObject([
      { mapping_version: 2, components: [{ quantity: 1, sku: { id: goods.sku_id, weight_g: 400 } }] },
      { mapping_version: 1, components: [{ quantity: 3 }] },
    ]);
    expect(await titles('?tab=mapped&q=moon')).toEqual(['Moon lamp']);
  });

  it('numbers versions one after the other when two mappings are made at once', async () => {
    const goods = await givenVariant(test, { account_id: owner.account_id, id: store });
    const make = (quantity: number) =>
      map([
        { variant_id: goods.variant_id, source: 'manual', components: [{ catalog_sku_id: goods.sku_id, quantity }] },
      ]);
    await Promise.all([make(2), make(3), make(4), make(5)]);
    const made = await sqlRows(
      test,
      `SELECT version FROM mappings WHERE variant_id = '${goods.variant_id}' ORDER BY 1`,
    );
    expect(made.map((row) => row.version)).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuses foreign variants, foreign items and quantities of nothing', async () => {
    const [variant] = await variantsOf('Sun hat');
    const shared = (await givenVariant(test, { account_id: owner.account_id, id: store })).sku_id;
    const good = {
      variant_id: variant.id,
      source: 'manual' as const,
      components: [{ catalog_sku_id: shared, quantity: 1 }],
    };
    for (const bad of [
      { ...good, variant_id: uuid() },
      { ...good, components: [] },
      { ...good, components: [{ catalog_sku_id: uuid(), quantity: 1 }] },
      { ...good, components: [{ catalog_sku_id: shared, quantity: 0 }] },
    ]) {
      await expect(map([bad])).rejects.toMatchObject({ code: 'mapping_invalid' });
    }
    await expect(map([good, good])).rejects.toMatchObject({ code: 'mapping_invalid' });
    const foreign = inAccount(test, other.account_id, (ctx) => mapVariants(ctx, [good]));
    await expect(foreign).rejects.toMatchObject({ code: 'mapping_invalid' });
  });
});
