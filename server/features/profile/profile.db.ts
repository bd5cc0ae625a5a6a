import { v7 as uuid } from 'uuid';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

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
export async function lockContacts(ctx: AccountCtx): Promise<void> {
  await ctx.db.selectFrom('accounts').select('id').where('id', '=', ctx.account).forNoKeyUpdate().execute();
}

export async function listContacts(ctx: AccountCtx) {
  return ctx.db
    .selectFrom('account_contacts')
    .selectAll()
    .where('account_id', '=', ctx.account)
    .orderBy('id')
    .execute();
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

/** The support channels that were stored for a domain, as they were stored. */
export async function findSupportChannels(ctx: Ctx, domain: string): Promise<unknown> {
  const site = await ctx.db.selectFrom('sites').select('contact').where('domain', '=', domain).executeTakeFirst();
  return site?.contact ?? [];
}

export async function findAgent(ctx: Ctx, id: string) {
  return ctx.db.selectFrom('users').select(['username', 'nick_name', 'email']).where('id', '=', id).executeTakeFirst();
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
