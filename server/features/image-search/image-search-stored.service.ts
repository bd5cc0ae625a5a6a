import type { Ctx } from '#server/db/context.ts';
import { unpackDescriptor } from '#server/lib/picture-descriptor.ts';
import { findDescriptors } from './image-search-stored.db.ts';
import { alikePictures } from './image-search.service.ts';

const perPicture = 12;

/** For each of the stored pictures those of the catalogue, as the account sees it, that look like it, with likeness. */
export async function alikeInCatalog(
  ctx: Ctx,
  account: string,
  pictures: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  for (const { sha256, grids } of await findDescriptors(ctx, pictures)) {
    const among = { account, catalog: true, own: false, stores: null };
    const alike = await alikePictures(ctx, unpackDescriptor(grids), among, perPicture);
    found.set(sha256, new Map(alike.map((one) => [one.picture, one.likeness])));
  }
  return found;
}
