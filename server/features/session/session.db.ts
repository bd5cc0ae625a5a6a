import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { tokenIdleDays } from '#contract/constants.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { setPasswordHash } from '#server/features/account/index.ts';

export type LoginUser = {
  id: string;
  kind: 'merchant' | 'staff';
  email: string;
  username: string;
  locale: 'en' | 'zh';
  password_hash: string | null;
  email_verified_at: Date | null;
};

const columns = ['id', 'kind', 'email', 'username', 'locale', 'password_hash', 'email_verified_at'] as const;

export async function findUserByLogin(ctx: Ctx, login: string): Promise<LoginUser | undefined> {
  const user = await ctx.db
    .selectFrom('users')
    .select(columns)
    .where((where) =>
      where.or([where('email', '=', login.toLowerCase()), where(sql`lower(username)`, '=', login.toLowerCase())]),
    )
    .executeTakeFirst();
  return user as LoginUser | undefined;
}

export async function findUser(ctx: Ctx, id: string): Promise<LoginUser> {
  const user = await ctx.db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  return user as LoginUser;
}

export async function insertSession(
  ctx: Ctx,
  session: {
    token_hash: string;
    user_id: string;
    account_id: string | null;
    expires_at: Date;
    ip: string;
    user_agent: string | null;
  },
): Promise<string> {
  const id = uuid();
  await ctx.db
    .insertInto('sessions')
    .values({ id, created_at: ctx.now, last_seen_at: ctx.now, ...session })
    .execute();
  return id;
}

export async function revokeSession(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Sessions that would still be accepted. */
function liveSessions(ctx: Ctx, userId: string) {
  const idleSince = new Date(ctx.now.getTime() - tokenIdleDays * 86_400_000);
  return ctx.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .where('last_seen_at', '>', idleSince);
}

export async function listSessions(ctx: Ctx, userId: string, page: { offset: number; limit: number }) {
  const found = await liveSessions(ctx, userId)
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { n } = await liveSessions(ctx, userId)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows: found, total: n };
}

/** Ends a session if it is the user's and still open; says whether it did. */
export async function revokeOwnSession(ctx: Ctx, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends the user's sessions, all or all but one. */
export async function revokeSessions(ctx: Ctx, userId: string, except?: string): Promise<void> {
  let query = ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (except) query = query.where('id', '<>', except);
  await query.execute();
}

/** The account a user lands in: the one joined first. Null for staff and for people without one. */
export async function firstAccount(ctx: Ctx, userId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export type LinkKind = 'create_password' | 'verify_email';

export async function insertLink(
  ctx: Ctx,
  link: { token_hash: string; user_id: string; kind: LinkKind; expires_at: Date },
): Promise<void> {
  await ctx.db
    .insertInto('user_links')
    .values({ created_at: ctx.now, ...link })
    .execute();
}

/** Uses a link up; undefined when it is unknown, used, over its life or of another kind. */
export async function takeLink(ctx: Ctx, tokenHash: string, kind: LinkKind): Promise<string | undefined> {
  const row = await ctx.db
    .updateTable('user_links')
    .set({ used_at: ctx.now })
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Sets a password; every mailed link that could set another one is used up. */
export async function setPassword(ctx: Ctx, userId: string, passwordHash: string): Promise<void> {
  await setPasswordHash(ctx, userId, passwordHash);
  await ctx.db
    .updateTable('user_links')
    .set({ used_at: ctx.now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'create_password')
    .where('used_at', 'is', null)
    .execute();
}

export async function setActing(ctx: Ctx, sessionId: string, acting: object | null): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ acting_as: acting && JSON.stringify(acting) })
    .where('id', '=', sessionId)
    .execute();
}

export async function hasAccount(ctx: Ctx, id: string): Promise<boolean> {
  return (await ctx.db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Addresses of an account's owners but this user, with their languages. */
export async function otherOwners(ctx: AccountCtx, userId: string) {
  const owners = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.locale'])
    .where('m.account_id', '=', ctx.account)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .where('m.user_id', '<>', userId)
    .execute();
  return owners as { email: string; locale: 'en' | 'zh' }[];
}

export type MailKind = 'sign_up' | 'create_password' | 'verify_email';

export async function insertMailRequest(
  ctx: Ctx,
  request: { email: string; kind: MailKind; sign_up_id: string | null },
): Promise<string> {
  const id = uuid();
  await ctx.db
    .insertInto('mail_requests')
    .values({ id, ...request, created_at: ctx.now })
    .execute();
  return id;
}

/** A request whose mail is still to be made; others to the same address wait until this transaction ends. */
export async function takeMailRequest(ctx: Ctx, id: string) {
  const request = await ctx.db
    .selectFrom('mail_requests')
    .select(['id', 'email', 'kind', 'sign_up_id'])
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .executeTakeFirst();
  if (request) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail ${request.email}`}, 0))`.execute(ctx.db);
  return request;
}

/** Mails that an address got on request since a time. */
export async function countMailed(ctx: Ctx, email: string, since: Date): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('mail_requests')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('email', '=', email)
    .where('mailed_at', '>', since)
    .executeTakeFirstOrThrow();
  return n;
}

export async function markMailed(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.updateTable('mail_requests').set({ mailed_at: ctx.now }).where('id', '=', id).execute();
}

export async function findUserByEmail(ctx: Ctx, email: string): Promise<LoginUser | undefined> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'kind', 'email', 'username', 'locale', 'password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  return user as LoginUser | undefined; // CHECK constraints hold kind and locale to their words
}
