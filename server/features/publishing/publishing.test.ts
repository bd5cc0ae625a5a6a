import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from '#contract/publishing-rules.ts';
import { ShopError } from '#server/connectors/connector.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenChannel, givenPrice, givenStore, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';
import { deliverPublication, draftOf, type Publishing } from './publishing-send.service.ts';

let stage: StoreStage;
let owner: Person;
let store: string;
let product: string;
let skus: { id: string; code: string }[];
const domain = 'publish-here.myshopify.com';
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createShop({ domain, currency: 'USD' });
  store = await stage.connect(owner, domain);
  [product, skus] = await catalogProduct('Moon lamp');
});
afterAll(() => stage.close());

const call = (method: 'GET' | 'POST', path: string, body?: object, token = owner.token) =>
  stage.test.call(method, path, { token, ...(body && { body, key: uuid() }) });

/** A product of the catalogue with two sizes, of which the merchant has a price for one. */
async function catalogProduct(title: string): Promise<[string, { id: string; code: string }[]]> {
  const agent = await staff(stage.test, 'agent');
  const of = (size: string) => ({ title: `${title}, ${size}`, weight_g: 400, attributes: { Size: size } });
  const made = await stage.test.call('POST', '/api/staff/catalog_products', {
    token: agent.token,
    key: uuid(),
    body: { title, description: 'Shines.\n\nSoft & <warm>.', skus: [of('15 cm'), of('20 cm')] },
  });
  const { id, items } = made.body.data;
  const channel = await givenChannel(stage.test);
  await givenPrice(stage.test, owner.account_id, { sku_id: items[0].id, channel, unit_price: 620 });
  return [id, items];
}
const bodyOf = (catalog_product_id: string, items: { id: string }[], more: object = {}) => ({
  catalog_product_id,
  store_id: store,
  title: 'Moon lamp, warm light',
  description: 'Shines.\n\nSoft & <warm>.',
  items: items.map((sku, at) => ({ catalog_sku_id: sku.id, price: 1999 + at * 500 })),
  ...more,
});
const shopProducts = async (title: string) => (await stage.shops.products(domain)).filter((one) => one.title === title);
const publication = async (id: string) =>
  (await call('GET', '/api/publications')).body.data.find((one: { id: string }) => one.id === id);
const mappingsOf = (productId: string) =>
  sqlRows(
    stage.test,
    `SELECT v.sku, m.source, m.version, k.code FROM store_variants v JOIN mappings m ON m.variant_id = v.id
     JOIN mapping_components c ON c.variant_id = m.variant_id AND c.version = m.version JOIN catalog_skus k ON k.id = c.catalog_sku_id
     WHERE v.product_id = '${productId}' ORDER BY v.sku`,
  );
const born = (items: { code: string }[]) =>
  items.map(({ code }) => ({ sku: code, source: 'published', version: 1, code }));
const webhooks = async () => {
  await stage.shops.settled(domain);
  await stage.run();
};

function dyingPublisher(): Publishing['publisher'] {
  const { publisher } = stage.kit().shopify;
  return {
    ...publisher,
    async make(...args) {
      await publisher.make(...args);
      throw new Error('the process died');
    },
  };
}

/** Sends a publication; without another publisher the process dies once the shop has made the product. */
function send(id: string, publisher: Publishing['publisher'] = dyingPublisher()) {
  const payload = { account_id: owner.account_id, publication_id: id };
  return deliverPublication({ publisher, picturesAt: null })(systemEntry(stage.test), {
    id,
    account_id: owner.account_id,
    key: id,
    payload,
  });
}

describe('a catalogue product', () => {
  it('is put into a store once, with prices and weights, and is mapped from birth, whoever reports it', {
    tags: ['D2-14'],
  }, async () => {
    const made = await call('POST', '/api/publications', bodyOf(product, skus));
    expect(made).toMatchObject({ status: 200, body: { data: { state: 'waiting', variants: 2, status: 'draft' } } });
    await stage.run();
    const [there, second] = await shopProducts('Moon lamp, warm light');
    expect(second).toBeUndefined();
    expect(there).toMatchObject({
      status: 'DRAFT',
      description: '<p>Shines.</p><p>Soft &amp; &lt;warm&gt;.</p>',
      options: [{ name: 'Size', values: [{ name: '15 cm' }, { name: '20 cm' }] }],
      variants: [
        { sku: skus[0]?.code, price: 1999, cost: 620, grams: 400 },
        { sku: skus[1]?.code, price: 2499, cost: null },
      ],
    });
    const arrived = await publication(made.body.data.id);
    expect(arrived).toMatchObject({ state: 'published', reason: null, price_min: { amount: 1999, currency: 'USD' } });
    expect(await mappingsOf(arrived.product_id)).toEqual(born(skus));
    await webhooks(); // reports the same product
    expect(await mappingsOf(arrived.product_id)).toEqual(born(skus));
    const twice = await call('POST', '/api/publications', bodyOf(product, skus));
    expect(twice).toMatchObject({ status: 422, body: { code: 'publishing_refused' } });
    expect((await call('GET', `/api/products/${arrived.product_id}/variants`)).body.data[0]).toMatchObject({
      mapping_state: 'mapped',
      source: 'published',
    });
  });

  it('is made once when the process dies between the shop’s answer and our commit', { tags: ['D2-14'] }, async () => {
    const [id, items] = await catalogProduct('Dawn lamp');
    const made = await call('POST', '/api/publications', bodyOf(id, items, { title: 'Dawn lamp' }));
    await stage.shops.setFault(domain, { kind: 'hook_lost', mode: 'always' });
    await expect(send(made.body.data.id)).rejects.toThrow('the process died');
    expect(await shopProducts('Dawn lamp')).toHaveLength(1);
    expect(await publication(made.body.data.id)).toMatchObject({ state: 'waiting' });
    await stage.run(); // the outbox tries again
    await stage.shops.clearFaults(domain);
    expect(await shopProducts('Dawn lamp')).toHaveLength(1);
    const arrived = await publication(made.body.data.id);
    expect(arrived.state).toBe('published');
    expect(await mappingsOf(arrived.product_id)).toEqual(born(items));
  });

  it('is mapped by its webhook when the shop’s answer is lost', { tags: ['D2-14'] }, async () => {
    const [id, items] = await catalogProduct('Dusk lamp');
    const made = await call('POST', '/api/publications', bodyOf(id, items, { title: 'Dusk lamp' }));
    const { publisher } = stage.kit().shopify;
    const find: typeof publisher.find = async (...asked) => {
      const found = await publisher.find(...asked);
      await stage.shops.setFault(domain, { kind: 'lost_answer', mode: 'next', count: 1 });
      return found;
    };
    await expect(send(made.body.data.id, { ...publisher, find })).rejects.toThrow('did not answer');
    expect(await publication(made.body.data.id)).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('did not answer'),
    });
    await sqlRows(stage.test, `UPDATE outbox SET state = 'sent' WHERE key = 'publish:${made.body.data.id}'`);
    await webhooks();
    const arrived = await publication(made.body.data.id);
    expect(arrived).toMatchObject({ state: 'published', reason: null });
    expect(await mappingsOf(arrived.product_id)).toEqual(born(items));
    expect(await send(made.body.data.id)).toEqual({ skipped: 'it is in the shop already' });
    expect(await shopProducts('Dusk lamp')).toHaveLength(1);
  });

  it('that the shop refuses says why, and can be tried again', async () => {
    const [id, items] = await catalogProduct('Odd lamp');
    const made = await call('POST', '/api/publications', bodyOf(id, items, { title: 'Odd lamp' }));
    const refusing = {
      ...stage.kit().shopify.publisher,
      make: () => Promise.reject(new ShopError('refused', 'The shop refused the product: Too odd.')),
    };
    await expect(send(made.body.data.id, refusing)).rejects.toThrow('Too odd');
    await sqlRows(stage.test, `UPDATE outbox SET state = 'failed' WHERE key = 'publish:${made.body.data.id}'`);
    expect(await publication(made.body.data.id)).toMatchObject({
      state: 'failed',
      reason: 'The shop refused the product: Too odd.',
    });
    const retried = await call('POST', `/api/publications/${made.body.data.id}/retry`, {});
    expect(retried.body.data).toMatchObject({ state: 'waiting', reason: null });
    expect(await call('POST', `/api/publications/${made.body.data.id}/retry`, {})).toMatchObject({ status: 422 });
    await stage.run();
    expect((await publication(made.body.data.id)).state).toBe('published');
    // Removed at the shop, it may be put there again.
    const [there] = await shopProducts('Odd lamp');
    await stage.shops.removeProduct(domain, there?.id ?? '');
    await webhooks();
    expect((await publication(made.body.data.id)).state).toBe('removed');
    expect((await call('POST', '/api/publications', bodyOf(id, items, { title: 'Odd lamp' }))).status).toBe(200);
  });

  it('goes only into stores that can take it, and says what is to be done about the others', async () => {
    const [id, items] = await catalogProduct('Shy lamp');
    const file = await givenStore(stage.test, owner.account_id, { platform: 'file', name: 'By file' });
    const old = await givenStore(stage.test, owner.account_id, { name: 'Older store' });
    const states = (await call('GET', '/api/publishing/stores')).body.data.map(
      (one: { name: string; state: string }) => [one.name, one.state],
    );
    expect(new Map(states)).toEqual(
      new Map([
        ['Publish Here', 'ready'],
        ['By file', 'cannot'],
        ['Older store', 'needs_scope'],
      ]),
    );
    const into = (store_id: string, more: object = {}) =>
      call('POST', '/api/publications', bodyOf(id, items, { store_id, ...more }));
    expect((await into(old)).body).toMatchObject({
      code: 'publishing_refused',
      message: expect.stringContaining('Re-authorize it on the Store page'),
    });
    expect((await into(file)).body.message).toContain('Choose a Shopify store');
    await sqlRows(stage.test, `UPDATE stores SET status = 'disconnected' WHERE id = '${old}'`);
    expect((await into(old)).body.code).toBe('store_not_connected');
    const none = [{ catalog_sku_id: items[0]?.id, price: 0 }];
    expect(await into(store, { items: none })).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(await into(store, { items: [{ catalog_sku_id: skus[0]?.id, price: 5 }] })).toMatchObject({ status: 422 });
    await sqlRows(stage.test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${items[0]?.id}'`);
    expect((await into(store)).body.message).toContain('is discontinued');
    const stranger = await merchant(stage.test);
    expect(await call('POST', '/api/publications', bodyOf(id, items), stranger.token)).toMatchObject({ status: 404 });
    expect((await call('GET', '/api/publications', undefined, stranger.token)).body.data).toEqual([]);
    const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
    expect(await call('POST', '/api/publications', bodyOf(id, items), viewer.token)).toMatchObject({ status: 403 });
  });

  it('has options that tell its SKUs apart, whatever they are called', async () => {
    const sku = (title: string, attributes: Record<string, string>) => ({
      id: title,
      code: `TW-${title}`,
      title,
      attributes,
      weight_g: 1,
      picture: null,
      discontinued: false,
      cost: null,
      cost_currency: null,
    });
    const draft = (...list: ReturnType<typeof sku>[]) => {
      const items = list.map((one) => ({ catalog_sku_id: one.id, price: 100 }));
      const { options, variants } = draftOf(
        {
          id: '1',
          state: 'waiting',
          store_id: '1',
          catalog_product_id: '1',
          handle: 'x',
          title: 'X',
          description: '',
          status: 'draft',
          currency: 'USD',
          items,
        },
        list,
        [],
      );
      return [options, variants.map((variant) => variant.values)];
    };
    expect(draft(sku('a', {}))).toEqual([['Title'], [['Default Title']]]);
    expect(draft(sku('a', { Color: 'red' }), sku('b', { Size: 'L' }))).toEqual([
      ['Color', 'Size'],
      [
        ['red', '–'],
        ['–', 'L'],
      ],
    ]);
    expect(draft(sku('a', {}), sku('b', {}))).toEqual([['Style'], [['a'], ['b']]]);
    expect([
      priceOf(620, 250, false),
      priceOf(620, 250, true),
      priceOf(799, 100, true),
      priceOf(800, 100, true),
    ]).toEqual([1550, 1599, 799, 899]);
  });
});
