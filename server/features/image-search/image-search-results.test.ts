import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bandOf } from '#contract/image-search-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows, enqueueTask } from '#testing/sql-rows.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { catalogPicture, describeAll, keepPicture, ownPicture, priceSku, searchBy } from '#testing/picture-fixtures.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';
import { givenStock, shared as provider } from '#testing/stock-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let me: Person;
let stores: [string, string];
const [lamp, blueLamp, , mug, , , chair] = drawProducts(9, 'results');
const drawn = (product: typeof lamp) => {
  if (!product) throw new Error('too few drawings');
  return product;
};
let shared: Awaited<ReturnType<typeof catalogPicture>>;
beforeAll(async () => {
  test = await startTestApp();
  me = await merchant(test);
  stores = [await givenStore(test, me.account_id), await givenStore(test, me.account_id, { name: 'Second shop' })];
  shared = await catalogPicture(test, drawn(lamp), 'Lamp');
  await catalogPicture(test, drawn(blueLamp), 'Lamp of another colour');
  await ownPicture(test, me.account_id, stores[0], '1', drawn(lamp));
  await ownPicture(test, me.account_id, stores[1], '2', drawn(lamp));
  await ownPicture(test, me.account_id, stores[1], '3', drawn(mug));
  const other = await merchant(test);
  await ownPicture(test, other.account_id, await givenStore(test, other.account_id), '4', drawn(lamp));
  await catalogPicture(test, drawn(chair), 'Chair made for another', other.account_id);
  await describeAll(test);
});
afterAll(() => test.close());

const searched = async (product: typeof lamp, who = me): Promise<string> =>
  (await searchBy(test, who.token, await pictureOf(drawn(product)))).body.data.id;
const results = async (id: string, query = '', who = me) =>
  (await test.call('GET', `/api/image_searches/${id}/results${query}`, { token: who.token })).body.data;
type Hit = { kind: string; title: string; similarity: number };

describe('results', () => {
  it('are of the catalogue and of own products in bands of similarity, and nobody else’s', {
    tags: ['D4-02'],
  }, async () => {
    const found: Hit[] = await results(await searched(lamp));
    const same = found.filter((hit) => bandOf(hit.similarity) === 'same').map((hit) => `${hit.kind} ${hit.title}`);
    expect(same.sort()).toEqual(['catalog Lamp', 'own Product 1', 'own Product 2']);
    expect(found.filter((hit) => hit.title === 'Product 4')).toEqual([]);
    expect(found.map((hit) => hit.similarity)).toEqual(found.map((hit) => hit.similarity).toSorted((a, b) => b - a));
    const forAnother: Hit[] = await results(await searched(chair));
    expect(forAnother.filter((hit) => bandOf(hit.similarity) === 'same')).toEqual([]);
    const scoped = await merchant(test, { account_id: me.account_id, role: 'sourcing', stores: [stores[0]] });
    const seen: Hit[] = await results(await searched(lamp, scoped), '?among=own', scoped);
    expect(seen.map((hit) => hit.title)).toEqual(['Product 1']);
  });

  it('are narrowed to the catalogue, own products, and what has a price', async () => {
    const id = await searched(lamp);
    const kinds = (found: Hit[]) => [...new Set(found.map((hit) => hit.kind))];
    expect(kinds(await results(id, '?among=catalog'))).toEqual(['catalog']);
    expect(kinds(await results(id, '?among=own'))).toEqual(['own']);
    expect(await results(id, '?priced=1')).toEqual([]);
    await priceSku(test, me.account_id, shared.id, 420);
    expect(await results(id, '?priced=1')).toMatchObject([{ title: 'Lamp', price: { amount: 420, currency: 'USD' } }]);
    expect(
      await test.call('GET', `/api/image_searches/${id}/results?among=all_of_it`, { token: me.token }),
    ).toMatchObject({ status: 400 });
  });

  it('are found by each picture of a product, and narrowed to what could be sent today', async () => {
    const [cup, cupFromBelow] = [drawProducts(12, 'cups')[0], drawProducts(12, 'cups')[6]];
    const sku = await catalogPicture(test, drawn(cup), 'Cup');
    await sqlRows(
      test,
      `INSERT INTO catalog_pictures (product_id, position, picture) SELECT product_id, 1, '${await keepPicture(test, drawn(cupFromBelow))}' FROM catalog_skus WHERE id = '${sku.id}'`,
    );
    await describeAll(test);
    const id = await searched(cupFromBelow);
    const same = async (query = '') =>
      ((await results(id, query)) as Hit[]).filter((hit) => bandOf(hit.similarity) === 'same').map((hit) => hit.title);
    expect(await same()).toEqual(['Cup']);
    expect(await same('?in_stock=1')).toEqual([]);
    await givenStock(test, provider, sku.id, 5);
    expect(await same('?in_stock=1')).toEqual(['Cup']);
    await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${sku.id}'`);
    expect(await same()).toEqual([]);
  });

  it('follow the crop', async () => {
    const id = await searched(lamp);
    const crop = { left: 0.1, top: 0.05, width: 0.85, height: 0.9 };
    const put = (body: object) => test.call('PUT', `/api/image_searches/${id}/crop`, { token: me.token, body });
    const answer = await put({ crop });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, thumbnail: expect.stringMatching(/^data:image\/webp;base64,/) } },
    });
    expect(answer.body.data.crop.width).toBeCloseTo(0.85);
    expect((await results(id))[0].similarity).toBeGreaterThan(0.75);
    expect(await put({ crop: { left: 0.5, top: 0, width: 0.6, height: 1 } })).toMatchObject({ status: 422 });
    expect(await put({ crop: { left: 0, top: 0, width: 0, height: 1 } })).toMatchObject({ status: 422 });
  });
});

describe('asking for a price', () => {
  it('sends the part of the picture along, and the agent answers it like any request', async () => {
    const id = await searched(mug);
    const ask = (body: object, key = uuid()) =>
      test.call('POST', `/api/image_searches/${id}/inquiry`, { token: me.token, key, body });
    const made = await ask({ title: 'A mug like this', destinations: ['DE'], note: 'With a lid' });
    expect(made).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'submitted',
          title: 'A mug like this',
          product_id: null,
          picture_url: expect.stringMatching(/^\/api\/pictures\//),
        },
      },
    });
    const agent = await staff(test, 'agent');
    const asStaff = await test.call('GET', `/api/staff/quotes/${me.account_id}/${made.body.data.id}`, {
      token: agent.token,
    });
    expect(asStaff.body.data).toMatchObject({
      picture_url: made.body.data.picture_url,
      items: [{ line: 1, variant_id: null }],
    });
    const picture = await test.app.fastify.inject({ method: 'GET', url: made.body.data.picture_url });
    expect(picture.headers['content-type']).toBe('image/webp');
    const ofSku = await ask({ title: 'Lamp', destinations: ['US'], catalog_sku_id: shared.id });
    expect(ofSku.body.data).toMatchObject({
      title: `${shared.code} · Lamp`,
      picture_url: `/api/pictures/${shared.picture}`,
    });
    expect(await ask({ title: 'Lamp', destinations: ['US'], catalog_sku_id: uuid() })).toMatchObject({ status: 404 });
    expect(await ask({ title: '', destinations: ['US'] })).toMatchObject({ status: 422 });
    expect(await ask({ title: 'Lamp', destinations: [] })).toMatchObject({ status: 422 });
  });
});

describe('my searches', () => {
  it('are kept for 90 days per member, opened again, and deleted one by one or all at once', {
    tags: ['D4-04'],
  }, async () => {
    const mine = await merchant(test, { account_id: me.account_id, role: 'manager' });
    const [first, second] = [await searched(lamp, mine), await searched(mug, mine)];
    const list = async () => (await test.call('GET', '/api/image_searches', { token: mine.token })).body;
    const call = (method: string, path: string) =>
      test.call(method, `/api/image_searches/${path}`, { token: mine.token });
    expect(await list()).toMatchObject({ data: [{ id: second }, { id: first }], meta: { total: 2 } });
    expect(await call('GET', first)).toMatchObject({ status: 200, body: { data: { id: first, width: 480 } } });
    const link = await call('POST', `${first}/picture`);
    expect((await test.app.fastify.inject({ method: 'GET', url: link.body.data.url })).headers['content-type']).toBe(
      'image/webp',
    );
    expect(await call('DELETE', first)).toMatchObject({ status: 200, body: { data: { done: true } } });
    expect([await call('GET', first), await call('DELETE', first)]).toMatchObject([{ status: 404 }, { status: 404 }]);
    await searched(lamp, mine);
    const all = await test.call('DELETE', '/api/image_searches', { token: mine.token });
    expect([all.body.data, (await list()).data]).toEqual([{ deleted: 2 }, []]);
    const left = await searched(lamp, mine);
    test.clock.advance(91 * 86_400_000);
    await sqlRows(
      test,
      `UPDATE sessions SET last_seen_at = '2027-12-01', expires_at = '2028-12-01' WHERE user_id = '${mine.user_id}'`,
    );
    expect((await list()).data).toEqual([]);
    await enqueueTask(test, 'files_sweep');
    await runTasks(test);
    expect(await sqlRows(test, `SELECT id FROM image_searches WHERE id = '${left}'`)).toEqual([]);
    expect(
      await sqlRows(test, `SELECT id FROM files WHERE purpose = 'image_search' AND created_by = '${mine.user_id}'`),
    ).toEqual([]);
  });
});
