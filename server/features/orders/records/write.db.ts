import { sql } from 'kysely';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import type { LineColumns, orderColumns, RecipientColumns, StoredOrder } from '../rules/shop-changes.ts';
import { lockOrders, variantOfLine } from './facts.db.ts';
import { findKin } from './related.db.ts';

type StoreRef = { account_id: string; id: string };

const recipientParts = sql`json_build_object('name', r.name, 'company', r.company, 'address1', r.address1, 'address2', r.address2, 'city', r.city,
  'province', r.province, 'province_code', r.province_code, 'zip', r.zip, 'country', r.country, 'phone', r.phone,
  'email', r.email, 'note', r.note, 'redacted', r.redacted_at IS NOT NULL, 'original', r.original, 'later', r.later)`;

/**
 * For the rest of the transaction, rows are found by an index, never by reading a table from end to end. A connection keeps its
 * plans, those of foreign keys too: made while a table held a page, they read all of it for each order that comes, however
 * large an import has made it.
 */
export async function readByIndex(ctx: Ctx): Promise<void> {
  await sql`SET LOCAL enable_seqscan = off`.execute(ctx.db);
}

/** The payment of an order (`alias`) as its shop's changes meet it: an open invoice keeps them from nothing. */
const unpaidWhileInvoiced = (alias: string) =>
  sql`CASE ${sql.ref(`${alias}.payment`)} WHEN 'invoiced' THEN 'none' ELSE ${sql.ref(`${alias}.payment`)} END`;

/** Units of a line (`l`) that other orders send, in the sequence these orders were made. */
const heldUnits = sql`(SELECT coalesce(json_agg(json_build_object('line_id', h.id, 'order_id', h.order_id, 'quantity', h.quantity,
    'current_quantity', h.current_quantity, 'paid_quantity', h.paid_quantity, 'shipped_quantity', h.shipped_quantity,
    'cancelled_quantity', h.cancelled_quantity, 'replaced_quantity', h.replaced_quantity) ORDER BY h.order_id), '[]')
  FROM order_lines h WHERE h.account_id = l.account_id AND h.origin_line_id = l.id)`;

/** Orders of the store under these ids, or named by one of these terms; locked in id order. */
export async function findStored(
  ctx: Ctx,
  store: StoreRef,
  which: { externalIds: readonly string[]; terms: readonly string[] },
): Promise<StoredOrder[]> {
  const { rows: found } = await sql<{ id: string }>`
    SELECT id FROM orders WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND external_id = ANY(${which.externalIds}::text[])
    UNION
    SELECT n.id FROM order_terms t JOIN orders n ON n.account_id = t.account_id AND n.id = t.order_id
    WHERE t.account_id = ${store.account_id} AND t.term = ANY(${which.terms}::text[]) AND n.store_id = ${store.id}
      AND lower(regexp_replace(trim(n.name), '^#', '')) = t.term`.execute(ctx.db);
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  const own = forAccount(ctx, store.account_id);
  await lockOrders(own, ids);
  await lockOrders(own, await findKin(own, ids));
  const { rows } = await sql<StoredOrder>`
    SELECT o.id, o.external_id, o.name, o.source, o.placed_at, o.external_updated_at, o.cancelled_at, o.financial_status,
           o.fulfillment_status, o.test, o.risk, o.tags, o.currency, o.total, o.shop_tax, o.taxes_included, o.shop_refunded, o.moved_total, o.presentment_currency, o.presentment_total, o.country, ${unpaidWhileInvoiced('o')} AS payment,
           EXISTS (SELECT FROM order_lines h JOIN order_lines g ON g.account_id = h.account_id AND g.id = h.origin_line_id
             WHERE h.account_id = o.account_id AND h.order_id = o.id AND g.order_id <> coalesce(o.split_from, o.id)) AS takes_in,
           (SELECT ${recipientParts} FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id) AS recipient,
           (SELECT coalesce(json_agg(json_build_object('id', p.id, 'payment', ${unpaidWhileInvoiced('p')}, 'recipient', (SELECT ${recipientParts} FROM order_recipients r
              WHERE r.account_id = p.account_id AND r.order_id = p.id)) ORDER BY p.id), '[]')
            FROM orders p WHERE p.account_id = o.account_id AND p.split_from = o.id) AS parts,
           (SELECT coalesce(json_agg(json_build_object('id', l.id, 'external_id', l.external_id, 'external_variant_id', l.external_variant_id,
              'title', l.title, 'variant_title', l.variant_title, 'sku', l.sku, 'image_url', l.image_url, 'quantity', l.quantity,
              'current_quantity', l.current_quantity, 'paid_quantity', l.paid_quantity, 'shipped_quantity', l.shipped_quantity, 'cancelled_quantity', l.cancelled_quantity,
              'replaced_quantity', l.replaced_quantity,
              'moved_quantity', l.moved_quantity, 'held', CASE WHEN l.moved_quantity = 0 THEN '[]' ELSE ${heldUnits} END, 'unit_price', l.unit_price,
              'requires_shipping', l.requires_shipping, 'position', l.position) ORDER BY l.position, l.id), '[]')
            FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.origin_line_id IS NULL) AS lines
    FROM orders o
    WHERE o.account_id = ${store.account_id} AND o.id = ANY(${ids}::uuid[])
    ORDER BY o.id`.execute(ctx.db);
  return rows;
}

export type NewOrder = ReturnType<typeof orderColumns> & {
  id: string;
  external_updated_at: string;
  source: string;
  country: string | null;
  units: number;
};

/** Adds orders in the order of their external ids; answers the ids of those that were not there. */
export async function insertOrders(ctx: Ctx, store: StoreRef, orders: readonly NewOrder[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    INSERT INTO orders (account_id, store_id, id, external_id, name, source, placed_at, external_updated_at, cancelled_at, financial_status,
                        fulfillment_status, test, risk, tags, currency, total, shop_tax, taxes_included, shop_refunded, presentment_currency, presentment_total, country, units,
                        stage, stage_since, created_at)
    SELECT ${store.account_id}, ${store.id}, r.id, r.external_id, r.name, r.source, r.placed_at, r.external_updated_at, r.cancelled_at,
           r.financial_status, r.fulfillment_status, r.test, r.risk, r.tags, r.currency, r.total, r.shop_tax, r.taxes_included, r.shop_refunded, r.presentment_currency,
           r.presentment_total, r.country, r.units, 'imported', ${ctx.now}, ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      AS r(id uuid, external_id text, name text, source text, placed_at timestamptz, external_updated_at timestamptz, cancelled_at timestamptz,
           financial_status text, fulfillment_status text, test boolean, risk text, tags text[], currency text, total bigint, shop_tax bigint, taxes_included boolean,
           shop_refunded bigint, presentment_currency text, presentment_total bigint, country text, units int)
    ORDER BY r.external_id
    ON CONFLICT (account_id, store_id, external_id) DO NOTHING
    RETURNING id`.execute(ctx.db);
  return new Set(rows.map((row) => row.id));
}

export type OrderUpdate = ReturnType<typeof orderColumns> & {
  id: string;
  external_updated_at: string;
  source: string;
  country: string | null;
  units: number;
};

/** Named beside the join with what is written: without statistics yet, all orders of the account would be read. */
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

export async function updateOrders(ctx: AccountCtx, orders: readonly OrderUpdate[]): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    UPDATE orders o SET external_id = r.external_id, name = r.name, source = r.source, placed_at = r.placed_at,
      external_updated_at = r.external_updated_at, cancelled_at = r.cancelled_at, financial_status = r.financial_status,
      fulfillment_status = r.fulfillment_status, test = r.test, risk = r.risk, tags = r.tags, currency = r.currency, total = r.total - o.moved_total,
      shop_tax = r.shop_tax, taxes_included = r.taxes_included, shop_refunded = r.shop_refunded,
      presentment_currency = r.presentment_currency, presentment_total = r.presentment_total, country = r.country, units = r.units,
      deleted_in_shop_at = NULL, version = o.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      AS r(id uuid, external_id text, name text, source text, placed_at timestamptz, external_updated_at timestamptz, cancelled_at timestamptz,
           financial_status text, fulfillment_status text, test boolean, risk text, tags text[], currency text, total bigint, shop_tax bigint, taxes_included boolean,
           shop_refunded bigint, presentment_currency text, presentment_total bigint, country text, units int)
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${idsOf(orders)}::uuid[]) AND o.id = r.id`.execute(ctx.db);
}

/** The shop said the same again, only later, or after it was thought to be deleted there. */
export async function touchOrders(
  ctx: AccountCtx,
  orders: readonly { id: string; external_updated_at: string }[],
): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    UPDATE orders o SET external_updated_at = r.external_updated_at, deleted_in_shop_at = NULL
    FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) AS r(id uuid, external_updated_at timestamptz)
    WHERE o.account_id = ${ctx.account} AND o.id = ANY(${idsOf(orders)}::uuid[]) AND o.id = r.id
      AND (o.external_updated_at < r.external_updated_at OR o.deleted_in_shop_at IS NOT NULL)`.execute(ctx.db);
}

export async function saveRecipients(
  ctx: AccountCtx,
  recipients: readonly (RecipientColumns & { order_id: string })[],
): Promise<void> {
  if (recipients.length === 0) return;
  await sql`
    INSERT INTO order_recipients (account_id, order_id, name, company, address1, address2, city, province, province_code, zip, country, phone, email, note)
    SELECT ${ctx.account}, r.order_id, r.name, r.company, r.address1, r.address2, r.city, r.province, r.province_code, r.zip, r.country, r.phone, r.email, r.note
    FROM jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
      AS r(order_id uuid, name text, company text, address1 text, address2 text, city text, province text, province_code text, zip text,
           country text, phone text, email text, note text)
    ORDER BY r.order_id
    ON CONFLICT (account_id, order_id) DO UPDATE SET name = excluded.name, company = excluded.company, address1 = excluded.address1,
      address2 = excluded.address2, city = excluded.city, province = excluded.province, province_code = excluded.province_code,
      zip = excluded.zip, country = excluded.country, phone = excluded.phone, email = excluded.email, note = excluded.note
    WHERE order_recipients.redacted_at IS NULL`.execute(ctx.db);
}

/** Writes lines of a store's orders, linked to their variants where these are known. */
export async function saveLines(
  ctx: AccountCtx,
  store: StoreRef,
  lines: readonly (Omit<LineColumns, 'id'> & { id: string; order_id: string })[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    INSERT INTO order_lines (account_id, id, order_id, external_id, external_variant_id, title, variant_title, sku, image_url, quantity,
                             current_quantity, unit_price, requires_shipping, position, variant_id)
    SELECT r.account_id, r.id, r.order_id, r.external_id, r.external_variant_id, r.title, r.variant_title, r.sku, r.image_url, r.quantity,
           r.current_quantity, r.unit_price, r.requires_shipping, r.position, (SELECT f.id FROM ${variantOfLine('r')} f LIMIT 1)
    FROM (SELECT ${ctx.account}::uuid AS account_id, ${store.id}::uuid AS store_id, l.* FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS l(id uuid, order_id uuid, external_id text, external_variant_id text, title text, variant_title text, sku text, image_url text,
           quantity int, current_quantity int, unit_price bigint, requires_shipping boolean, position int)) r
    ON CONFLICT (account_id, id) DO UPDATE SET external_id = excluded.external_id, title = excluded.title, variant_title = excluded.variant_title,
      sku = excluded.sku, image_url = excluded.image_url, quantity = excluded.quantity, current_quantity = excluded.current_quantity,
      unit_price = excluded.unit_price, requires_shipping = excluded.requires_shipping, position = excluded.position,
      external_variant_id = excluded.external_variant_id,
      -- a line that now names another variant is linked anew
      variant_id = CASE WHEN order_lines.external_variant_id IS NOT DISTINCT FROM excluded.external_variant_id OR order_lines.external_variant_id IS NULL
                        THEN coalesce(order_lines.variant_id, excluded.variant_id) ELSE excluded.variant_id END`.execute(
    ctx.db,
  );
}

/** Words by which the orders are found from now on; old ones stay, so that an old name still leads to its order. */
export async function saveTerms(ctx: AccountCtx, terms: readonly { order_id: string; term: string }[]): Promise<void> {
  if (terms.length === 0) return;
  await sql`
    INSERT INTO order_terms (account_id, order_id, term)
    SELECT ${ctx.account}, r.order_id, r.term FROM jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) AS r(order_id uuid, term text)
    ORDER BY r.order_id, r.term
    ON CONFLICT (account_id, order_id, term) DO NOTHING`.execute(ctx.db);
}

/** Notes that the shop no longer has these orders; answers those that it had until now. */
export async function markGone(ctx: Ctx, store: StoreRef, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE orders SET deleted_in_shop_at = ${ctx.now}, cancelled_at = coalesce(cancelled_at, ${ctx.now}), version = version + 1
    WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND external_id = ANY(${[...externalIds]}::text[])
      AND source = 'api' AND deleted_in_shop_at IS NULL
    RETURNING id`.execute(ctx.db);
  return rows.map((row) => row.id);
}
