import { sql } from 'kysely';
import type { AddressField } from '#contract/address-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

type StoreRef = { account_id: string; id: string };
export type ManualRecipient = Record<AddressField | 'email', string | null>;

export type ManualVariant = {
  id: string;
  external_id: string;
  title: string;
  variant_title: string | null;
  sku: string;
  image_url: string | null;
};

/** Variants of the store that an order may be written of; those that stand for a catalogue item (`plain`) too. */
export async function findHandVariants(
  ctx: Ctx,
  store: StoreRef,
  ids: readonly string[],
  plain: readonly string[],
): Promise<ManualVariant[]> {
  const { rows } = await sql<ManualVariant>`
    SELECT v.id, v.external_id, p.title, CASE WHEN v.id = ANY(${[...plain]}::uuid[]) THEN NULL ELSE v.title END AS variant_title, v.sku,
      coalesce(v.image_url, p.image_url) AS image_url
    FROM store_variants v JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE v.account_id = ${store.account_id} AND v.store_id = ${store.id} AND v.id = ANY(${[...ids, ...plain]}::uuid[])
      AND (v.removed_at IS NULL OR v.id = ANY(${[...plain]}::uuid[]))`.execute(ctx.db);
  return rows;
}

/** Whether an order of the store is called so. */
export async function nameTaken(ctx: Ctx, store: StoreRef, name: string, term: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM order_terms t JOIN orders o ON o.account_id = t.account_id AND o.id = t.order_id
    WHERE t.account_id = ${store.account_id} AND t.term = ${term} AND o.store_id = ${store.id} AND lower(o.name) = lower(${name}) LIMIT 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

export async function nextName(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ n: number }>`SELECT nextval('manual_order_seq')::int AS n`.execute(ctx.db);
  return `M-${rows[0]?.n}`;
}

export type HandRow = {
  id: string;
  name: string;
  external_id: string;
  currency: string;
  units: number;
  channel_id: string | null;
  remark: string;
  quote: { id: string; version: number } | null;
  recipient: ManualRecipient;
  lines: readonly (Omit<ManualVariant, 'id' | 'external_id'> & {
    id: string;
    external_id: string;
    variant_id: string;
    external_variant_id: string;
    quantity: number;
    position: number;
  })[];
};

/** Adds an order that no shop reported; false when the store has one of this number. */
export async function insertHandOrder(ctx: Ctx, store: StoreRef, order: HandRow): Promise<boolean> {
  const { account_id } = store;
  const { recipient: to } = order;
  const { rows } = await sql`
    INSERT INTO orders (account_id, store_id, id, external_id, name, source, placed_at, external_updated_at, financial_status,
      fulfillment_status, currency, total, country, units, stage, stage_since, chosen_channel_id, note, quote_id, quote_version,
      not_duplicate, created_at)
    VALUES (${account_id}, ${store.id}, ${order.id}, ${order.external_id}, ${order.name}, 'manual', ${ctx.now}, ${ctx.now}, 'paid',
      'unfulfilled', ${order.currency}, 0, ${to.country}, ${order.units}, 'imported', ${ctx.now}, ${order.channel_id},
      ${order.remark === '' ? null : order.remark}, ${order.quote?.id ?? null}, ${order.quote?.version ?? null}, ${order.quote !== null}, ${ctx.now})
    ON CONFLICT (account_id, store_id, external_id) DO NOTHING RETURNING id`.execute(ctx.db);
  if (rows.length === 0) return false;
  await sql`
    INSERT INTO order_recipients (account_id, order_id, name, company, address1, address2, city, province, zip, country, phone, email, tax_id)
    VALUES (${account_id}, ${order.id}, ${to.name}, ${to.company}, ${to.address1}, ${to.address2}, ${to.city}, ${to.province}, ${to.zip},
      ${to.country}, ${to.phone}, ${to.email}, ${to.tax_id})`.execute(ctx.db);
  await sql`
    INSERT INTO order_lines (account_id, id, order_id, external_id, variant_id, external_variant_id, title, variant_title, sku, image_url,
      quantity, current_quantity, position)
    SELECT ${account_id}, r.id, ${order.id}, r.external_id, r.variant_id, r.external_variant_id, r.title, r.variant_title, r.sku, r.image_url,
      r.quantity, r.quantity, r.position
    FROM json_to_recordset(${JSON.stringify(order.lines)}::json)
      AS r(id uuid, external_id text, variant_id uuid, external_variant_id text, title text, variant_title text, sku text, image_url text,
           quantity int, position int)`.execute(ctx.db);
  return true;
}

/** Whether the account has an order under this id. */
export async function orderExists(ctx: AccountCtx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM orders WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
  return rows.length > 0;
}
