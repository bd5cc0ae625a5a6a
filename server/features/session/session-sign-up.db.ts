import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';

export type SignUp = {
  id: string;
  email: string;
  username: string;
  password_hash: string;
  account_name: string;
  locale: 'en' | 'zh';
  time_zone: string;
  redirect: string | null;
};

const columns = [
  'id',
  'email',
  'username',
  'password_hash',
  'account_name',
  'locale',
  'time_zone',
  'redirect',
] as const;

/** Makes others who want the username wait until this transaction ends. */
export async function lockUsername(ctx: Ctx, username: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`username ${username.toLowerCase()}`}, 0))`.execute(ctx.db);
}

/** Whether a user has the username, or a sign-up of another address holds it. */
export async function isUsernameTaken(ctx: Ctx, username: string, email: string): Promise<boolean> {
  const name = username.toLowerCase();
  const user = await ctx.db.selectFrom('users').select('id').where(sql`lower(username)`, '=', name).executeTakeFirst();
  const waiting = await ctx.db
    .selectFrom('sign_ups')
    .select('id')
    .where(sql`lower(username)`, '=', name)
    .where('email', '<>', email)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return user !== undefined || waiting !== undefined;
}

export async function insertSignUp(ctx: Ctx, signUp: Omit<SignUp, 'id'>, expiresAt: Date): Promise<string> {
  const id = uuid();
  await ctx.db
    .insertInto('sign_ups')
    .values({ id, ...signUp, created_at: ctx.now, expires_at: expiresAt })
    .execute();
  return id;
}

/** Gives a sign-up the link that completes it; undefined when it is gone. */
export async function giveLink(ctx: Ctx, id: string, link: { token_hash: string; expires_at: Date }) {
  const row = await ctx.db.updateTable('sign_ups').set(link).where('id', '=', id).returning(columns).executeTakeFirst();
  return row as SignUp | undefined; // a CHECK constraint holds locale to its words
}

/** Uses a sign-up's link up; undefined when it is unknown, used or too old. */
export async function takeSignUp(ctx: Ctx, tokenHash: string): Promise<SignUp | undefined> {
  const row = await ctx.db
    .deleteFrom('sign_ups')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', ctx.now)
    .returning(columns)
    .executeTakeFirst();
  return row as SignUp | undefined;
}
