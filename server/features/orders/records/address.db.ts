import { type RawBuilder, sql } from 'kysely';
import type { AddressField, CarrierDemands } from '#contract/address-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';

/** The parts of a recipient (`r`) that make an address, for `json_build_object`. */
export const addressParts = sql`'name', r.name, 'company', r.company, 'address1', r.address1, 'address2', r.address2, 'city', r.city,
  'province', r.province, 'zip', r.zip, 'country', r.country, 'phone', r.phone, 'tax_id', r.tax_id`;

/**
 * An order (`o`) that came first with the same buyer, address and goods, within a day; none once the merchant said that both
 * are wanted (domain.md §4.8). By the key first, then each order by its id: without statistics yet, the orders of the day
 * would be read for each.
 */
export const duplicateOfOrder = sql`(SELECT json_build_object('id', e.id, 'name', e.name)
  FROM order_recipients other
  CROSS JOIN LATERAL (SELECT t.id, t.name, t.stage, t.cancelled_at, t.placed_at FROM orders t
    WHERE t.account_id = other.account_id AND t.id = other.order_id OFFSET 0) e
  WHERE NOT o.not_duplicate AND other.account_id = o.account_id AND other.order_id <> o.id
    AND other.same_key = (SELECT mine.same_key FROM order_recipients mine WHERE mine.account_id = o.account_id AND mine.order_id = o.id)
    AND e.stage NOT IN ('cancelled', 'merged') AND e.cancelled_at IS NULL AND (e.placed_at, e.id) < (o.placed_at, o.id)
    AND e.placed_at > o.placed_at - interval '24 hours'
  ORDER BY e.placed_at DESC, e.id DESC LIMIT 1)`;

export type StoredAddress = Record<AddressField | 'province_code', string | null> & {
  email: string | null;
  redacted: boolean;
  original: Record<string, string | null> | null;
  later: Record<string, string | null> | null;
  carrier: CarrierDemands | null;
};

/** Where an order goes, what its shop said of it, and what its channel asks for. */
export async function findAddress(ctx: AccountCtx, orderId: string): Promise<StoredAddress | undefined> {
  const { rows } = await sql<StoredAddress>`
    SELECT r.name, r.company, r.address1, r.address2, r.city, r.province, r.province_code, r.zip, r.country, r.phone, r.tax_id, r.email,
      r.redacted_at IS NOT NULL AS redacted, r.original, r.later,
      (SELECT json_build_object('phone', c.needs_phone, 'latin', c.latin_only, 'po_boxes', c.takes_po_boxes, 'customs', c.needs_customs)
       FROM orders o JOIN channels c ON c.id = o.channel_id WHERE o.account_id = r.account_id AND o.id = r.order_id) AS carrier
    FROM order_recipients r WHERE r.account_id = ${ctx.account} AND r.order_id = ${orderId}`.execute(ctx.db);
  return rows[0];
}

/** Writes an address and what is kept of the shop's beside it; an erased one stays erased (P12). */
export async function saveAddress(
  ctx: AccountCtx,
  orderId: string,
  address: Record<AddressField | 'province_code', string | null>,
  shop: { original: object | null; later: object | null },
): Promise<void> {
  const json = (said: object | null) => (said === null ? null : JSON.stringify(said));
  await sql`
    UPDATE order_recipients SET name = ${address.name}, company = ${address.company}, address1 = ${address.address1},
      address2 = ${address.address2}, city = ${address.city}, province = ${address.province}, province_code = ${address.province_code},
      zip = ${address.zip}, country = ${address.country}, phone = ${address.phone}, tax_id = ${address.tax_id},
      original = ${json(shop.original)}::jsonb, later = ${json(shop.later)}::jsonb,
      edited_at = ${shop.original === null ? null : ctx.now}
    WHERE account_id = ${ctx.account} AND order_id = ${orderId} AND redacted_at IS NULL`.execute(ctx.db);
  await sql`UPDATE orders SET country = ${address.country}, version = version + 1
            WHERE account_id = ${ctx.account} AND id = ${orderId}`.execute(ctx.db);
}

/** Keeps what the shop says of addresses that the merchant corrected, or that were paid for. */
export async function keepLater(
  ctx: AccountCtx,
  said: readonly { order_id: string; later: object; original: object | null }[],
): Promise<void> {
  if (said.length === 0) return;
  await sql`
    UPDATE order_recipients r SET original = coalesce(r.original, s.original), later = nullif(s.later, coalesce(r.original, s.original))
    FROM jsonb_to_recordset(${JSON.stringify(said)}::jsonb) AS s(order_id uuid, later jsonb, original jsonb)
    WHERE r.account_id = ${ctx.account} AND r.order_id = s.order_id AND r.redacted_at IS NULL`.execute(ctx.db);
}

const buyer = sql`coalesce(nullif(lower(trim(r.email)), ''), nullif(regexp_replace(r.phone, '[^0-9]', '', 'g'), ''), lower(trim(r.name)))`;
const place = sql`lower(regexp_replace(concat(r.address1, r.address2, r.zip, r.country), '[^[:alnum:]]', '', 'g'))`;
const hashed = (text: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/**
 * Remembers by a hash what makes two orders the same: the buyer (by e-mail, else phone, else name), the address and the
 * goods; and by another one the buyer and the address alone. Goods count as the shop sold them, wherever they are sent from.
 * Answers the orders that may be waiting because of these, to be looked at again. Rows are looked up one by one: a join of 200
 * orders with 200 recipients compared each with each.
 */
export async function rememberSame(ctx: AccountCtx, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    WITH before AS (
      SELECT same_key FROM order_recipients WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])
    ), meant AS MATERIALIZED (
      SELECT r.order_id, ${hashed(sql`concat_ws(E'\n', ${buyer}, ${place})`)} AS buyer_key,
        CASE WHEN g.goods IS NOT NULL THEN ${hashed(sql`concat_ws(E'\n', ${buyer}, ${place}, g.goods)`)} ELSE r.same_key END AS same_key
      FROM unnest(${orderIds}::uuid[]) AS a(order_id)
      CROSS JOIN LATERAL (SELECT * FROM order_recipients WHERE account_id = ${ctx.account} AND order_id = a.order_id OFFSET 0) r
      CROSS JOIN LATERAL (
        SELECT string_agg(coalesce(l.variant_id::text, nullif(l.sku, ''), concat(l.title, l.variant_title)) || ' ' || (l.current_quantity + l.moved_quantity),
            E'\n' ORDER BY coalesce(l.variant_id::text, nullif(l.sku, ''), concat(l.title, l.variant_title)), l.current_quantity + l.moved_quantity) AS goods
        FROM order_lines l WHERE l.account_id = ${ctx.account} AND l.order_id = a.order_id
          AND l.current_quantity + l.moved_quantity > 0 AND l.origin_line_id IS NULL) g
      WHERE r.redacted_at IS NULL AND r.address1 IS NOT NULL
    ), kept AS (
      UPDATE order_recipients r SET buyer_key = m.buyer_key, same_key = m.same_key
      FROM meant m
      WHERE r.account_id = ${ctx.account} AND r.order_id = m.order_id
        AND (r.buyer_key, r.same_key) IS DISTINCT FROM (m.buyer_key, m.same_key)
    )
    SELECT r.order_id AS id FROM (SELECT same_key FROM before UNION SELECT same_key FROM meant) k
    CROSS JOIN LATERAL (SELECT order_id FROM order_recipients WHERE account_id = ${ctx.account} AND same_key = k.same_key OFFSET 0) r
    CROSS JOIN LATERAL (SELECT stage FROM orders WHERE account_id = ${ctx.account} AND id = r.order_id OFFSET 0) o
    WHERE r.order_id <> ALL(${orderIds}::uuid[]) AND o.stage IN ('imported', 'quoting', 'awaiting_payment')`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}
