import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';

export async function findUser(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'nick_name',
      'locale',
      'email_verified_at',
      'settings',
      'list_columns',
      'introduction',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function findAccount(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'currency', 'time_zone', 'market_note', 'agent_user_id', 'image_identify_enabled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function findActing(ctx: Ctx, sessionId: string) {
  const row = await ctx.db
    .selectFrom('sessions')
    .select('acting_as')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return row.acting_as as { account_id: string; until: string } | null;
}

/** Two tabs that bind contacts do it one after the other. */
export async function lockContacts(ctx: Ctx, accountId: string): Promise<void> {
  await ctx.db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

export async function listContacts(ctx: Ctx, accountId: string) {
  return ctx.db.selectFrom('account_contacts').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export async function insertContact(
  ctx: Ctx,
  contact: {
    account_id: string;
    type_of: string;
    alias: string | null;
    url: string;
    phone_country: string | null;
    phone_country_code: string | null;
  },
): Promise<void> {
  await ctx.db
    .insertInto('account_contacts')
    .values({ id: uuid(), created_at: ctx.now, ...contact })
    .execute();
}

export async function setMarketNote(ctx: Ctx, accountId: string, note: string): Promise<void> {
  await ctx.db.updateTable('accounts').set({ market_note: note }).where('id', '=', accountId).execute();
}

export async function setSettings(
  ctx: Ctx,
  userId: string,
  values: { settings: Record<string, unknown>; locale: string },
): Promise<void> {
  const settings = JSON.stringify(values.settings);
  await ctx.db.updateTable('users').set({ settings, locale: values.locale }).where('id', '=', userId).execute();
}

/** Sets or (null) forgets the columns of one list; other lists stay, also when two are saved at once. */
export async function setColumns(ctx: Ctx, userId: string, list: string, columns: string[] | null): Promise<void> {
  const next =
    columns === null
      ? sql`list_columns - ${list}::text`
      : sql`list_columns || jsonb_build_object(${list}::text, ${JSON.stringify(columns)}::jsonb)`;
  await sql`UPDATE users SET list_columns = ${next} WHERE id = ${userId}`.execute(ctx.db);
}

/** The support channels that were stored for a domain, as they were stored. */
export async function findSupportChannels(ctx: Ctx, domain: string): Promise<unknown> {
  const site = await ctx.db.selectFrom('sites').select('contact').where('domain', '=', domain).executeTakeFirst();
  return site?.contact ?? [];
}

export async function findAgent(ctx: Ctx, id: string) {
  return ctx.db.selectFrom('users').select(['username', 'nick_name', 'email']).where('id', '=', id).executeTakeFirst();
}

export async function setIntroduction(ctx: Ctx, userId: string, introduction: string): Promise<void> {
  await ctx.db.updateTable('users').set({ introduction }).where('id', '=', userId).execute();
}

/** Two pages of a person that change the picture do it one after the other. */
export async function lockPerson(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Hash of the picture with which a person is shown. */
export async function findAvatar(ctx: Ctx, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('avatars')
    .select('sha256')
    .where('user_id', '=', userId)
    .where('expires_at', 'is', null)
    .executeTakeFirst();
  return row?.sha256;
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
