import { sql } from 'kysely';
import type { NotificationMessage } from '#contract/notification-events.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

/** Whom a mail goes to. */
export type Reader = { email: string; locale: 'en' | 'zh' };

/** Readers who were notified of more than `most` matters of this kind and account since `since`. */
export async function findFlooded(
  ctx: Ctx,
  { account_id, event }: NotificationMessage,
  received: { audience: 'member' | 'staff'; readers: readonly string[]; most: number; since: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`${prepared}
    SELECT user_id FROM notifications
    WHERE audience = ${received.audience} AND account_id = ${account_id} AND user_id = ANY (${received.readers}::uuid[])
      AND hidden_at IS NULL AND created_at > ${received.since} AND event = ${event}
    GROUP BY user_id HAVING count(*) > ${received.most}`.execute(ctx.db);
  return new Set(rows.map((row) => row.user_id));
}

/** Lets these wait for a mail of several; answers since when the first of the account's of this event waits. */
export async function markWaiting(ctx: AccountCtx, event: string, ids: readonly string[]): Promise<Date> {
  await sql`${prepared}UPDATE notifications SET mail_waits = true WHERE account_id = ${ctx.account} AND id = ANY (${ids}::uuid[])`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ first: Date | null }>`${prepared}
    SELECT min(created_at) AS first FROM notifications WHERE account_id = ${ctx.account} AND event = ${event} AND mail_waits`.execute(
    ctx.db,
  );
  return rows[0]?.first ?? ctx.now;
}

export type Waiting = Reader & {
  id: string;
  user_id: string;
  params: Readonly<Record<string, string | number>>;
  link: string;
};

/** What waits for a mail of several, oldest first, which waits no longer; without what was dismissed, or settled where it wants an action. */
export async function takeWaiting(ctx: AccountCtx, event: string, wantsAction: boolean): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    WITH taken AS (
      UPDATE notifications SET mail_waits = false WHERE account_id = ${ctx.account} AND event = ${event} AND mail_waits
      RETURNING id, user_id, params, link, created_at, hidden_at IS NULL AND (waiting OR NOT ${wantsAction}) AS wanted
    )
    SELECT t.id, t.user_id, u.email, u.locale, t.params, t.link FROM taken t JOIN users u ON u.id = t.user_id
    WHERE t.wanted ORDER BY t.created_at, t.id`.execute(ctx.db);
  return rows;
}
