import type { z } from 'zod';
import type { imageSearch } from '#contract/image-search.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import { unpackDescriptor } from '#server/lib/picture-descriptor.ts';
import { ownSearch } from './image-search-ask.service.ts';
import { findCatalogHits, findOwnHits } from './image-search-results.db.ts';
import { alikePictures } from './image-search.service.ts';

const most = 60;
/** Looked at more closely, so that something is left when the filters have had their say. */
const looked = 120;

type Query = z.output<typeof imageSearch.results.query>;

/** What looks like the picture of one of the member's searches, most alike first. */
export async function resultsOf(ctx: MerchantCtx, id: string, query: Query) {
  const search = await ownSearch(ctx, id);
  const [account, { stores }] = [accountOf(ctx), ctx.actor];
  const among = { account, stores, catalog: query.among !== 'own', own: query.among !== 'catalog' };
  const alike = await alikePictures(ctx, unpackDescriptor(search.grids), among, looked);
  const likeness = new Map(alike.map((one) => [one.picture, one.likeness]));
  const pictures = [...likeness.keys()];
  const stocked = query.in_stock === '1';
  const catalog = among.catalog ? await findCatalogHits(ctx, account, pictures, stocked) : [];
  const own = among.own ? await findOwnHits(ctx, account, stores, pictures, stocked) : [];
  const found = <Hit extends { picture: string }>({ picture, ...hit }: Hit) => ({
    ...hit,
    picture_url: `/api/pictures/${picture}`,
    likeness: likeness.get(picture) ?? 0,
  });
  return [
    ...catalog.map((hit) => ({ kind: 'catalog' as const, ...found(hit) })),
    ...own.map((hit) => ({ kind: 'own' as const, ...found(hit) })),
  ]
    .filter((hit) => query.priced === '0' || hit.price !== null)
    .toSorted((a, b) => b.likeness - a.likeness)
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
