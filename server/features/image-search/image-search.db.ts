import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { Crop } from '#server/lib/pictures.ts';

export type SearchRow = {
  id: string;
  created_at: Date;
  thumbnail: Buffer;
  host: string | null;
  width: number;
  height: number;
  crop: Crop;
  file_id: string;
  grids: Buffer;
};
/** What is seen of the part that is searched. */
export type Seen = { crop: Crop; grids: Buffer; thumbnail: Buffer };

const columns = sql`id, created_at, thumbnail, host, width, height, file_id, grids,
  json_build_object('left', crop_left, 'top', crop_top, 'width', crop_width, 'height', crop_height) AS crop`;
const cropColumns = ({ left, top, width, height }: Crop) => ({
  crop_left: left,
  crop_top: top,
  crop_width: width,
  crop_height: height,
});

/** Whether the provider lets this account search by picture. */
export async function isSearchEnabled(ctx: AccountCtx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select('image_identify_enabled')
    .where('id', '=', ctx.account)
    .executeTakeFirst();
  return row?.image_identify_enabled ?? false;
}

/** Searches of the account's members since then; deleted ones count too, by what the audit kept of them. */
export async function countSince(ctx: AccountCtx, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_log
    WHERE account_id = ${ctx.account} AND at > ${since} AND action = 'image-search.search'`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function insertSearch(
  ctx: Ctx,
  search: { account_id: string; id: string; user_id: string; file_id: string; host: string | null } & Seen & {
      width: number;
      height: number;
    },
): Promise<SearchRow> {
  const { crop, ...row } = search;
  await ctx.db
    .insertInto('image_searches')
    .values({ ...row, ...cropColumns(crop), created_at: ctx.now })
    .execute();
  return { ...row, crop, created_at: ctx.now };
}

/** A member's own search of the time that they are kept. */
export async function findSearch(
  ctx: Ctx,
  who: { account_id: string; user_id: string },
  id: string,
  since: Date,
): Promise<SearchRow | undefined> {
  const { rows } = await sql<SearchRow>`
    SELECT ${columns} FROM image_searches
    WHERE account_id = ${who.account_id} AND id = ${id} AND user_id = ${who.user_id} AND created_at > ${since}`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function findSearches(
  ctx: Ctx,
  who: { account_id: string; user_id: string },
  since: Date,
  page: { offset: number; limit: number },
): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    SELECT ${columns} FROM image_searches
    WHERE account_id = ${who.account_id} AND user_id = ${who.user_id} AND created_at > ${since}
    ORDER BY created_at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countSearches(
  ctx: Ctx,
  who: { account_id: string; user_id: string },
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM image_searches
    WHERE account_id = ${who.account_id} AND user_id = ${who.user_id} AND created_at > ${since}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function updateSeen(ctx: AccountCtx, id: string, seen: Seen): Promise<void> {
  await ctx.db
    .updateTable('image_searches')
    .set({ ...cropColumns(seen.crop), grids: seen.grids, thumbnail: seen.thumbnail })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** Deletes one of a member's searches, or all; answers the files that no search is about any more, and how many went. */
export async function deleteSearches(
  ctx: Ctx,
  who: { account_id: string; user_id: string },
  id: string | null,
): Promise<{ deleted: number; files: string[] }> {
  const { rows } = await sql<{ file_id: string }>`
    DELETE FROM image_searches WHERE account_id = ${who.account_id} AND user_id = ${who.user_id}
      ${id ? sql`AND id = ${id}` : sql``} RETURNING file_id`.execute(ctx.db);
  const files = [...new Set(rows.map((row) => row.file_id))];
  const left = await sql<{ file_id: string }>`
    SELECT DISTINCT file_id FROM image_searches WHERE account_id = ${who.account_id} AND file_id = ANY(${files}::uuid[])`.execute(
    ctx.db,
  );
  const used = new Set(left.rows.map((row) => row.file_id));
  return { deleted: rows.length, files: files.filter((file) => !used.has(file)) };
}

/** A SKU of the catalogue as this account sees it. */
export async function findSku(
  ctx: AccountCtx,
  id: string,
): Promise<{ code: string; title: string; picture: string | null } | undefined> {
  const { rows } = await sql<{ code: string; title: string; picture: string | null }>`
    SELECT code, title, picture FROM catalog_skus
    WHERE id = ${id} AND status <> 'discontinued' AND (owner_account_id IS NULL OR owner_account_id = ${ctx.account})`.execute(
    ctx.db,
  );
  return rows[0];
}
