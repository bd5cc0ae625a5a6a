import { v7 as uuid } from 'uuid';
import { searchKeptDays } from '#contract/image-search-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { insertFile } from '#server/features/files/files.db.ts';
import { insertSearch } from '#server/features/image-search/image-search.db.ts';
import { packDescriptor } from '#server/lib/picture-descriptor.ts';
import { lookAtPicture } from '#server/lib/pictures.ts';
import type { Account, Context } from './seed-merchant.ts';

const day = 86_400_000;
/** Days ago, and the part that was searched. */
const searches = [
  { ago: 1, crop: { left: 0, top: 0, width: 1, height: 1 } },
  { ago: 3, crop: { left: 0.1, top: 0.1, width: 0.8, height: 0.8 } },
  { ago: 12, crop: { left: 0, top: 0, width: 1, height: 1 } },
] as const;

/** A few searches by picture that the owner made; what they find is looked up when they are opened. */
export async function seedSearches(context: Context, account: Account): Promise<void> {
  const pictures = [...context.house.pictures.values()];
  const { thread, world } = context;
  for (const [index, search] of searches.entries()) {
    const picture = pictures[index * 5];
    if (picture === undefined) return;
    thread.clock.set(new Date(world.now.getTime() - search.ago * day));
    await thread.allAccounts((ctx) => seedSearch(ctx, context, account, picture, search.crop));
  }
}

async function seedSearch(
  ctx: Ctx,
  { portal }: Context,
  { account_id, owner }: Account,
  sha256: string,
  crop: (typeof searches)[number]['crop'],
): Promise<void> {
  const bytes = await portal.app.blobs.bytes(sha256);
  const file = await insertFile(ctx, {
    id: uuid(),
    account_id,
    sha256,
    size: bytes.length,
    mime: 'image/webp',
    name: 'picture.webp',
    purpose: 'image_search',
    created_by: owner.user_id,
    expires_at: new Date(ctx.now.getTime() + searchKeptDays * day),
  });
  const { width, height, descriptor, thumbnail } = await lookAtPicture(bytes, 160, crop, null);
  const grids = packDescriptor(descriptor);
  const ids = { account_id, id: uuid(), user_id: owner.user_id, file_id: file.id };
  await insertSearch(ctx, { ...ids, width, height, host: null, crop, grids, thumbnail });
}
