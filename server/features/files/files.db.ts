import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

const columns = ['id', 'account_id', 'sha256', 'name', 'mime', 'size', 'purpose', 'created_by'] as const;

export async function insertFile(
  ctx: Ctx,
  file: {
    id: string;
    account_id: string;
    sha256: string;
    size: number;
    mime: string;
    name: string;
    purpose: string;
    created_by: string | null;
    expires_at: Date | null;
  },
) {
  return ctx.db
    .insertInto('files')
    .values({ ...file, created_at: ctx.now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** A file whose life is not over, whether or not it was swept: sweeping waits for backups. */
export async function findFile(ctx: AccountCtx, id: string) {
  return ctx.db
    .selectFrom('files')
    .select(columns)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', ctx.now)]))
    .executeTakeFirst();
}

/** A file that something refers to is kept: for good, or until a time. */
export async function keepFile(ctx: AccountCtx, id: string, until: Date | null = null): Promise<void> {
  await ctx.db
    .updateTable('files')
    .set({ expires_at: until })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** These files end now. */
export async function endFiles(ctx: AccountCtx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE files SET expires_at = ${ctx.now} WHERE account_id = ${ctx.account} AND id = ANY(${[...ids]}::uuid[])`.execute(
    ctx.db,
  );
}

/** Files of an account for some purposes end now; the next sweep takes them and their bytes. */
export async function expireFiles(ctx: AccountCtx, purposes: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('files')
    .set({ expires_at: new Date(ctx.now.getTime() - 1) })
    .where('account_id', '=', ctx.account)
    .where('purpose', 'in', [...purposes])
    .execute();
}

export async function insertLink(
  ctx: Ctx,
  link: { token_hash: string; account_id: string; file_id: string; expires_at: Date },
): Promise<void> {
  await ctx.db.insertInto('file_links').values(link).execute();
}

export async function takeLink(ctx: Ctx, tokenHash: string) {
  return ctx.db
    .updateTable('file_links')
    .set({ used_at: ctx.now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning(['account_id', 'file_id'])
    .executeTakeFirst();
}

/** Files over their life, and links nobody can use any more. */
export async function deleteExpired(ctx: Ctx): Promise<string[]> {
  await ctx.db.deleteFrom('file_links').where('expires_at', '<', ctx.now).execute();
  const gone = await ctx.db.deleteFrom('files').where('expires_at', '<', ctx.now).returning('sha256').execute();
  const avatars = await ctx.db.deleteFrom('avatars').where('expires_at', '<', ctx.now).returning('sha256').execute();
  return [...new Set([...gone, ...avatars].map((file) => file.sha256))];
}

export async function isReferred(ctx: Ctx, sha256: string): Promise<boolean> {
  const file = await ctx.db.selectFrom('files').select('id').where('sha256', '=', sha256).executeTakeFirst();
  const picture = await ctx.db.selectFrom('pictures').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
  const avatar = await ctx.db.selectFrom('avatars').select('id').where('sha256', '=', sha256).executeTakeFirst();
  return Boolean(file ?? picture ?? avatar);
}

export async function insertPicture(
  ctx: Ctx,
  picture: { sha256: string; mime: string; width: number; height: number; size: number },
): Promise<void> {
  await ctx.db
    .insertInto('pictures')
    .values({ ...picture, created_at: ctx.now })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

export async function findPicture(ctx: Ctx, sha256: string) {
  return ctx.db
    .selectFrom('pictures')
    .select(['mime', 'width', 'height'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

export async function hasAccount(ctx: Ctx, id: string): Promise<boolean> {
  return (await ctx.db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Who a client's agent is. */
export async function findClient(ctx: Ctx, id: string): Promise<{ agent_user_id: string | null }> {
  return ctx.db.selectFrom('accounts').select('agent_user_id').where('id', '=', id).executeTakeFirstOrThrow();
}

export async function insertAvatar(
  ctx: Ctx,
  avatar: { id: string; user_id: string; sha256: string; expires_at: Date },
): Promise<void> {
  await ctx.db
    .insertInto('avatars')
    .values({ ...avatar, created_at: ctx.now })
    .execute();
}

/** Whether somebody is shown with the picture of this hash. */
export async function isAvatar(ctx: Ctx, sha256: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('avatars')
    .select('id')
    .where('sha256', '=', sha256)
    .where('expires_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The shown picture of a person ends now; the next sweep takes it. */
export async function dropAvatar(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('avatars')
    .set({ expires_at: ctx.now })
    .where('user_id', '=', userId)
    .where('expires_at', 'is', null)
    .execute();
}

/** Shows a person with a picture of their own that is not swept yet; answers whether there is one. */
export async function showAvatar(ctx: Ctx, userId: string, id: string): Promise<boolean> {
  const shown = await ctx.db
    .updateTable('avatars')
    .set({ expires_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>=', ctx.now)
    .executeTakeFirst();
  return shown.numUpdatedRows > 0n;
}
