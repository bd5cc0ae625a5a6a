import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export async function setHold(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  hold: { reason: string | null; until: Date | null } | null,
): Promise<void> {
  await sql`
    UPDATE orders SET held = ${hold !== null}, hold_reason = ${hold?.reason ?? null}, hold_until = ${hold?.until ?? null}, version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
}

/** Orders whose hold is over, the longest overdue first. */
export async function findDue(ctx: Ctx, limit: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM orders WHERE hold_until <= ${ctx.now} ORDER BY hold_until, id LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

/** Locks one of them; false when somebody released it, or held it longer, meanwhile. */
export async function lockDue(ctx: Ctx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM orders WHERE account_id = ${accountId} AND id = ${id} AND hold_until <= ${ctx.now} FOR UPDATE`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
