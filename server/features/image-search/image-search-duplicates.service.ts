import type { z } from 'zod';
import { duplicateFrom } from '#contract/image-search-rules.ts';
import type { imageSearch } from '#contract/image-search.ts';
import { accountOf, type Ctx, type Entry, type MerchantCtx } from '#server/db/context.ts';
import { unpackDescriptor } from '#server/lib/picture-descriptor.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { demandSearching } from './image-search-ask.service.ts';
import * as rows from './image-search-duplicates.db.ts';
import { alikePictures } from './image-search.service.ts';

const mostAlike = 20;

/** Pairs of the account's products that look the same, the largest saving first. */
export async function listDuplicates(ctx: MerchantCtx, query: z.output<typeof imageSearch.duplicates.query>) {
  await demandSearching(ctx);
  const filter = { stores: ctx.actor.stores, cheaper: query.cheaper === '1' };
  const data = await rows.findDuplicates(ctx, accountOf(ctx), filter, pageOf(query));
  return { data, meta: metaOf(query, await rows.countDuplicates(ctx, accountOf(ctx), filter)) };
}

/** Compares products that show a new picture with the others of their account; answers how many there were. */
export async function compareNew(entry: Entry, limit: number): Promise<number> {
  const waiting = await entry.run('desk', (ctx) => rows.findUnchecked(ctx, limit));
  for (const product of waiting) await entry.run({ account_id: product.account_id }, (ctx) => compare(ctx, product));
  return waiting.length;
}

async function compare(ctx: Ctx, product: rows.Unchecked): Promise<void> {
  const among = { account: product.account_id, catalog: false, own: true, stores: null };
  const alike = await alikePictures(ctx, unpackDescriptor(product.grids), among, mostAlike);
  const likeness = new Map(alike.map((one) => [one.picture, one.likeness]));
  const near = [...likeness].filter(([, share]) => share >= duplicateFrom).map(([picture]) => picture);
  const showing = await rows.findShowing(ctx, product, near);
  const duplicates = showing.map(({ id, picture }) => ({ id, likeness: likeness.get(picture) ?? 0 }));
  await rows.keepDuplicates(ctx, product, duplicates);
}
