import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** An order with its shop and all numbers under which we sent its parcels; undefined once it is gone. */
export async function findSent(ctx: Ctx, accountId: string, orderId: string) {
  const { rows } = await sql<{
    external_id: string;
    store_id: string;
    platform: string;
    domain: string;
    status: string;
    numbers: string[];
  }>`
    SELECT o.external_id, o.store_id, s.platform, s.external_domain AS domain, s.status,
      coalesce((SELECT array_agg(n) FROM parcels p
        LEFT JOIN parcel_pushes x ON x.account_id = p.account_id AND x.parcel_id = p.id
        CROSS JOIN LATERAL unnest(ARRAY[p.tracking_number, p.last_mile_number] || coalesce(x.tried, '{}')) n
        WHERE p.account_id = o.account_id AND p.order_id = o.id AND n IS NOT NULL), '{}') AS numbers
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    WHERE o.account_id = ${accountId} AND o.id = ${orderId}`.execute(ctx.db);
  return rows[0];
}
