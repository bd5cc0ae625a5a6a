import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { drawPool, offerPool, recallOf } from '#testing/likeness-pool.ts';
import { merchant } from '#testing/people.ts';
import { pictureChanges } from '#testing/picture-changes.ts';
import type { DrawnProduct } from '#testing/product-pictures.ts';
import { bySize } from '#testing/size.ts';

let test: TestApp;
let drawn: DrawnProduct[];
let account = '';
beforeAll(async () => {
  test = await startTestApp();
  account = (await merchant(test)).account_id;
  const pool = await drawPool(bySize(180, 3_000));
  drawn = pool.drawn;
  await offerPool(test, pool.descriptors);
}, 600_000);
afterAll(() => test.close());

it.each(Object.keys(pictureChanges))(
  'a picture of a group of look-alikes leads back to its own: %s',
  { tags: ['D4-06'], timeout: 300_000 },
  async (change) => {
    const { queries, five } = await recallOf(test, account, drawn, change, bySize(18, 300));
    expect(five / queries).toBeGreaterThanOrEqual(change === 'mirror' ? 0.95 : 0.98);
  },
);
