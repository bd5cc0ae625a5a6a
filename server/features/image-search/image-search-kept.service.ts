import { audit } from '#server/db/audit.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import type { ListQuery } from '#contract/shared.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './image-search.db.ts';
import { demandSearching, keptSince, ownSearch, searchOf, whoseSearches } from './image-search-ask.service.ts';
import { linkTo, keepFileUntil } from '#server/features/files/index.ts';

/** The member's own searches, newest first. */
export async function listSearches(ctx: MerchantCtx, query: Pick<ListQuery, 'page' | 'per_page'>) {
  await demandSearching(ctx);
  const [who, since] = [whoseSearches(ctx), keptSince(ctx)];
  const data = await rows.findSearches(ctx, who, since, pageOf(query));
  return { data: data.map(searchOf), meta: metaOf(query, await rows.countSearches(ctx, who, since)) };
}

/** One of the member's own searches; throws 404 for others'. */
export const getSearch = async (ctx: MerchantCtx, id: string) => searchOf(await ownSearch(ctx, id));

/** A link to its picture, for one use. */
export async function pictureLink(ctx: MerchantCtx, id: string): Promise<{ url: string }> {
  const { file_id } = await ownSearch(ctx, id);
  return linkTo(ctx, accountOf(ctx), file_id);
}

/** Deletes one of the member's searches with its picture; throws 404 for others'. */
export async function removeSearch(ctx: MerchantCtx, id: string): Promise<void> {
  if ((await remove(ctx, id)) === 0) throw notFound('search');
}

/** Deletes all of the member's searches with their pictures; answers how many there were. */
export const clearSearches = (ctx: MerchantCtx): Promise<number> => remove(ctx, null);

async function remove(ctx: MerchantCtx, id: string | null): Promise<number> {
  await demandSearching(ctx);
  const { deleted, files } = await rows.deleteSearches(ctx, whoseSearches(ctx), id);
  for (const file of files) await keepFileUntil(ctx, accountOf(ctx), file, ctx.now);
  const action = id ? 'image-search.remove' : 'image-search.clear';
  await audit(ctx, { action, entity: 'image_searches', entity_id: id, details: { deleted } });
  return deleted;
}
