import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** The statement that finds delivered orders without a claim, delivered before then, for the test that looks at its plan. */
export const dueStatement = (before: Date, limit: number) => sql<{ account_id: string; id: string }>`
  SELECT account_id, id FROM orders
  WHERE stage = 'delivered' AND stage_since <= ${before} AND NOT claimed AND closed_at IS NULL ORDER BY stage_since LIMIT ${limit}`;

export async function findDelivered(ctx: Ctx, before: Date, limit: number) {
  return (await dueStatement(before, limit).execute(ctx.db)).rows;
}

/** Closes those of an account that are still delivered and without a claim; answers which. */
export async function close(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE orders SET closed_at = ${ctx.now}
    WHERE account_id = ${accountId} AND id IN (
      SELECT id FROM orders WHERE account_id = ${accountId} AND id = ANY(${[...ids]}::uuid[]) AND stage = 'delivered' AND NOT claimed
      ORDER BY id FOR UPDATE)
    RETURNING id`.execute(ctx.db);
  return rows.map((row) => row.id);
}
