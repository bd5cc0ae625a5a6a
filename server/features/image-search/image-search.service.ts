import { setImmediate as othersTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { Ctx, AccountCtx, MerchantCtx, Entry } from '#server/db/context.ts';
import { soughtCodes } from '#server/lib/picture-code.ts';
import { similarity, seek, type Sought, unpackDescriptor } from '#server/lib/picture-descriptor.ts';
import { type Among, findNear, type Near, findDescriptors } from './image-search-pictures.db.ts';
import type { Descriptor } from '#server/lib/picture-similarity.ts';
import type { imageSearch } from '#contract/image-search.ts';
import { duplicateFrom } from '#contract/image-search-rules.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { ownSearch, requireSearching } from './image-search-ask.service.ts';
import { findCatalogHits, findOwnHits } from './image-search-results.db.ts';
import * as rows from './image-search-duplicates.db.ts';

export type { Among } from './image-search-pictures.db.ts';
export type Alike = { picture: string; similarity: number };

const candidates = 120;
const leastAlike = 0.5;
/** Compared at once, a few milliseconds: then other calls get their turn. */
const atOnce = 10;
/** So many that are not alike, one after the other, and those farther away are not looked at. */
const patience = 40;

/** Pictures that look like the described one, most alike first; at most `limit`, none below a similarity of a half. */
export async function alikePictures(ctx: Ctx, descriptor: Descriptor, among: Among, limit: number): Promise<Alike[]> {
  const near = await findNear(ctx, among, soughtCodes(descriptor), Math.max(candidates, limit));
  const alike = await compare(seek(descriptor), near);
  return alike.toSorted((a, b) => b.similarity - a.similarity).slice(0, limit);
}

/** Those that are alike, out of candidates of which the nearest come first. */
async function compare(sought: Sought, near: readonly Near[]): Promise<Alike[]> {
  const alike: Alike[] = [];
  let unlike = 0;
  for (const [at, { sha256, grids }] of near.entries()) {
    const share = similarity(sought, unpackDescriptor(grids));
    if (share >= leastAlike) alike.push({ picture: sha256, similarity: share });
    unlike = share >= leastAlike ? 0 : unlike + 1;
    if (unlike === patience) break;
    if (at % atOnce === atOnce - 1) await othersTurn();
  }
  return alike;
}

const perPicture = 12;

/** For each of the stored pictures those of the catalogue, as the account sees it, that look like it, with similarity. */
export async function alikeInCatalog(
  ctx: AccountCtx,
  pictures: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  for (const { sha256, grids } of await findDescriptors(ctx, pictures)) {
    const among = { account: ctx.account, catalog: true, own: false, stores: null };
    const alike = await alikePictures(ctx, unpackDescriptor(grids), among, perPicture);
    found.set(sha256, new Map(alike.map((one) => [one.picture, one.similarity])));
  }
  return found;
}

const most = 60;
/** Looked at more closely, so that something is left when the filters have had their say. */
const looked = 120;

type Query = z.output<typeof imageSearch.results.query>;

/** What looks like the picture of one of the member's searches, most alike first. */
export async function resultsOf(ctx: MerchantCtx, id: string, query: Query) {
  const search = await ownSearch(ctx, id);
  const [account, { stores }] = [ctx.account, ctx.actor];
  const among = { account, stores, catalog: query.among !== 'own', own: query.among !== 'catalog' };
  const alike = await alikePictures(ctx, unpackDescriptor(search.grids), among, looked);
  const similarities = new Map(alike.map((one) => [one.picture, one.similarity]));
  const pictures = [...similarities.keys()];
  const stocked = query.in_stock === '1';
  const catalog = among.catalog ? await findCatalogHits(ctx, pictures, stocked) : [];
  const own = among.own ? await findOwnHits(ctx, stores, pictures, stocked) : [];
  const found = <Hit extends { picture: string }>({ picture, ...hit }: Hit) => ({
    ...hit,
    picture_url: `/api/pictures/${picture}`,
    similarity: similarities.get(picture) ?? 0,
  });
  return [
    ...catalog.map((hit) => ({ kind: 'catalog' as const, ...found(hit) })),
    ...own.map((hit) => ({ kind: 'own' as const, ...found(hit) })),
  ]
    .filter((hit) => query.priced === '0' || hit.price !== null)
    .toSorted((a, b) => b.similarity - a.similarity)
    .filter(firstOfEach()) // a product's pictures may be alike several times
    .slice(0, most);
}

function firstOfEach(): (hit: { kind: string; id: string }) => boolean {
  const seen = new Set<string>();
  return ({ kind, id }) => {
    const before = seen.size;
    return seen.add(`${kind} ${id}`).size > before;
  };
}

const mostAlike = 20;

/** Pairs of the account's products that look the same, the largest saving first. */
export async function listDuplicates(ctx: MerchantCtx, query: z.output<typeof imageSearch.duplicates.query>) {
  await requireSearching(ctx);
  const filter = { stores: ctx.actor.stores, cheaper: query.cheaper === '1' };
  const data = await rows.findDuplicates(ctx, filter, pageOf(query));
  return { data, meta: metaOf(query, await rows.countDuplicates(ctx, filter)) };
}

/** Compares products that show a new picture with the others of their account; answers how many there were. */
export async function compareNew(entry: Entry, limit: number): Promise<number> {
  const waiting = await entry.run('all_accounts', (ctx) => rows.findUnchecked(ctx, limit));
  for (const product of waiting)
    await entry.run({ account_id: product.account_id }, (ctx) => compareProduct(ctx, product));
  return waiting.length;
}

async function compareProduct(ctx: Ctx, product: rows.Unchecked): Promise<void> {
  const among = { account: product.account_id, catalog: false, own: true, stores: null };
  const alike = await alikePictures(ctx, unpackDescriptor(product.grids), among, mostAlike);
  const similarities = new Map(alike.map((one) => [one.picture, one.similarity]));
  const near = [...similarities].filter(([, share]) => share >= duplicateFrom).map(([picture]) => picture);
  const showing = await rows.findShowing(ctx, product, near);
  const duplicates = showing.map(({ id, picture }) => ({ id, similarity: similarities.get(picture) ?? 0 }));
  await rows.keepDuplicates(ctx, product, duplicates);
}
