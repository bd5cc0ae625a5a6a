import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { searchesPerDay, searchKeptDays } from '#contract/image-search-rules.ts';
import type { imageSearch } from '#contract/image-search.ts';
import { audit } from '#server/db/audit.ts';
import { type Entry, type MerchantActor, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { fetchPicture, PictureError } from '#server/lib/fetch-picture.ts';
import { packDescriptor } from '#server/lib/picture-descriptor.ts';
import { cleanPicture, type Crop, cutPicture, type DrawnPicture, lookAtPicture } from '#server/lib/pictures.ts';
import * as rows from './image-search.db.ts';
import { readFile, addFile, keepFileUntil, drawPicture, linkTo } from '#server/features/files/index.ts';
import type { ListQuery } from '#contract/shared.ts';
import { metaOf, pageOf } from '#server/http/list.ts';

const day = 86_400_000;
const thumbnailSide = 160;
const whole: Crop = { left: 0, top: 0, width: 1, height: 1 };

export type Ask = z.output<typeof imageSearch.search.body>;

/** Throws `forbidden` for an account that the provider switched searching by picture off for (spec §3). */
export async function requireSearching(ctx: MerchantCtx): Promise<void> {
  if (await rows.isSearchEnabled(ctx)) return;
  throw appError('forbidden', { text: 'image-search.off' });
}

/** Whose searches a call is about: each member sees only their own. */
export const whoseSearches = (ctx: MerchantCtx) => ({ account_id: ctx.account, user_id: ctx.actor.user_id });
/** Searches from before this are not shown any more. */
export const keptSince = (ctx: MerchantCtx): Date => new Date(ctx.now.getTime() - searchKeptDays * day);

/** A search as its owner sees it. */
export function searchOf(row: rows.SearchRow) {
  return {
    id: row.id,
    created_at: row.created_at,
    thumbnail: `data:image/webp;base64,${row.thumbnail.toString('base64')}`,
    host: row.host,
    width: row.width,
    height: row.height,
    crop: row.crop,
  };
}

/** Searches by an uploaded picture or the address of one. Fetching, decoding and looking happen outside of any transaction. */
export async function search(entry: Entry<MerchantActor>, ask: Ask) {
  const scope = { account_id: entry.actor.account_id };
  const uploaded = await entry.run(scope, async (ctx) => {
    await requireSearching(ctx);
    await requireSomeLeft(ctx);
    return ask.file_id === undefined ? null : readFile(ctx, ask.file_id, 'image_search');
  });
  const fetched = uploaded ? null : await fetchFrom(entry, ask.url ?? '', entry.actor.account_id);
  const bytes = fetched?.bytes ?? (await uploaded?.bytes()) ?? Buffer.alloc(0);
  const { size, seen } = await lookAt(bytes, ask.crop ?? whole, entry.actor.account_id);
  const stored = fetched && (await entry.app.blobs.put(fetched.bytes));
  return entry.run(scope, async (ctx) => {
    const file = stored ? await addFile(ctx, { ...stored, ...asFile }) : uploaded?.file;
    if (!file) throw notFound('file');
    const row = await keep(ctx, file.id, { ...size, ...seen, host: fetched?.host ?? null });
    return searchOf(row);
  });
}

async function keep(
  ctx: MerchantCtx,
  file_id: string,
  found: rows.Seen & { width: number; height: number; host: string | null },
): Promise<rows.SearchRow> {
  const id = uuid();
  await keepFileUntil(ctx, file_id, new Date(ctx.now.getTime() + searchKeptDays * day));
  const row = await rows.insertSearch(ctx, { ...whoseSearches(ctx), id, file_id, ...found });
  const { host } = found;
  await audit(ctx, { action: 'image-search.search', entity: 'image_searches', entity_id: id, details: { host } });
  return row;
}

const asFile = { name: 'picture.webp', mime: 'image/webp', purpose: 'image_search' } as const;

async function requireSomeLeft(ctx: MerchantCtx): Promise<void> {
  const made = await rows.countSince(ctx, new Date(ctx.now.getTime() - day));
  if (made < searchesPerDay) return;
  throw appError('search_limit', { text: 'image-search.daily_limit', params: { count: searchesPerDay } });
}

/** One sentence whatever came of the address, unless its host answered: who asks learns nothing of hosts inside. */
async function fetchFrom(
  entry: Entry<MerchantActor>,
  url: string,
  owner: string,
): Promise<{ bytes: Buffer; host: string }> {
  const raw = await fetchPicture(url, { ...entry.app.pictureRules, hosts: 'any' }).catch((error: unknown) => {
    if (!(error instanceof PictureError)) throw error;
    const sentence: Phrase = error.answered
      ? { text: 'image-search.address_answered', params: { reason: error.message } }
      : { text: 'image-search.address_failed' };
    throw appError('picture_unreachable', sentence, 'url');
  });
  const { bytes } = await cleanPicture(raw, owner);
  return { bytes, host: new URL(url).hostname };
}

/** What is kept of the part that is searched. */
async function lookAt(
  bytes: Buffer,
  crop: Crop,
  owner: string,
): Promise<{ size: { width: number; height: number }; seen: rows.Seen }> {
  const { width, height, descriptor, thumbnail } = await lookAtPicture(bytes, thumbnailSide, crop, owner);
  return { size: { width, height }, seen: { crop, grids: packDescriptor(descriptor), thumbnail } };
}

/** One of the member's own searches; throws 404 for others'. */
export async function ownSearch(ctx: MerchantCtx, id: string): Promise<rows.SearchRow> {
  await requireSearching(ctx);
  const row = await rows.findSearch(ctx, whoseSearches(ctx), id, keptSince(ctx));
  if (!row) throw notFound('search');
  return row;
}

const bytesOf = async (ctx: MerchantCtx, row: rows.SearchRow): Promise<Buffer> =>
  (await readFile(ctx, row.file_id, 'image_search')).bytes();

/** Searches by another part of the same picture. */
export async function cropSearch(entry: Entry<MerchantActor>, id: string, crop: Crop) {
  const scope = { account_id: entry.actor.account_id };
  const bytes = await entry.run(scope, async (ctx) => bytesOf(ctx, await ownSearch(ctx, id)));
  const { seen } = await lookAt(bytes, crop, entry.actor.account_id);
  return entry.run(scope, async (ctx) => {
    const row = await ownSearch(ctx, id);
    await rows.updateSeen(ctx, id, seen);
    await audit(ctx, { action: 'image-search.crop', entity: 'image_searches', entity_id: id, fields: ['crop'] });
    return searchOf({ ...row, ...seen });
  });
}

/** The part that was searched, drawn to go along with a request. */
export async function drawCrop(entry: Entry<MerchantActor>, id: string): Promise<DrawnPicture> {
  const scope = { account_id: entry.actor.account_id };
  const { bytes, crop } = await entry.run(scope, async (ctx) => {
    const row = await ownSearch(ctx, id);
    return { bytes: await bytesOf(ctx, row), crop: row.crop };
  });
  const owner = entry.actor.account_id;
  return drawPicture(await cutPicture(bytes, crop, owner), owner);
}

/** The member's own searches, newest first. */
export async function listSearches(ctx: MerchantCtx, query: Pick<ListQuery, 'page' | 'per_page'>) {
  await requireSearching(ctx);
  const [who, since] = [whoseSearches(ctx), keptSince(ctx)];
  const data = await rows.findSearches(ctx, who, since, pageOf(query));
  return { data: data.map(searchOf), meta: metaOf(query, await rows.countSearches(ctx, who, since)) };
}

/** One of the member's own searches; throws 404 for others'. */
export const getSearch = async (ctx: MerchantCtx, id: string) => searchOf(await ownSearch(ctx, id));

/** A link to its picture, for one use. */
export async function pictureLink(ctx: MerchantCtx, id: string): Promise<{ url: string }> {
  const { file_id } = await ownSearch(ctx, id);
  return linkTo(ctx, file_id);
}

/** Deletes one of the member's searches with its picture; throws 404 for others'. */
export async function removeSearch(ctx: MerchantCtx, id: string): Promise<void> {
  if ((await remove(ctx, id)) === 0) throw notFound('search');
}

/** Deletes all of the member's searches with their pictures; answers how many there were. */
export const clearSearches = (ctx: MerchantCtx): Promise<number> => remove(ctx, null);

async function remove(ctx: MerchantCtx, id: string | null): Promise<number> {
  await requireSearching(ctx);
  const { deleted, files } = await rows.deleteSearches(ctx, whoseSearches(ctx), id);
  for (const file of files) await keepFileUntil(ctx, file, ctx.now);
  const action = id ? 'image-search.remove' : 'image-search.clear';
  await audit(ctx, { action, entity: 'image_searches', entity_id: id, details: { deleted } });
  return deleted;
}
