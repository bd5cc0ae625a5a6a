import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

export type OrderFacts = {
  id: string;
  name: string;
  store_id: string;
  country: string | null;
  currency: string | null;
  /** What it costs now: paid, less what was given back for cancelled units and cheaper ways; minor units. */
  cost: number;
  paid_at: Date | null;
  packed: boolean;
  /** Nothing of it is sent from here any more, and what was paid was given back. */
  cancelled: boolean;
  address: boolean;
  /** Names of the orders that send its units again. */
  resent_as: string[];
  /** Of a replacement: the order that it sends units of. */
  reship_of: string | null;
  /** Of a replacement of units that never left: the order that they were paid with. */
  paid_with: string | null;
};

/** Locks an order behind the one that it replaces: money for its units goes back there. */
export async function lockWithFirst(ctx: AccountCtx, id: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH mine AS (SELECT id, reship_of FROM orders WHERE account_id = ${ctx.account} AND id = ${id})
    SELECT FROM orders WHERE account_id = ${ctx.account} AND id IN (SELECT id FROM mine UNION ALL SELECT reship_of FROM mine)
    ORDER BY id FOR UPDATE`.execute(ctx.db);
}

/** The order that a claim is about; with `lock` it stays as it is until the transaction ends. */
export async function findOrder(ctx: AccountCtx, id: string, lock = false): Promise<OrderFacts | undefined> {
  // a statement of its own: what it waits for is seen by the next one
  if (lock) await lockWithFirst(ctx, sql`${id}`);
  const { rows } = await sql<OrderFacts>`
    SELECT o.id, o.name, o.store_id, o.country, o.cost_currency AS currency, coalesce(o.cost_total, 0) AS cost, o.paid_at, o.fulfilment_step IS NOT DISTINCT FROM 'packed' AS packed,
      o.stage = 'cancelled' OR o.cancelled_by_us_at IS NOT NULL AS cancelled,
      EXISTS (SELECT FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id
        AND r.redacted_at IS NULL AND r.address1 IS NOT NULL) AS address,
      ARRAY(SELECT r.name FROM orders r WHERE r.account_id = o.account_id AND r.reship_of = o.id AND r.stage <> 'cancelled'
        ORDER BY r.name) AS resent_as, o.reship_of,
      CASE WHEN EXISTS (SELECT FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.replaces_line_id IS NOT NULL
        AND l.replaces_parcel_id IS NULL) THEN o.reship_of END AS paid_with
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export type LineFacts = {
  line_id: string;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  /** Paid units that were not cancelled: what the order costs is paid for these. */
  paid_quantity: number;
  shipped_quantity: number;
  unit_cost: number | null;
  /** Paid units that never left: neither cancelled nor sent by a replacement. */
  unsent: number;
  /** Of a replacement of units that never left: what was paid for them; null otherwise. Minor units. */
  worth: number | null;
  /** Of the paid units, those that replacements send or that were given back after they left. */
  settled: number;
  /** What was paid for those that replacements send, in minor units. */
  held: number;
};

/** Lines that were paid. */
export async function findPaidLines(ctx: AccountCtx, orderId: string): Promise<LineFacts[]> {
  const { rows } = await sql<LineFacts>`
    SELECT l.id AS line_id, l.title, l.variant_title, coalesce('/api/pictures/' || p.picture, l.image_url) AS image_url,
      greatest(l.shipped_quantity + l.replaced_quantity, l.paid_quantity - l.cancelled_quantity) AS paid_quantity,
      l.shipped_quantity, l.unit_cost,
      CASE WHEN l.replaces_line_id IS NULL
        THEN greatest(0, l.paid_quantity - l.cancelled_quantity - l.shipped_quantity - l.replaced_quantity) ELSE 0 END AS unsent,
      CASE WHEN l.replaces_line_id IS NOT NULL AND l.replaces_parcel_id IS NULL
        THEN l.replaces_worth * (l.quantity - l.cancelled_quantity) / l.quantity END AS worth,
      l.replaced_quantity + coalesce((SELECT sum(p.resent_quantity + p.refunded_quantity) FROM parcel_lines p
        WHERE p.account_id = l.account_id AND p.line_id = l.id), 0)::int AS settled,
      coalesce((SELECT sum(r.replaces_worth * (r.quantity - r.cancelled_quantity) / r.quantity) FROM order_lines r
        WHERE r.account_id = l.account_id AND r.replaces_line_id = l.id), 0)::bigint AS held
    FROM order_lines l
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    LEFT JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId} AND l.paid_quantity > 0 ORDER BY l.position, l.id`.execute(
    ctx.db,
  );
  return rows;
}

export type ParcelFacts = {
  id: string;
  tracking_number: string;
  status: string;
  shipped_at: Date;
  delivered_at: Date | null;
  lines: ParcelLine[];
};
/** Units of a line in a parcel, and those of them that were sent again or given back. */
export type ParcelLine = { line_id: string; quantity: number; resent: number; refunded: number };

export async function findParcels(ctx: AccountCtx, orderId: string): Promise<ParcelFacts[]> {
  const { rows } = await sql<ParcelFacts>`
    SELECT p.id, p.tracking_number, p.status, p.shipped_at, p.delivered_at,
      coalesce((SELECT json_agg(json_build_object('line_id', l.line_id, 'quantity', l.quantity, 'resent', l.resent_quantity,
          'refunded', l.refunded_quantity))
        FROM parcel_lines l WHERE l.account_id = p.account_id AND l.parcel_id = p.id), '[]') AS lines
    FROM parcels p WHERE p.account_id = ${ctx.account} AND p.order_id = ${orderId} ORDER BY p.shipped_at, p.id`.execute(
    ctx.db,
  );
  return rows;
}

export type ClaimedFacts = {
  line_id: string;
  parcel_id: string | null;
  granted: number;
  open_claim: { id: string; number: string } | null;
};

/** What was claimed of each line of a parcel before. */
export async function findClaimed(ctx: AccountCtx, orderId: string): Promise<ClaimedFacts[]> {
  const { rows } = await sql<ClaimedFacts>`
    SELECT l.line_id, l.parcel_id, sum(l.granted)::bigint AS granted,
      (SELECT json_build_object('id', k.id, 'number', 'CLM-' || k.number) FROM claim_lines x
       JOIN claims k ON k.account_id = x.account_id AND k.id = x.claim_id
       WHERE x.account_id = ${ctx.account} AND x.line_id = l.line_id AND x.parcel_id IS NOT DISTINCT FROM l.parcel_id AND x.open) AS open_claim
    FROM claim_lines l JOIN claims c ON c.account_id = l.account_id AND c.id = l.claim_id
    WHERE c.account_id = ${ctx.account} AND c.order_id = ${orderId}
    GROUP BY l.line_id, l.parcel_id`.execute(ctx.db);
  return rows;
}

const days = 90;
const mostOrders = 20_000;

/** Claims and paid orders of the last 90 days; orders are counted up to 20,000, which makes a rate rather too high. */
export async function findRate(ctx: AccountCtx): Promise<{ claims: number; orders: number }> {
  const since = new Date(ctx.now.getTime() - days * 86_400_000);
  const { rows } = await sql<{ claims: number; orders: number }>`
    SELECT (SELECT count(*)::int FROM claims WHERE account_id = ${ctx.account} AND submitted_at >= ${since} AND status <> 'withdrawn') AS claims,
      (SELECT count(*)::int FROM (SELECT 1 FROM orders WHERE account_id = ${ctx.account} AND placed_at >= ${since} AND paid_at IS NOT NULL
        LIMIT ${mostOrders}) few) AS orders`.execute(ctx.db);
  return rows[0] ?? { claims: 0, orders: 0 };
}
