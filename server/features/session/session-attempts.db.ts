import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';

/** Whose password is tried: a user, or what somebody typed that is nobody's name. */
export type Target = { user_id: string | null; typed: string };

/** Failures count for the user, whatever name was typed; for an unknown name by that name. */
const isTarget = ({ user_id, typed }: Target) =>
  user_id === null ? sql<boolean>`user_id IS NULL AND email = ${typed}` : sql<boolean>`user_id = ${user_id}`;

/** Waits for other attempts from the address and at the target, until this transaction ends. */
export async function lockAttempts(ctx: Ctx, target: Target, ip: string): Promise<void> {
  for (const name of [`login from ${ip}`, `login of ${target.user_id ?? target.typed}`]) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
  }
}

/** The latest attempts at the target from one address, the newest first. */
export async function latestAttempts(ctx: Ctx, target: Target, ip: string, most: number) {
  return ctx.db
    .selectFrom('login_attempts')
    .select(['at', 'ok'])
    .where(isTarget(target))
    .where('ip', '=', ip)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Failures at the target since a time, from all addresses. */
export const countTargetFailures = (ctx: Ctx, target: Target, since: Date) =>
  countFailures(ctx, isTarget(target), since);

/** Failures from an address since a time, whoever was meant. */
export const countAddressFailures = (ctx: Ctx, ip: string, since: Date) =>
  countFailures(ctx, sql<boolean>`ip = ${ip}`, since);

async function countFailures(ctx: Ctx, which: ReturnType<typeof isTarget>, since: Date): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('login_attempts')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(which)
    .where('at', '>', since)
    .where('ok', '=', false)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertAttempt(
  ctx: Ctx,
  attempt: { email: string; ip: string; user_id: string | null; ok: boolean; user_agent: string | null },
): Promise<string> {
  const id = uuid();
  await ctx.db
    .insertInto('login_attempts')
    .values({ id, at: ctx.now, ...attempt })
    .execute();
  return id;
}

/** The password was right: the attempt is no failure. */
export async function markRight(ctx: Ctx, attemptId: string): Promise<void> {
  await ctx.db.updateTable('login_attempts').set({ ok: true }).where('id', '=', attemptId).execute();
}

/** The attempt was no log-in, and is not one to be listed. */
export async function removeAttempt(ctx: Ctx, attemptId: string): Promise<void> {
  await ctx.db.deleteFrom('login_attempts').where('id', '=', attemptId).execute();
}

export async function listAttempts(ctx: Ctx, userId: string, page: { offset: number; limit: number }) {
  const rows = await ctx.db
    .selectFrom('login_attempts')
    .select(['at', 'ok', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { n } = await ctx.db
    .selectFrom('login_attempts')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}
