import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePicture } from '#server/lib/pictures.ts';
import { randomFrom } from '#sandbox/demo/random.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenStore, inAccount } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { pictureChanges } from '#testing/picture-changes.ts';
import { catalogPicture, describeAll, ownPicture } from '#testing/picture-fixtures.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';
import { alikePictures } from './image-search.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('finds what looks alike in the catalogue and among own products, and never another’s or what is gone', async () => {
  const [me, other] = [await merchant(test), await merchant(test)];
  const [myStore, otherStore] = [await givenStore(test, me.account_id), await givenStore(test, other.account_id)];
  const [a, b, c, d, e, f] = drawProducts(18).filter((product) => product.colour === 0);
  if (!a || !b || !c || !d || !e || !f) throw new Error('too few drawings');
  const shared = await catalogPicture(test, a, 'Shared');
  const mine = await ownPicture(test, me.account_id, myStore, '1', b);
  const foreign = await ownPicture(test, other.account_id, otherStore, '2', c);
  const theirs = await catalogPicture(test, d, 'Made for another', other.account_id);
  const gone = await catalogPicture(test, e, 'Not made any more');
  const removed = await ownPicture(test, me.account_id, myStore, '3', f);
  await sqlRows(test, `UPDATE catalog_skus SET status = 'discontinued' WHERE id = '${gone.id}'`);
  await sqlRows(test, `UPDATE store_products SET removed_at = now() WHERE picture = '${removed}'`);
  await describeAll(test);

  const change = pictureChanges['crop one side 20 %'];
  const seen = async (drawn: typeof a, among = { catalog: true, own: true }) => {
    const bytes = await pictureOf(drawn);
    const descriptor = await describePicture(change ? await change(bytes, randomFrom('alike')) : bytes);
    const found = await inAccount(test, me.account_id, (ctx) =>
      alikePictures(ctx, descriptor, { account: me.account_id, stores: null, ...among }, 5),
    );
    return found.filter((one) => one.similarity > 0.85).map((one) => one.picture);
  };
  expect(await seen(a)).toEqual([shared.picture]);
  expect(await seen(b)).toEqual([mine]);
  expect(await seen(a, { catalog: false, own: true })).toEqual([]);
  expect(await seen(b, { catalog: true, own: false })).toEqual([]);
  for (const hidden of [c, d, e, f]) expect(await seen(hidden)).toEqual([]);
  expect([foreign, theirs.picture, gone.picture, removed]).toHaveLength(4);
});

it('goes on where describing broke off, and leaves out what cannot be read', async () => {
  const [drawn, lost] = drawProducts(2, 'resumed');
  if (!drawn || !lost) throw new Error('too few drawings');
  const readable = await catalogPicture(test, drawn, 'Readable');
  const unreadable = await catalogPicture(test, lost, 'Unreadable');
  await test.blobs.remove(unreadable.picture);
  await describeAll(test);
  const rows = () =>
    sqlRows(
      test,
      `SELECT grids IS NOT NULL AS seen FROM picture_descriptors WHERE sha256 IN ('${readable.picture}', '${unreadable.picture}') ORDER BY seen`,
    );
  expect(await rows()).toEqual([{ seen: false }, { seen: true }]);
  await sqlRows(test, `UPDATE picture_descriptors SET method = 0 WHERE sha256 = '${readable.picture}'`);
  await describeAll(test);
  expect(await sqlRows(test, `SELECT count(*)::int AS n FROM picture_descriptors WHERE method = 0`)).toEqual([
    { n: 0 },
  ]);
});
