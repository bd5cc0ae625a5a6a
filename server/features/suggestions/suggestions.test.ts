import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sureConfidence } from '#contract/suggestion-rules.ts';
import { productPng } from '#sandbox/shop/picture.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { computeSuggestions } from '#testing/suggestion-stage.ts';

let test: TestApp;
let owner: Person;
let store: string;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id);
});
afterAll(() => test.close());

type Loose = { confidence: number } & { variant: { id: string }; sku: { id: string } };

const call = (method: string, path: string, body?: object, token = owner.token) =>
  test.call(method, path, { token, ...(body && { body }) });
const list = async (query = ''): Promise<Loose[]> => (await call('GET', `/api/suggestions${query}`)).body.data;
const refresh = () => computeSuggestions(test, owner.account_id);

/** SKUs of one thing for this merchant alone, so that tests do not see each other's. */
async function givenSkus(title: string, options: Record<string, string>[]): Promise<{ id: string; code: string }[]> {
  const named = (attributes: Record<string, string>) => [title, ...Object.values(attributes)].join(', ');
  const skus = options.map((attributes) => ({ title: named(attributes), attributes, weight_g: 300 }));
  const body = { title, account_id: owner.account_id, skus };
  const { token } = await staff(test, 'agent');
  return (await test.call('POST', '/api/staff/catalog_products', { token, key: uuid(), body })).body.data.items;
}
/** A picture that is stored and described. */
async function givenPicture(bytes: Buffer): Promise<string> {
  const boundary = 'tradewind-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const { token } = await staff(test, 'agent');
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/staff/catalog_pictures',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return answer.json().data.sha256;
}
const seenOf = (row: Loose | undefined) => ({ variant_id: row?.variant.id, catalog_sku_id: row?.sku.id });
const arrive = (at: string, ...products: ReturnType<typeof shopProduct>[]) =>
  applyProducts(test, owner.account_id, at, products);
const red = (value: string) => [{ name: 'Color', value }];

describe('suggestions', () => {
  it('come by SKU, option words and pictures with a confidence and reasons; those sure enough are accepted at once', {
    tags: ['D2-11'],
  }, async () => {
    const [black, white] = await givenSkus('Walnut Desk Lamp', [{ Color: '黑色' }, { Color: 'White' }]);
    const [clock] = await givenSkus('Silent Wall Clock', [{}]);
    await arrive(
      store,
      shopProduct(
        '1',
        [shopVariant('11', { sku: '', options: red('Schwarz') }), shopVariant('12', { sku: '', options: red('WHT') })],
        { title: 'NORDIK Walnut Desk Lamp' },
      ),
      shopProduct('2', [shopVariant('21', { sku: clock?.code ?? '', options: [] })], {
        title: 'NORDIK Silent Wall Clock',
      }),
      shopProduct('3', [shopVariant('31', { sku: '' })], { title: 'Something else entirely' }),
    );
    await givenPrice(test, owner.account_id, { sku_id: black?.id ?? '', channel: await givenChannel(test) });
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(
        ctx,
        { account_id: owner.account_id, id: store },
        [shopOrder([shopLine({ external_id: '11', sku: '' })])],
        'api',
      ),
    );
    await refresh();
    const found = await list();
    expect(found).toHaveLength(3);
    expect(found.find((row) => row.sku.id === black?.id)).toMatchObject({
      quantity: 1,
      reasons: expect.arrayContaining([{ kind: 'words', pairs: [['Schwarz', '黑色']] }]),
    });
    expect(found.find((row) => row.sku.id === clock?.id)).toMatchObject({
      reasons: expect.arrayContaining([{ kind: 'code', sku: clock?.code }]),
    });
    const suggested = () => call('GET', '/api/products?tab=suggested');
    const [one, ...others] = (await suggested()).body.data;
    expect(others).toHaveLength(1);
    const request = { product_id: one.id, destinations: ['US'] };
    const asked = await test.call('POST', '/api/quotes', { token: owner.token, key: uuid(), body: request });
    expect(asked).toMatchObject({ status: 200 });
    const left = (await suggested()).body; // what is asked for waits for its quote
    expect(left).toMatchObject({
      data: [{ id: others[0].id }],
      meta: { total: 1, counts: { suggested: 1, quoting: 1 } },
    });
    const all = { min_confidence: 0.9, store_id: store };
    const dry = await call('POST', '/api/suggestions/accept_all', { ...all, mode: 'dry_run' });
    expect(dry.body.data).toEqual({ variants: 3, products: 2, committed: false });
    const done = await call('POST', '/api/suggestions/accept_all', { ...all, mode: 'commit' });
    expect(done.body.data).toEqual({ variants: 3, products: 2, committed: true });
    expect(await list()).toEqual([]);
    const products = (await call('GET', '/api/products?tab=mapped')).body.data;
    expect(products).toHaveLength(2);
    const orders = (await call('GET', '/api/shopify_orders')).body.data;
    expect(orders).toMatchObject([{ stage: 'awaiting_payment', blocks: [] }]);
    const kept = await inAccount(test, owner.account_id, ({ db }) =>
      db.selectFrom('mappings').select(['source', 'confidence']).where('account_id', '=', owner.account_id).execute(),
    );
    expect(kept.map((row) => row.source)).toEqual(['suggestion', 'suggestion', 'suggestion']);
    for (const { confidence } of kept) expect(confidence).toBeGreaterThan(0.9);
    expect(white).toBeDefined();
  });

  it('are accepted also while a computation replaces them', async () => {
    const [mug] = await givenSkus('Stone Mug', [{}]);
    await arrive(
      store,
      shopProduct('1', [shopVariant('11', { sku: mug?.code ?? '', options: [] })], { title: 'NORDIK Stone Mug' }),
    );
    await refresh();
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM mapping_suggestions WHERE account_id = '${owner.account_id}'`,
      );
      await other.query(`DELETE FROM mapping_suggestions WHERE account_id = '${owner.account_id}'`);
      await other.query('INSERT INTO mapping_suggestions SELECT * FROM kept');
      const accepting = call('POST', '/api/suggestions/accept_all', { mode: 'commit', min_confidence: 0.5 });
      const waiting =
        'SELECT 1 FROM pg_locks l WHERE NOT l.granted AND pg_backend_pid() = ANY(pg_blocking_pids(l.pid))';
      await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
      await other.query('COMMIT');
      expect((await accepting).body.data).toEqual({ variants: 1, products: 1, committed: true });
    } finally {
      await other.end();
    }
  });

  it('come by the similarity of pictures when the words say nothing', { tags: ['D2-11'] }, async () => {
    const [teapot] = await givenSkus('Glazed Teapot', [{}]);
    const drawing = await productPng('1', { motif: 'tea-set' });
    const shot = await sharp(drawing).resize(420).jpeg({ quality: 70 }).toBuffer();
    const [ours, theirs] = [await givenPicture(drawing), await givenPicture(shot)];
    await arrive(store, shopProduct('1', [shopVariant('11', { sku: '', options: [] })], { title: 'Morning Ritual' }));
    await systemEntry(test).run('all_accounts', async ({ db }) => {
      const { account_id } = owner;
      await db
        .updateTable('catalog_skus')
        .set({ picture: ours })
        .where('id', '=', teapot?.id ?? '')
        .execute();
      await db.updateTable('store_products').set({ picture: theirs }).where('account_id', '=', account_id).execute();
    });
    // described first, computed then: the order that the queue keeps, too
    for (const task of ['image_search_describe', 'suggestions_refresh'])
      await test.app.tasks[task]?.(systemEntry(test), { account_id: owner.account_id });
    const [found] = await list();
    expect(found).toMatchObject({
      sku: { id: teapot?.id },
      reasons: [{ kind: 'picture', percent: expect.any(Number) }],
    });
    expect(found?.confidence).toBeLessThan(sureConfidence);
  });

  it('are accepted one by one, and only as they were seen', async () => {
    await givenSkus('Linen Towel', [{ Color: 'Red' }, { Color: 'Blue' }]);
    await arrive(
      store,
      shopProduct('1', [shopVariant('11', { sku: '', options: red('Rot') })], { title: 'Linen Towel' }),
    );
    await refresh();
    const [row] = await list();
    const other = { ...seenOf(row), catalog_sku_id: owner.account_id };
    expect((await call('POST', '/api/suggestions/accept', { items: [other] })).body).toMatchObject({
      status: 422,
      code: 'suggestion_gone',
    });
    expect((await call('POST', '/api/suggestions/accept', { items: [seenOf(row)] })).body.data).toEqual({
      accepted: 1,
    });
    expect((await call('POST', '/api/suggestions/accept', { items: [seenOf(row)] })).body).toMatchObject({
      code: 'suggestion_gone',
    });
  });

  it('do not come back when they were dismissed', async () => {
    await givenSkus('Clay Pot', [{}]);
    await arrive(store, shopProduct('1', [shopVariant('11', { sku: '', options: [] })], { title: 'Clay Pot' }));
    await refresh();
    expect((await call('POST', '/api/suggestions/dismiss', { items: [seenOf((await list())[0])] })).status).toBe(200);
    expect(await list()).toEqual([]);
    await refresh();
    expect(await list()).toEqual([]);
    expect((await call('GET', '/api/products')).body.data).toMatchObject([{ mapping_state: 'unmapped' }]);
  });

  it('go when what they rest on goes', async () => {
    const [sku] = await givenSkus('Cork Mat', [{}]);
    await arrive(store, shopProduct('1', [shopVariant('11', { sku: '', options: [] })], { title: 'Cork Mat' }));
    await refresh();
    expect(await list()).toHaveLength(1);
    await systemEntry(test).run('all_accounts', ({ db }) =>
      db
        .updateTable('catalog_skus')
        .set({ status: 'discontinued' })
        .where('id', '=', sku?.id ?? '')
        .execute(),
    );
    await refresh();
    expect(await list()).toEqual([]);
  });

  it('take a blank SKU, or one that two variants share, for no proof', async () => {
    const [sku] = await givenSkus('Oak Shelf', [{ Size: '40 cm' }, { Size: '60 cm' }]);
    const twice = { sku: sku?.code ?? '', options: [] };
    await arrive(
      store,
      shopProduct('1', [shopVariant('11', twice), shopVariant('12', twice)], { title: 'Nothing alike' }),
    );
    await arrive(store, shopProduct('2', [shopVariant('21', { sku: '', options: [] })], { title: 'Nothing like it' }));
    await refresh();
    expect(await list()).toEqual([]);
  });

  it('know a SKU that another store of the merchant has mapped', async () => {
    const [sku] = await givenSkus('Hemp Rope', [{}]);
    await arrive(store, shopProduct('1', [shopVariant('11', { sku: 'OWN-1', options: [] })], { title: 'Hemp Rope' }));
    await refresh();
    await call('POST', '/api/suggestions/accept_all', { mode: 'commit', min_confidence: 0.5 });
    const second = await givenStore(test, owner.account_id);
    await arrive(
      second,
      shopProduct('1', [shopVariant('11', { sku: 'OWN-1', options: [] })], { title: 'Rope of Hemp' }),
    );
    await refresh();
    expect(await list()).toMatchObject([
      { sku: { id: sku?.id }, reasons: expect.arrayContaining([{ kind: 'known', sku: 'OWN-1' }]) },
    ]);
  });

  it('show and accept only what is in the member’s stores', async () => {
    await givenSkus('Wool Rug', [{}]);
    await arrive(store, shopProduct('1', [shopVariant('11', { sku: '', options: [] })], { title: 'Wool Rug' }));
    await refresh();
    const [row] = await list();
    const elsewhere = await givenStore(test, owner.account_id);
    const member = await merchant(test, { account_id: owner.account_id, role: 'operations', stores: [elsewhere] });
    const stranger = await merchant(test);
    for (const { token } of [member, stranger]) {
      expect((await call('GET', '/api/suggestions', undefined, token)).body.data).toEqual([]);
      const answer = await call('POST', '/api/suggestions/accept', { items: [seenOf(row)] }, token);
      expect([404, 422]).toContain(answer.status);
      const all = await call('POST', '/api/suggestions/accept_all', { mode: 'commit', min_confidence: 0.5 }, token);
      expect(all.body.data).toMatchObject({ variants: 0 });
    }
    expect((await call('GET', `/api/suggestions?store_id=${store}`, undefined, member.token)).status).toBe(404);
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await call('POST', '/api/suggestions/dismiss', { items: [seenOf(row)] }, viewer.token)).status).toBe(403);
    expect(await list()).toHaveLength(1);
  });
});

describe('words of options', () => {
  it('are the provider’s, edited by staff, and the merchant’s own, which win', async () => {
    const agent = await staff(test, 'agent');
    await givenSkus('Felt Hat', [{ Color: 'Beige' }, { Color: 'Green' }]);
    await arrive(
      store,
      shopProduct('1', [shopVariant('11', { sku: '', options: red('Wüstensturm') })], { title: 'Felt Hat' }),
    );
    await refresh();
    expect(await list()).toEqual([]);
    const word = { kind: 'color', word: ' WÜSTENSTURM ', meaning: 'Beige' };
    const added = await call('POST', '/api/option_words', word);
    expect(added.body.data).toMatchObject({ word: 'wustensturm', meaning: 'beige', own: true });
    expect((await call('POST', '/api/option_words', word)).body).toMatchObject({
      code: 'word_taken',
      errors: { word: [expect.any(String)] },
    });
    expect((await call('POST', '/api/option_words', { ...word, word: '!!' })).body.code).toBe('invalid_input');
    await refresh();
    expect(await list()).toMatchObject([{ sku: { title: 'Felt Hat, Beige' } }]);
    const own = (await call('GET', '/api/option_words?q=wusten')).body;
    expect(own).toMatchObject({ meta: { total: 1 }, data: [{ own: true }] });
    expect((await call('DELETE', `/api/option_words/${added.body.data.id}`)).status).toBe(200);
    expect((await call('DELETE', `/api/option_words/${added.body.data.id}`)).status).toBe(404);

    const shared = await call('POST', '/api/staff/option_words', { ...word, word: 'Wanderdüne' }, agent.token);
    expect(shared.body.data).toMatchObject({ own: false });
    expect(
      (await call('POST', '/api/staff/option_words', { ...word, word: 'Wanderdüne' }, agent.token)).body.code,
    ).toBe('word_taken');
    expect(
      (await call('GET', '/api/staff/option_words?kind=color&q=wander', undefined, agent.token)).body.meta.total,
    ).toBe(1);
    expect((await call('GET', '/api/option_words?q=wander')).body.data).toMatchObject([{ own: false }]);
    expect((await call('DELETE', `/api/option_words/${shared.body.data.id}`)).status).toBe(404);
    expect(
      (await call('DELETE', `/api/staff/option_words/${shared.body.data.id}`, undefined, agent.token)).status,
    ).toBe(200);
    expect(
      (await call('DELETE', `/api/staff/option_words/${shared.body.data.id}`, undefined, agent.token)).status,
    ).toBe(404);
  });
});
