import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { describeAll, givenPrice, ownPicture } from '#testing/picture-fixtures.ts';
import { drawProducts } from '#testing/product-pictures.ts';

let test: TestApp;
let me: Person;
const [lamp, , , mug] = drawProducts(9, 'twins');
beforeAll(async () => {
  test = await startTestApp();
  me = await merchant(test);
});
afterAll(() => test.close());

it('finds products of my stores that look the same, the one that costs less first, and keeps up with new pictures', {
  tags: ['D4-08'],
}, async () => {
  if (!lamp || !mug) throw new Error('too few drawings');
  const [one, two] = [await givenStore(test, me.account_id), await givenStore(test, me.account_id, { name: 'Second' })];
  const other = await merchant(test);
  await ownPicture(test, me.account_id, one, '1', lamp);
  await ownPicture(test, me.account_id, two, '2', lamp);
  await ownPicture(test, me.account_id, two, '3', mug);
  await ownPicture(test, other.account_id, await givenStore(test, other.account_id), '4', lamp);
  await describeAll(test);
  const duplicates = async (query = '', token = me.token) =>
    (await test.call('GET', `/api/image_duplicates${query}`, { token })).body;
  const titles = (body: Awaited<ReturnType<typeof duplicates>>) =>
    body.data.map((pair: Record<'cheaper' | 'other', { title: string }>) => [pair.cheaper.title, pair.other.title]);
  expect(await duplicates()).toMatchObject({
    data: [{ saving: null, similarity: expect.any(Number) }],
    meta: { total: 1 },
  });
  expect(titles(await duplicates())).toEqual([['Product 1', 'Product 2']]);
  expect(titles(await duplicates('?cheaper=1'))).toEqual([]);
  await givenPrice(test, me.account_id, '1', 990);
  await givenPrice(test, me.account_id, '2', 640);
  expect(await duplicates('?cheaper=1')).toMatchObject({
    data: [
      {
        saving: { amount: 350, currency: 'USD' },
        cheaper: { title: 'Product 2', price: { amount: 640 }, store: { name: 'Second' } },
        other: { title: 'Product 1', price: { amount: 990 } },
      },
    ],
  });
  const scoped = await merchant(test, { account_id: me.account_id, role: 'sourcing', stores: [one] });
  expect([(await duplicates('', scoped.token)).data, (await duplicates('', other.token)).data]).toEqual([[], []]);
  expect((await test.call('GET', '/api/image_duplicates?cheaper=2', { token: me.token })).status).toBe(400);

  const newPicture = `(SELECT picture FROM store_products WHERE account_id = '${me.account_id}' AND external_id = '3')`;
  await sqlRows(
    test,
    `UPDATE store_products SET picture = ${newPicture} WHERE account_id = '${me.account_id}' AND external_id = '2'`,
  );
  await describeAll(test);
  expect(titles(await duplicates())).toEqual([['Product 2', 'Product 3']]);
});
