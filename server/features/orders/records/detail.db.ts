import { sql } from 'kysely';
import type { AddressField, CarrierDemands } from '#contract/address-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { addressParts } from './address.db.ts';
import { leftOfOrder, replacementsOf } from './replacements.db.ts';
import { listColumns, listJoins, type OrderListRow } from './list.db.ts';

type AddressRow = Record<AddressField | 'email', string | null>;

/** An order that sends units of another one: what it holds of them, and of their payment (minor units). */
type Replacement = { id: string; name: string; stage: string; recallable: boolean; units: number; worth: number };

export type OrderDetailRow = OrderListRow & {
  external_id: string;
  shop_domain: string | null;
  address: AddressRow | null;
  address_original: AddressRow | null;
  address_later: AddressRow | null;
  carrier: CarrierDemands | null;
  reship_of: { id: string; name: string; had_left: boolean; cancelled_by_us: boolean } | null;
  reships: Replacement[];
  left: { amount: number; currency: string } | null;
};

/** One order with its recipient and invoice. */
export async function findOrder(ctx: AccountCtx, id: string): Promise<OrderDetailRow | undefined> {
  const { rows } = await sql<OrderDetailRow>`${prepared}
    SELECT ${listColumns}, o.external_id, s.external_domain AS shop_domain,
      (SELECT json_build_object('id', f.id, 'name', f.name, 'cancelled_by_us', f.cancelled_by_us_at IS NOT NULL, 'had_left', EXISTS (SELECT FROM order_lines k
         WHERE k.account_id = o.account_id AND k.order_id = o.id AND k.replaces_parcel_id IS NOT NULL)) FROM orders f
       WHERE f.account_id = o.account_id AND f.id = o.reship_of) AS reship_of,
      ${replacementsOf} AS reships, ${leftOfOrder} AS left,
      to_recipient.address, to_recipient.original AS address_original, to_recipient.later AS address_later,
      (SELECT json_build_object('phone', needs_phone, 'latin', latin_only, 'po_boxes', takes_po_boxes, 'customs', needs_customs)
       FROM channels WHERE id = o.channel_id) AS carrier
    FROM orders o ${listJoins}
    LEFT JOIN LATERAL (
      SELECT json_build_object(${addressParts}, 'email', r.email) AS address, r.original, r.later
      FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) to_recipient ON true
    WHERE o.account_id = ${ctx.account} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export async function findLines(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<{
    id: string;
    title: string;
    variant_title: string | null;
    sku: string;
    image_url: string | null;
    quantity: number;
    current_quantity: number;
    shipped_quantity: number;
    paid_quantity: number;
    dropped_quantity: number;
    cancelled_quantity: number;
    moved_quantity: number;
    replaced_quantity: number;
    from: { id: string; name: string } | null;
    unit_price: number | null;
    unit_cost: number | null;
    not_ours: boolean;
    requires_shipping: boolean;
    variant_id: string | null;
    product_id: string | null;
    mapping_version: number | null;
  }>`${prepared}
    SELECT l.id, l.title, l.variant_title, l.sku, coalesce('/api/pictures/' || p.picture, l.image_url) AS image_url, l.quantity,
           l.current_quantity, l.shipped_quantity, l.paid_quantity, l.cancelled_quantity, l.moved_quantity, l.replaced_quantity, l.dropped_quantity, l.unit_price, l.unit_cost, l.not_ours, l.requires_shipping,
           l.variant_id, v.product_id, l.mapping_version,
           (SELECT json_build_object('id', f.id, 'name', f.name) FROM order_lines g JOIN orders f ON f.account_id = g.account_id AND f.id = g.order_id
            WHERE g.account_id = l.account_id AND g.id = l.origin_line_id) AS from
    FROM order_lines l
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    LEFT JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId} AND (l.origin_line_id IS NULL OR l.quantity > 0)
    ORDER BY l.position, l.id`.execute(ctx.db);
  return rows;
}

export type PickRow = { line_id: string; code: string; title: string; picture_url: string | null; quantity: number };

/** The catalogue SKUs that one unit of each line is made of, by the mapping that the line uses. */
export async function findPicks(ctx: AccountCtx, orderId: string): Promise<PickRow[]> {
  const { rows } = await sql<PickRow>`
    SELECT l.id AS line_id, c.code, c.title, '/api/pictures/' || c.picture AS picture_url, k.quantity
    FROM order_lines l
    JOIN mapping_components k ON k.account_id = l.account_id AND k.variant_id = l.variant_id AND k.version = l.mapping_version
      AND k.rule = l.mapping_rule
    JOIN catalog_skus c ON c.id = k.catalog_sku_id
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId} ORDER BY l.position, l.id, k.line`.execute(ctx.db);
  return rows;
}

export type ParcelRow = {
  id: string;
  carrier: string;
  tracking_number: string;
  tracking_url: string | null;
  last_mile: { carrier: string; tracking_number: string } | null;
  /** The number that the shop may show: its own, or that of the last mile as the store's settings say. */
  shown_number: string | null;
  channel: string;
  status: string;
  shipped_at: Date;
  delivered_at: Date | null;
  version: number;
  lines: { line_id: string; quantity: number }[];
  pushes: { state: 'sending' | 'sent' | 'refused'; error: string | null; tracking_number: string }[];
  /** State of the outbox row that tells the shop; null when nothing is told. */
  outbox: 'queued' | 'sent' | 'failed' | null;
  outbox_error: string | null;
  /** Why its store accepts nothing from us at present; null when it does. */
  lost: 'needs_reauth' | 'disconnected' | null;
};

/** Parcels of an order, or one parcel of the account, with what the shop knows of them. */
export async function findParcels(
  ctx: AccountCtx,
  which: { orderId: string } | { parcelId: string },
): Promise<ParcelRow[]> {
  const { rows } = await sql<ParcelRow>`${prepared}
    SELECT p.id, p.carrier, p.tracking_number, p.tracking_url, v.shown_number, c.name AS channel,
           CASE WHEN p.last_mile_number IS NOT NULL THEN json_build_object('carrier', p.last_mile_carrier, 'tracking_number', p.last_mile_number) END AS last_mile,
           p.status, p.shipped_at, p.delivered_at, p.version,
           (SELECT coalesce(json_agg(json_build_object('line_id', l.line_id, 'quantity', l.quantity)), '[]')
              FROM parcel_lines l WHERE l.account_id = p.account_id AND l.parcel_id = p.id) AS lines,
           (SELECT coalesce(json_agg(json_build_object('state', u.state, 'error', u.error, 'tracking_number', u.tracking_number)), '[]')
              FROM parcel_pushes u WHERE u.account_id = p.account_id AND u.parcel_id = p.id) AS pushes,
           x.state AS outbox, x.last_error AS outbox_error,
           CASE WHEN s.status = 'disconnected' THEN 'disconnected' WHEN 'needs_reauth' IN (s.status, s.refused_as) THEN 'needs_reauth' END AS lost
    FROM parcels p
    JOIN channels c ON c.id = p.channel_id
    JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    CROSS JOIN LATERAL (SELECT CASE WHEN s.settings ->> 'tracking_view' = 'last_mile' THEN p.last_mile_number ELSE p.tracking_number END AS shown_number) v
    LEFT JOIN outbox x ON x.key = 'parcel:' || p.id || ':' || v.shown_number AND x.account_id = p.account_id
    WHERE p.account_id = ${ctx.account} AND ${'orderId' in which ? sql`p.order_id = ${which.orderId}` : sql`p.id = ${which.parcelId}`}
    ORDER BY p.shipped_at, p.id`.execute(ctx.db);
  return rows;
}

/** The order's timeline, newest first; what staff keep to themselves only for them. */
export async function findEvents(ctx: AccountCtx, orderId: string, internal: boolean) {
  return ctx.db
    .selectFrom('order_events')
    .select(['id', 'at', 'kind', 'actor_name as actor', 'data'])
    .where('account_id', '=', ctx.account)
    .where('order_id', '=', orderId)
    .$if(!internal, (query) => query.where('internal', '=', false))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

export async function findClient(ctx: AccountCtx) {
  return ctx.db
    .selectFrom('accounts')
    .select(['id', 'number', 'name'])
    .where('id', '=', ctx.account)
    .executeTakeFirst();
}

const headOf = (ctx: AccountCtx, id: string) =>
  ctx.db
    .selectFrom('orders')
    .select(['id', 'name', 'store_id', 'stage', 'payment', 'held', 'version'])
    .where('account_id', '=', ctx.account)
    .where('id', '=', id);

/** An order as far as every action looks at it. */
export async function findHeadOf(ctx: AccountCtx, id: string) {
  return headOf(ctx, id).executeTakeFirst();
}

/** Locks an order for an action of a person. */
export async function lockOrder(ctx: AccountCtx, id: string) {
  return headOf(ctx, id).forUpdate().executeTakeFirst();
}
