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

/** The order costs less: its goods first, then its freight, then its fees. What is kept of it moves to the fees. */
export async function lessenCost(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  { by, kept }: { by: number; kept: number },
): Promise<void> {
  await sql`
    UPDATE orders o SET cost_goods = o.cost_goods - c.goods, cost_freight = o.cost_freight - c.freight,
      cost_fees = o.cost_fees - c.fees + ${kept}, cost_total = o.cost_total - c.goods - c.freight - c.fees + ${kept}
    FROM (SELECT least(cost_goods, n) AS goods, least(cost_freight, greatest(0, n - cost_goods)) AS freight,
            least(cost_fees, greatest(0, n - cost_goods - cost_freight)) AS fees
          FROM orders, (SELECT ${by + kept}::bigint AS n) less
          WHERE account_id = ${accountId} AND id = ${orderId}) c
    WHERE o.account_id = ${accountId} AND o.id = ${orderId} AND o.cost_total IS NOT NULL`.execute(ctx.db);
}

export async function setClaimed(ctx: Ctx, accountId: string, orderId: string, claimed: boolean): Promise<void> {
  await sql`
    UPDATE orders SET claimed = ${claimed}, version = version + 1
    WHERE account_id = ${accountId} AND id = ${orderId} AND claimed <> ${claimed}`.execute(ctx.db);
}
