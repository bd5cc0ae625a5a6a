import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type About = { order_id: string; order: string; client: string; store_id: string; asked_by: string | null };

/** What is told of an asked cancellation: names only, nothing of the buyer. */
export async function findAbout(ctx: Ctx, accountId: string, id: string): Promise<About | undefined> {
  const { rows } = await sql<About>`
    SELECT o.id AS order_id, o.name AS "order", a.name AS client, o.store_id, r.asked_by
    FROM cancel_requests r
    JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
    JOIN accounts a ON a.id = r.account_id
    WHERE r.account_id = ${accountId} AND r.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Open cancellations whose time has passed and of which the desk was not told yet, over all accounts. */
export async function findOverdue(ctx: Ctx, limit: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM cancel_requests
    WHERE status = 'open' AND due_at < ${ctx.now} AND overdue_told_at IS NULL ORDER BY due_at, id LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

/** False when it was answered or told of meanwhile. */
export async function markOverdueTold(ctx: Ctx, which: { account_id: string; id: string }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE cancel_requests SET overdue_told_at = ${ctx.now}
    WHERE account_id = ${which.account_id} AND id = ${which.id} AND status = 'open' AND overdue_told_at IS NULL
    RETURNING id`.execute(ctx.db);
  return rows.length > 0;
}
