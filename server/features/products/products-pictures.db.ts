import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

const retryAfter = '1 day';
export type Unmirrored = { account_id: string; id: string; image_url: string; platform: string; domain: string };

/** Products of any account whose picture is not mirrored yet; those that failed come back after a day. */
export async function findUnmirrored(ctx: Ctx, limit: number): Promise<Unmirrored[]> {
  const { rows } = await sql<Unmirrored>`
    SELECT p.account_id, p.id, p.image_url, s.platform, s.external_domain AS domain FROM store_products p
    JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
    WHERE p.image_url IS NOT NULL AND p.picture IS NULL AND p.removed_at IS NULL
      AND (p.picture_tried_at IS NULL OR p.picture_tried_at < ${ctx.now}::timestamptz - ${retryAfter}::interval)
    ORDER BY p.picture_tried_at NULLS FIRST LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** A picture of the same address that was mirrored already, for whichever product. */
export async function findMirrored(ctx: Ctx, product: Unmirrored): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('store_products')
    .select('picture')
    .where('account_id', '=', product.account_id)
    .where('image_url', '=', product.image_url)
    .where('picture', 'is not', null)
    .executeTakeFirst();
  return row?.picture ?? null;
}

/** Keeps the picture unless the product's address has changed meanwhile. */
export async function setPicture(ctx: Ctx, product: Unmirrored, picture: string): Promise<void> {
  await ctx.db
    .updateTable('store_products')
    .set({ picture, picture_tried_at: null })
    .where('account_id', '=', product.account_id)
    .where('id', '=', product.id)
    .where('image_url', '=', product.image_url)
    .execute();
}

export async function markTried(ctx: Ctx, product: Unmirrored): Promise<void> {
  await ctx.db
    .updateTable('store_products')
    .set({ picture_tried_at: ctx.now })
    .where('account_id', '=', product.account_id)
    .where('id', '=', product.id)
    .execute();
}
