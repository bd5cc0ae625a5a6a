import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { StoreRef } from '../records/kit.ts';

export type TopicRow = {
  topic: string;
  last_received_at: Date;
  received: number;
  waiting: number;
  failed: number;
  lag_p50_ms: number | null;
  lag_p95_ms: number | null;
};

/** A shop's deliveries since then, by topic; what a shop of ours told is in the one inbox of all. */
export async function findTopics(
  ctx: Ctx,
  shop: { platform: string; domain: string },
  since: Date,
): Promise<TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    SELECT topic, max(received_at) AS last_received_at, count(*)::int AS received,
      count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY lag)::int AS lag_p50_ms,
      percentile_disc(0.95) WITHIN GROUP (ORDER BY lag)::int AS lag_p95_ms
    FROM (
      SELECT topic, received_at, state,
        CASE WHEN state = 'done'
          THEN greatest(0, least(2147483647, extract(epoch FROM done_at - coalesce(triggered_at, received_at)) * 1000)) END AS lag
      FROM webhook_inbox
      WHERE platform = ${shop.platform} AND shop = ${shop.domain} AND received_at >= ${since}) d
    GROUP BY topic ORDER BY topic`.execute(ctx.db);
  return rows;
}

/** What of a store's orders is still open, by who has paid. */
export async function countOpen(ctx: Ctx, store: StoreRef) {
  const { rows } = await sql<{ unpaid: number; paid_open: number; untold: number }>`
    SELECT
      (SELECT count(*)::int FROM orders o WHERE o.account_id = ${store.account_id} AND o.store_id = ${store.id}
        AND (o.stage IN ('imported', 'quoting', 'awaiting_payment') OR o.payment = 'invoiced')) AS unpaid,
      (SELECT count(*)::int FROM orders o WHERE o.account_id = ${store.account_id} AND o.store_id = ${store.id}
        AND o.stage IN ('paying', 'processing', 'ready_to_ship', 'partially_shipped')
        AND o.payment <> 'invoiced') AS paid_open,
      (SELECT count(*)::int FROM outbox b JOIN parcels p ON p.account_id = b.account_id AND p.id = (b.payload ->> 'parcel_id')::uuid
        JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
        WHERE b.account_id = ${store.account_id} AND b.kind = 'shop_fulfillment' AND b.state IN ('queued', 'failed')
          AND o.store_id = ${store.id}) AS untold`.execute(ctx.db);
  return rows[0] ?? { unpaid: 0, paid_open: 0, untold: 0 };
}
