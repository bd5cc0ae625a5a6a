import { sql } from 'kysely';
import type pg from 'pg';
import { promisesTask } from '#server/features/orders/review/promises.service.ts';
import type { Thread } from './portal.ts';

/** Webhooks reach the portal within a minute of the order. */
const later = sql`interval '45 seconds'`;

/**
 * Orders were imported and deliveries recorded in batches; this gives each its own moment, as if every webhook and
 * every carrier's word had come alone. Nothing but times is touched.
 */
export async function spreadMoments(thread: Thread): Promise<void> {
  await thread.allAccounts(async ({ db }) => {
    await sql`
      UPDATE order_events e SET at = o.placed_at + ${later}
      FROM orders o WHERE o.account_id = e.account_id AND o.id = e.order_id AND e.at < o.placed_at`.execute(db);
    await sql`
      UPDATE order_events e SET at = p.at
      FROM (SELECT account_id, order_id, max(delivered_at) AS at FROM parcels GROUP BY 1, 2) p
      WHERE p.account_id = e.account_id AND p.order_id = e.order_id AND e.kind = 'delivered' AND p.at IS NOT NULL`.execute(
      db,
    );
    await sql`
      -- what was refunded later had been sent long before
      UPDATE order_events e SET at = CASE WHEN e.kind = 'store_fulfillment' AND o.financial_status = 'partially_refunded'
        THEN o.shipped_at ELSE o.external_updated_at END + ${later}
      FROM orders o
      WHERE o.account_id = e.account_id AND o.id = e.order_id AND e.actor_kind = 'system' AND e.kind NOT IN ('imported', 'payable', 'delivered')
        AND e.at > o.external_updated_at + ${later}`.execute(db);
    await sql`
      UPDATE order_blocks b SET since = o.placed_at + ${later}
      FROM orders o WHERE o.account_id = b.account_id AND o.id = b.order_id AND b.since < o.placed_at`.execute(db);
    await sql`
      UPDATE orders o SET created_at = o.placed_at + ${later},
        priced_at = CASE WHEN o.priced_at < o.placed_at THEN o.placed_at + ${later} ELSE o.priced_at END,
        stage_since = CASE
          WHEN o.stage = 'delivered' THEN (SELECT max(p.delivered_at) FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id)
          WHEN o.stage = 'shipped' THEN (SELECT max(p.shipped_at) FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id)
          WHEN o.stage = 'partially_shipped' THEN o.shipped_at
          WHEN o.stage IN ('closed', 'self_fulfilled') THEN o.external_updated_at
          WHEN o.stage_since < o.placed_at THEN o.placed_at + ${later}
          ELSE o.stage_since END`.execute(db);
  });
}

/** What shops told by webhook in the last days, and when the last of it came. */
export async function rememberWebhooks(thread: Thread, now: Date): Promise<void> {
  await thread.allAccounts(async ({ db }) => {
    await sql`
      INSERT INTO webhook_inbox (id, platform, delivery_id, shop, topic, triggered_at, received_at, state, done_at, order_id)
      SELECT gen_random_uuid(), s.platform, 'demo-' || o.id, s.external_domain,
        CASE WHEN s.platform = 'shopify' THEN 'orders/updated' ELSE 'order.updated' END,
        o.external_updated_at, o.external_updated_at + interval '1 second' + (extract(milliseconds FROM o.placed_at)::int % 900) * interval '1 millisecond', 'done',
        o.external_updated_at + interval '2 seconds' + (extract(milliseconds FROM o.placed_at)::int % 900) * interval '1 millisecond', o.external_id
      FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id AND s.platform IN ('shopify', 'woocommerce')
      WHERE o.source = 'api' AND s.last_event_at IS NOT NULL AND o.external_updated_at > ${now}::timestamptz - interval '30 days'
        AND o.external_updated_at <= s.last_event_at`.execute(db);
  });
}

/**
 * Mails and other tasks of the past are done and old news is read: nobody is to get them when the portal starts.
 * Delivery promises are still renewed then: orders were priced before the demo's deliveries were measured.
 */
export async function endPastTasks(owner: pg.Pool): Promise<void> {
  await owner.query(`UPDATE outbox SET state = 'sent', attempts = 1, sent_at = created_at WHERE state = 'queued'`);
  await owner.query('UPDATE notifications SET mail_waits = false WHERE mail_waits');
  await owner.query(`UPDATE notifications SET read_at = created_at WHERE created_at < now() - interval '2 days'`);
  await owner.query(
    'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs WHERE task_identifier <> $1',
    [promisesTask],
  );
  // what the pictures look like is worked out in the background, as soon as the portal runs
  await owner.query(`SELECT enqueue_task('image_search_describe', '{}', 'image_search_describe', NULL, NULL, 25)`);
}
