import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { NotificationMessage } from '#contract/notification-events.ts';
import type { Rights } from '#contract/rights.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** Somebody who may be notified of something. */
export type Listener = {
  user_id: string;
  email: string;
  locale: 'en' | 'zh';
  /** Members only: null means the rights of the role. */
  role: string;
  rights: Rights | null;
};

/**
 * Keeps others from notifying of the same until the transaction ends: two actions about one record tell one after the other, so
 * that the second finds what the first told.
 */
const lockSubject = ({ account_id, event, subject }: NotificationMessage) =>
  sql`(SELECT pg_advisory_xact_lock(hashtextextended(${`${account_id} ${event} ${subject}`}, 0)) OFFSET 0) locked`;

/** Active members of an account who may see the store of what they are notified of, under the lock of its record. */
export async function findMembers(ctx: AccountCtx, message: NotificationMessage): Promise<Listener[]> {
  const storeId = message.store_id ?? null;
  const { rows } = await sql<Listener>`${prepared}
    SELECT u.id AS user_id, u.email, u.locale, m.role, m.rights
    FROM ${lockSubject(message)} CROSS JOIN memberships m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${ctx.account} AND m.status = 'active'
      AND (m.all_stores OR ${storeId}::uuid IS NULL OR EXISTS (SELECT 1 FROM membership_stores s
        WHERE s.account_id = m.account_id AND s.user_id = m.user_id AND s.store_id = ${storeId}::uuid))
    ORDER BY u.id`.execute(ctx.db);
  return rows;
}

/** The client's own agent for what agents do, otherwise everybody of these roles, under the same lock. */
export async function findStaff(
  ctx: AccountCtx,
  message: NotificationMessage,
  roles: readonly string[],
): Promise<Listener[]> {
  const { rows } = await sql<Listener>`${prepared}
    SELECT DISTINCT u.id AS user_id, u.email, u.locale, r.role, NULL::jsonb AS rights
    FROM ${lockSubject(message)} CROSS JOIN staff_roles r JOIN users u ON u.id = r.user_id
    JOIN accounts a ON a.id = ${ctx.account}
    WHERE r.role = ANY (${roles}::text[]) AND (r.role <> 'agent' OR a.agent_user_id IS NULL OR a.agent_user_id = u.id)
    ORDER BY u.id LIMIT 50`.execute(ctx.db);
  return rows;
}

/** Brings up to date what was reported of the same event and record since `since`, also what was settled; answers to whom. */
export async function refreshRecent(
  ctx: Ctx,
  message: NotificationMessage,
  waiting: boolean,
  since: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`${prepared}
    UPDATE notifications SET params = ${JSON.stringify(message.params)}, link = ${message.link}, created_at = ${ctx.now},
      read_at = NULL, waiting = ${waiting}
    WHERE account_id = ${message.account_id} AND subject = ${message.subject} AND event = ${message.event}
      AND created_at > ${since} AND hidden_at IS NULL
    RETURNING user_id`.execute(ctx.db);
  return new Set(rows.map((row) => row.user_id));
}

/** One row per reader; answers the row of each. */
export async function insertRows(
  ctx: Ctx,
  message: NotificationMessage,
  about: { feature: string; audience: 'member' | 'staff'; waiting: boolean },
  readers: readonly Listener[],
): Promise<Map<string, string>> {
  const made = new Map(readers.map(({ user_id }) => [user_id, uuid()]));
  if (readers.length === 0) return made;
  await ctx.db
    .insertInto('notifications')
    .values(
      [...made].map(([user_id, id]) => ({
        account_id: message.account_id,
        id,
        user_id,
        ...about,
        event: message.event,
        subject: message.subject,
        store_id: message.store_id ?? null,
        params: JSON.stringify(message.params),
        link: message.link,
        created_at: ctx.now,
      })),
    )
    .execute();
  return made;
}

/** The matter is settled: nobody has to act on these any more, or to read of them. Answers whether there was something. */
export async function resolveRows(ctx: AccountCtx, subjects: readonly string[], events: readonly string[]) {
  const { rows } = await sql<{ audience: string }>`${prepared}
    UPDATE notifications SET waiting = false, read_at = coalesce(read_at, ${ctx.now})
    WHERE account_id = ${ctx.account} AND subject = ANY (${subjects}::uuid[]) AND event = ANY (${events}::text[]) AND waiting
    RETURNING audience`.execute(ctx.db);
  return new Set(rows.map((row) => row.audience));
}
