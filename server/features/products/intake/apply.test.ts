import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { removeShopProduct } from './apply.service.ts';
import { mapVariants } from '../mapping/map-variants.service.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
});
afterAll(() => test.close());

const at = (minutes: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + minutes * 60_000);
const get = async (path: string) => (await test.call('GET', path, { token: owner.token })).body.data;
const productsOf = (store: string) => get(`/api/products?store_id=${store}`);
const variantsOf = async (store: string) => get(`/api/products/${(await productsOf(store))[0].id}/variants`);
const ordersOf = (store: string) => get(`/api/shopify_orders?store_id=${store}`);
const apply = (store: string, ...products: ReturnType<typeof shopProduct>[]) =>
  applyProducts(test, owner.account_id, store, products);
const newStore = () => givenStore(test, owner.account_id);

async function mappedProduct() {
  const store = await newStore();
  const { sku_id } = await givenVariant(test, { account_id: owner.account_id, id: await newStore() });
  await givenPrice(test, owner.account_id, { sku_id, channel: await givenChannel(test) });
  await apply(store, shopProduct('1', [shopVariant('11')]));
  const [variant] = await variantsOf(store);
  const components = [{ catalog_sku_id: sku_id, quantity: 1 }];
  await inAccount(test, owner.account_id, async (ctx) => {
    await mapVariants(ctx, [{ variant_id: variant.id, source: 'manual', components }]);
    await applyShopOrders(
      ctx,
      { account_id: owner.account_id, id: store },
      [shopOrder([shopLine({ external_id: '11', sku: 'SKU-11' })])],
      'api',
    );
  });
  return { store, sku_id };
}

describe('products from a shop', () => {
  it('keep only addresses that a browser may be sent to (L7)', async () => {
    const store = await newStore();
    const harmful = { url: 'javascript:alert(1)', image_url: 'data:image/svg+xml,x' };
    const variant = shopVariant('11', { image_url: 'file:///etc/passwd' });
    const line = shopLine({ external_id: '11', sku: 'SKU-11' }, { image_url: 'javascript:alert(1)' });
    await apply(store, shopProduct('1', [variant], harmful), shopProduct('2', [], { url: 'https://shop.example/2' }));
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [shopOrder([line])], 'api'),
    );
    const kept = await sqlRows(
      test,
      `SELECT p.external_id, p.url, p.image_url, v.image_url AS variant_image, l.image_url AS line_image
       FROM store_products p LEFT JOIN store_variants v ON v.product_id = p.id LEFT JOIN order_lines l ON l.variant_id = v.id
       WHERE p.store_id = '${store}' ORDER BY p.external_id`,
    );
    const nothing = { image_url: null, variant_image: null, line_image: null };
    expect(kept).toEqual([
      { external_id: '1', url: null, ...nothing },
      { external_id: '2', url: 'https://shop.example/2', ...nothing },
    ]);
  });

  it('arrive once, however often they are told', async () => {
    const store = await newStore();
    const product = shopProduct('1', [shopVariant('11'), shopVariant('12')]);
    expect(await apply(store, product, product)).toEqual({ created: 1, updated: 0, unchanged: 1 });
    expect(await apply(store, product)).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await productsOf(store)).toHaveLength(1);
  });

  it('ignores older news, also for variants', async () => {
    const store = await newStore();
    await apply(store, shopProduct('1', [shopVariant('11', { price: 500 })], { title: 'New', updated_at: at(10) }));
    const old = shopProduct('1', [shopVariant('11', { price: 100 }), shopVariant('99')], {
      title: 'Old',
      updated_at: at(5),
    });
    expect(await apply(store, old)).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await productsOf(store)).toMatchObject([{ title: 'New', variants: 1, price_min: { amount: 500 } }]);
    const newer = shopProduct('1', [shopVariant('11', { price: 700 })], { title: 'Newer', updated_at: at(20) });
    expect(await apply(store, newer)).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(await productsOf(store)).toMatchObject([{ title: 'Newer', price_min: { amount: 700 } }]);
  });

  it('sees that only a variant changed within the same second', async () => {
    const store = await newStore();
    await apply(store, shopProduct('1', [shopVariant('11', { price: 500 })]));
    expect(await apply(store, shopProduct('1', [shopVariant('11', { price: 501 })]))).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    });
    expect(await productsOf(store)).toMatchObject([{ price_min: { amount: 501 } }]);
  });

  it('marks variants that are gone and takes them back', async () => {
    const store = await newStore();
    await apply(store, shopProduct('1', [shopVariant('11'), shopVariant('12')]));
    await apply(store, shopProduct('1', [shopVariant('12')], { updated_at: at(1) }));
    expect((await variantsOf(store)).map((variant: { sku: string }) => variant.sku)).toEqual(['SKU-12']);
    await apply(store, shopProduct('1', [shopVariant('11'), shopVariant('12')], { updated_at: at(2) }));
    expect(await variantsOf(store)).toHaveLength(2);
  });

  it('keeps variants that a partial source does not name', async () => {
    const store = await newStore();
    await apply(store, shopProduct('1', [shopVariant('11'), shopVariant('12')]));
    await applyProducts(test, owner.account_id, store, [shopProduct('1', [shopVariant('12')], { updated_at: at(1) })], {
      partial: true,
    });
    expect(await variantsOf(store)).toHaveLength(2);
  });

  it('removes a deleted product from the list and brings it back when the shop does', async () => {
    const store = await newStore();
    await apply(store, shopProduct('1', [shopVariant('11')]));
    await inAccount(test, owner.account_id, (ctx) =>
      removeShopProduct(ctx, { account_id: owner.account_id, id: store }, '1'),
    );
    await inAccount(test, owner.account_id, (ctx) =>
      removeShopProduct(ctx, { account_id: owner.account_id, id: store }, '1'),
    );
    expect(await productsOf(store)).toEqual([]);
    await apply(store, shopProduct('1', [shopVariant('11')], { updated_at: at(1) }));
    expect(await productsOf(store)).toMatchObject([{ variants: 1 }]);
  });

  it('links order lines that waited for their variant', async () => {
    const store = await newStore();
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        { account_id: owner.account_id, id: store },
        [shopOrder([shopLine({ external_id: '11', sku: 'SKU-11' })])],
        'api',
      ),
    );
    await apply(store, shopProduct('1', [shopVariant('11')]));
    expect(await productsOf(store)).toMatchObject([{ orders_30d: 1, orders_waiting: 1 }]);
    expect(await ordersOf(store)).toMatchObject([{ stage: 'imported', blocks: [{ code: 'UNMAPPED_VARIANT' }] }]);
  });

  it('counts neither cancelled orders nor things that are not shipped', async () => {
    const store = await newStore();
    await apply(store, shopProduct('1', [shopVariant('11'), shopVariant('12', { requires_shipping: false })]));
    const line = shopLine({ external_id: '11', sku: 'SKU-11' });
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        { account_id: owner.account_id, id: store },
        [shopOrder([line], { cancelled_at: at(3) })],
        'api',
      ),
    );
    expect(await productsOf(store)).toMatchObject([{ variants: 1, orders_30d: 0, orders_waiting: 0 }]);
  });
});

describe('a confirmed mapping', () => {
  it('goes to review when title, options or SKU change, with the open orders, and back when they are as before', async () => {
    const { store } = await mappedProduct();
    expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', blocks: [] }]);
    const changes = [{ title: 'Other' }, { sku: 'OTHER' }, { options: [{ name: 'Color', value: 'Red' }] }];
    for (const [index, change] of changes.entries()) {
      await apply(store, shopProduct('1', [shopVariant('11', change)], { updated_at: at(2 * index + 1) }));
      expect(await productsOf(store)).toMatchObject([{ mapping_state: 'needs_review' }]);
      expect(await ordersOf(store)).toMatchObject([{ blocks: [{ code: 'MAPPING_CHANGED' }] }]);
      await apply(store, shopProduct('1', [shopVariant('11')], { updated_at: at(2 * index + 2) }));
      expect(await productsOf(store)).toMatchObject([{ mapping_state: 'mapped' }]);
      expect(await ordersOf(store)).toMatchObject([{ stage: 'awaiting_payment', blocks: [] }]);
    }
  });

  it('stays when only price or weight change', async () => {
    const { store } = await mappedProduct();
    await apply(store, shopProduct('1', [shopVariant('11', { price: 1, weight_g: 2 })], { updated_at: at(1) }));
    expect(await productsOf(store)).toMatchObject([{ mapping_state: 'mapped' }]);
  });

  it('goes to review when its item is discontinued', async () => {
    const { store, sku_id } = await mappedProduct();
    await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${sku_id}'`);
    await apply(store, shopProduct('1', [shopVariant('11', { price: 5 })], { updated_at: at(1) }));
    expect(await productsOf(store)).toMatchObject([{ mapping_state: 'needs_review' }]);
  });
});
