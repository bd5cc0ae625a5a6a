import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import type { LoginUser } from './session.db.ts';

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
