import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { duplicateFrom } from '#contract/image-search-rules.ts';
import { SHOP_SCENES } from '#sandbox/shop/picture.ts';
import { similarity, seek } from '#server/lib/picture-descriptor.ts';
import { demoPictures, demoPool, drawPool, offerPool, recallOf } from '#testing/similarity-pool.ts';
import { merchant } from '#testing/people.ts';
import { pictureChanges } from '#testing/picture-changes.ts';
import type { DrawnProduct } from '#testing/product-pictures.ts';
import { bySize, isSoak } from '#testing/size.ts';

let test: TestApp;
let drawn: DrawnProduct[];
let account = '';
let demo: Awaited<ReturnType<typeof demoPool>>;
/** Places of the demo's pictures in the pool. */
let from = 0;
beforeAll(async () => {
  test = await startTestApp();
  account = (await merchant(test)).account_id;
  const pool = await drawPool(bySize(180, 3_000));
  drawn = pool.drawn;
  demo = await demoPool();
  from = pool.drawn.length;
  await offerPool(test, [...pool.descriptors, ...demo.descriptors]);
}, 600_000);
afterAll(() => test.close());

it.each(Object.keys(pictureChanges))(
  'a picture of a group of look-alikes leads back to its own: %s',
  { tags: ['D4-06'], timeout: 300_000 },
  async (change) => {
    const { queries, five } = await recallOf(test, account, { drawn, change, queries: bySize(18, 300) });
    expect(five / queries).toBeGreaterThanOrEqual(change === 'mirror' ? 0.95 : 0.98);
  },
);

const few = () => bySize(12, demo.drawn.length);

it.each(['crop one side 20 %', 'JPEG loss', 'mirror'])(
  'a picture of the demo leads to its own good first: %s',
  { timeout: 300_000 },
  async (change) => {
    const { queries, first } = await recallOf(test, account, { drawn: demo.drawn, change, queries: few(), from });
    expect(first / queries).toBeGreaterThanOrEqual(0.95);
  },
);

it('a shop’s picture of a good of the demo leads to the catalog’s first, whatever is around it', {
  timeout: 300_000,
}, async () => {
  for (let scene = 1; scene <= SHOP_SCENES; scene += 1) {
    const shown = demoPictures(scene);
    const queries = bySize(6, shown.length);
    const { first } = await recallOf(test, account, { drawn: shown, change: null, queries, from });
    expect(first / queries).toBeGreaterThanOrEqual(0.95);
  }
});

it('no two goods of the demo look like the same', { timeout: 300_000 }, () => {
  const [every, sought] = [isSoak ? 1 : 6, demo.descriptors.map(seek)];
  const same = demo.descriptors.flatMap((one, at) =>
    sought
      .slice(0, at)
      .flatMap((other, place) =>
        (at + place) % every === 0 && similarity(other, one) >= duplicateFrom ? [[place, at]] : [],
      ),
  );
  expect(demo.descriptors.length).toBeGreaterThanOrEqual(60);
  expect(same).toEqual([]);
});
