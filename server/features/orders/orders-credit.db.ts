import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Writes how much of a paid order went back. */
export async function setPayment(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  payment: 'partly_refunded' | 'refunded',
): Promise<void> {
  await sql`
    UPDATE orders SET payment = ${payment}, version = version + 1
    WHERE account_id = ${accountId} AND id = ${orderId}`.execute(ctx.db);
}

export async function setClaimed(ctx: Ctx, accountId: string, orderId: string, claimed: boolean): Promise<void> {
  await sql`
    UPDATE orders SET claimed = ${claimed}, version = version + 1
    WHERE account_id = ${accountId} AND id = ${orderId} AND claimed <> ${claimed}`.execute(ctx.db);
}
