import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

const retryAfter = '1 day';
/** A product, or a variant with a picture of its own. */
export type Unmirrored = {
  table: 'store_products' | 'store_variants';
  account_id: string;
  id: string;
  image_url: string;
  platform: string;
  domain: string;
};

const waiting = (ctx: Ctx, table: Unmirrored['table'], limit: number) => sql`
  SELECT ${sql.lit(table)} AS "table", p.account_id, p.id, p.image_url, p.picture_tried_at, s.platform, s.external_domain AS domain
  FROM ${sql.table(table)} p
  JOIN stores s ON s.account_id = p.account_id AND s.id = p.store_id
  WHERE p.image_url IS NOT NULL AND p.picture IS NULL AND p.removed_at IS NULL
    AND (p.picture_tried_at IS NULL OR p.picture_tried_at < ${ctx.now}::timestamptz - ${retryAfter}::interval)
  ORDER BY p.picture_tried_at NULLS FIRST LIMIT ${limit}`;

/** Products and variants of any account whose picture is not mirrored yet; those that failed come back after a day. */
export async function findUnmirrored(ctx: Ctx, limit: number): Promise<Unmirrored[]> {
  const { rows } = await sql<Unmirrored>`
    SELECT "table", account_id, id, image_url, platform, domain
    FROM ((${waiting(ctx, 'store_products', limit)}) UNION ALL (${waiting(ctx, 'store_variants', limit)})) w
    ORDER BY picture_tried_at NULLS FIRST, "table" LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** A picture of the same address that was mirrored already, for whichever product or variant. */
export async function findMirrored(ctx: Ctx, { account_id, image_url }: Unmirrored): Promise<string | null> {
  for (const table of ['store_products', 'store_variants'] as const) {
    const row = await ctx.db
      .selectFrom(table)
      .select('picture')
      .where('account_id', '=', account_id)
      .where('image_url', '=', image_url)
      .where('picture', 'is not', null)
      .executeTakeFirst();
    if (row) return row.picture;
  }
  return null;
}

const update = ({ table }: Unmirrored) =>
  table === 'store_products' ? sql`UPDATE store_products` : sql`UPDATE store_variants`;

/** Keeps the picture unless the address has changed meanwhile. */
export async function setPicture(ctx: Ctx, of: Unmirrored, picture: string): Promise<void> {
  await sql`${update(of)} SET picture = ${picture}, picture_tried_at = NULL
    WHERE account_id = ${of.account_id} AND id = ${of.id} AND image_url = ${of.image_url}`.execute(ctx.db);
}

export async function markTried(ctx: Ctx, of: Unmirrored): Promise<void> {
  await sql`${update(of)} SET picture_tried_at = ${ctx.now} WHERE account_id = ${of.account_id} AND id = ${of.id}`.execute(
    ctx.db,
  );
}
