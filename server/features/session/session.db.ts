import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { tokenIdleDays } from '#contract/constants.ts';
import type { StaffRole } from '#contract/rights.ts';
import type { Ctx } from '#server/db/context.ts';

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

export async function insertMember(
  ctx: Ctx,
  member: {
    email: string;
    username: string;
    password_hash: string | null;
    locale: 'en' | 'zh';
    account_name: string;
    time_zone: string;
  },
): Promise<{ user_id: string; account_id: string }> {
  const user_id = uuid();
  const account_id = uuid();
  const { account_name, time_zone, ...user } = member;
  await ctx.db
    .insertInto('users')
    .values({ id: user_id, kind: 'merchant', ...user, created_at: ctx.now })
    .execute();
  await ctx.db
    .insertInto('accounts')
    .values({ id: account_id, name: account_name, time_zone, created_at: ctx.now })
    .execute();
  await ctx.db.insertInto('ledger_heads').values({ account_id }).execute();
  await ctx.db.insertInto('memberships').values({ account_id, user_id, role: 'owner', created_at: ctx.now }).execute();
  return { user_id, account_id };
}

/** A member of staff without a password yet; an address that is staff already gets the missing roles. */
export async function upsertStaff(
  ctx: Ctx,
  staff: { email: string; username: string; roles: readonly StaffRole[] },
): Promise<string> {
  const found = await ctx.db
    .selectFrom('users')
    .select(['id', 'kind'])
    .where('email', '=', staff.email)
    .executeTakeFirst();
  const id = found?.id ?? uuid();
  if (!found) {
    await ctx.db
      .insertInto('users')
      .values({ id, kind: 'staff', email: staff.email, username: staff.username, created_at: ctx.now })
      .execute();
  }
  // For a merchant's address the constraint refuses: nobody is both (P2).
  await ctx.db
    .insertInto('staff_roles')
    .values(staff.roles.map((role) => ({ user_id: id, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
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
  await ctx.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await ctx.db
    .updateTable('user_links')
    .set({ used_at: ctx.now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'create_password')
    .where('used_at', 'is', null)
    .execute();
}

export async function setVerified(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ email_verified_at: ctx.now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
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
export async function otherOwners(ctx: Ctx, accountId: string, userId: string) {
  const owners = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.locale'])
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .where('m.user_id', '<>', userId)
    .execute();
  return owners as { email: string; locale: 'en' | 'zh' }[];
}
