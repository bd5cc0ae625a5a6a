import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { makeGoods } from '#sandbox/demo/world-goods.ts';
import { randomFrom } from '#sandbox/demo/random.ts';
import { CATALOGUE_SCENE, productSvg } from '#sandbox/shop/picture.ts';
import { alikePictures } from '#server/features/image-search/image-search.service.ts';
import { codesOf } from '#server/lib/picture-code.ts';
import { packDescriptor } from '#server/lib/picture-descriptor.ts';
import { describePicture } from '#server/lib/pictures.ts';
import { inAccount, systemEntry } from './order-fixtures.ts';
import type { Place } from './people.ts';
import { pictureChanges } from './picture-changes.ts';
import { type DrawnProduct, drawProducts, pictureOf } from './product-pictures.ts';
import type { Descriptor } from '#server/lib/picture-similarity.ts';

type Where = Pick<Place, 'ground'>;
type Pool = { drawn: DrawnProduct[]; descriptors: Descriptor[] };
const atOnce = 4;
const perInsert = 2_000;

/** Draws products and looks at their pictures. */
export const drawPool = (count: number): Promise<Pool> => lookAt(drawProducts(count, 'pool'));

/** The pictures of the demo's goods as one scene shows them. */
export const demoPictures = (scene: number): DrawnProduct[] =>
  makeGoods().map(({ motif }, model) => ({ model, colour: 0, svg: productSvg('1', { motif, scene }, 480) }));

/** The pictures that the demo's catalogue has, looked at. */
export const demoPool = (): Promise<Pool> => lookAt(demoPictures(CATALOGUE_SCENE));

async function lookAt(drawn: DrawnProduct[]): Promise<Pool> {
  const descriptors: Descriptor[] = [];
  for (let from = 0; from < drawn.length; from += atOnce) {
    const pictures = drawn.slice(from, from + atOnce).map(async (product) => describePicture(await pictureOf(product)));
    descriptors.push(...(await Promise.all(pictures)));
  }
  return { drawn, descriptors };
}

/** The picture's name in the database: pictures of a pool are known by their place in it. */
export const poolPicture = (index: number): string => createHash('sha256').update(`pool ${index}`).digest('hex');

/** Offers the pictures in the catalogue, each by a SKU of its own; the first has the place `from`. */
export async function offerPool(where: Where, descriptors: readonly Descriptor[], from = 0): Promise<void> {
  for (let start = 0; start < descriptors.length; start += perInsert) {
    const rows = descriptors.slice(start, start + perInsert).map((descriptor, index) => ({
      id: uuid(),
      sha256: poolPicture(from + start + index),
      ...codesOf(descriptor),
      grids: packDescriptor(descriptor).toString('hex'),
    }));
    const set = sql`json_to_recordset(${JSON.stringify(rows)}::json) AS r(id uuid, sha256 text, "full" text, best text, "left" text, "right" text, top text, bottom text, grids text)`;
    await systemEntry(where).run('all_accounts', async ({ db, now }) => {
      await sql`INSERT INTO pictures (sha256, mime, width, height, size) SELECT r.sha256, 'image/webp', 480, 480, 1 FROM ${set}`.execute(
        db,
      );
      await sql`
        INSERT INTO catalog_skus (id, title, weight_g, picture, created_at) SELECT r.id, r.sha256, 100, r.sha256, ${now} FROM ${set}`.execute(
        db,
      );
      await sql`
        INSERT INTO picture_descriptors (sha256, method, described_at, code_full, code_best, code_left, code_right, code_top, code_bottom, grids)
        SELECT r.sha256, 1, ${now}, r."full"::bit(480), r.best::bit(480), r."left"::bit(480), r."right"::bit(480), r.top::bit(480), r.bottom::bit(480), decode(r.grids, 'hex')
        FROM ${set}`.execute(db);
    });
  }
}

export type Recall = { queries: number; first: number; five: number; ms: number[] };

/** What is looked for: pictures, a change of them, and the place that the first of them has in the pool. */
type Sought = { drawn: readonly DrawnProduct[]; change: string | null; queries: number; from?: number };

/** How often a changed picture of the pool leads back to its own: as the first, and among the first five. */
export async function recallOf(where: Where, account: string, sought: Sought): Promise<Recall> {
  const { drawn, change, queries, from = 0 } = sought;
  const recall: Recall = { queries, first: 0, five: 0, ms: [] };
  const step = Math.floor(drawn.length / queries);
  for (let query = 0; query < queries; query += 1) {
    const index = query * step;
    const product = drawn[index];
    const changed = change === null ? async (bytes: Buffer) => bytes : pictureChanges[change];
    if (!product || !changed) throw new Error(`no such change: ${change}`);
    const bytes = await changed(await pictureOf(product), randomFrom(`${change} ${index}`));
    const descriptor = await describePicture(bytes);
    const started = performance.now();
    const found = await inAccount(where, account, (ctx) =>
      alikePictures(ctx, descriptor, { account, catalog: true, own: true, stores: null }, 5),
    );
    recall.ms.push(performance.now() - started);
    const at = found.findIndex((one) => one.picture === poolPicture(from + index));
    if (at === 0) recall.first += 1;
    if (at >= 0) recall.five += 1;
  }
  return recall;
}
