import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Whether it is still known where the order goes. */
export async function hasAddress(ctx: Ctx, accountId: string, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM order_recipients
    WHERE account_id = ${accountId} AND order_id = ${orderId} AND redacted_at IS NULL AND address1 IS NOT NULL`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

/** Whether the order sends units of another one again. */
export async function isReplacement(ctx: Ctx, accountId: string, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM orders WHERE account_id = ${accountId} AND id = ${orderId} AND reship_of IS NOT NULL`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

type Copy = {
  id: string;
  external_id: string;
  /** The parcel in which the units left; null when they never did. */
  parcel_id: string | null;
  /** Units of each line of the first order, and what was paid for them (minor units). */
  lines: readonly { id: string; line_id: string; quantity: number; worth: number }[];
};

/** Copies an order with these units and its recipient, at no cost and as if it were paid; its name follows the first one's. */
export async function copyOrder(ctx: Ctx, account: string, of: string, copy: Copy) {
  const units = copy.lines.reduce((sum, line) => sum + line.quantity, 0);
  const { rows } = await sql<{ name: string; of: string }>`
    INSERT INTO orders (account_id, store_id, id, external_id, name, source, placed_at, external_updated_at, financial_status,
      fulfillment_status, test, currency, total, country, units, stage, stage_since, payment, channel_id, cost_goods, cost_freight,
      cost_fees, cost_total, cost_currency, days_min, days_max, priced_at, paid_at, created_at, reship_of)
    SELECT o.account_id, o.store_id, ${copy.id}, ${copy.external_id},
      o.name || '-R' || (SELECT count(*) + 1 FROM orders r WHERE r.account_id = o.account_id AND r.reship_of = o.id),
      'manual', ${ctx.now}, ${ctx.now}, 'paid', 'unfulfilled', o.test, o.currency, 0, o.country, ${units}, 'processing', ${ctx.now}, 'paid',
      o.channel_id, 0, 0, 0, 0, o.cost_currency, o.days_min, o.days_max, ${ctx.now}, ${ctx.now}, ${ctx.now}, o.id
    FROM orders o WHERE o.account_id = ${account} AND o.id = ${of}
    RETURNING name, (SELECT o.name FROM orders o WHERE o.account_id = ${account} AND o.id = ${of}) AS of`.execute(
    ctx.db,
  );
  const made = rows[0];
  if (!made) throw new Error(`no order ${of} to send again`);
  const lines = await sql<{ sku: string }>`
    INSERT INTO order_lines (account_id, id, order_id, external_id, variant_id, external_variant_id, title, variant_title, sku, image_url,
      quantity, current_quantity, paid_quantity, unit_price, requires_shipping, not_ours, mapping_version, mapping_rule, unit_cost, position,
      replaces_line_id, replaces_parcel_id, replaces_worth)
    SELECT l.account_id, r.id, ${copy.id}, l.external_id, l.variant_id, l.external_variant_id, l.title, l.variant_title, l.sku, l.image_url,
      r.quantity, r.quantity, r.quantity, 0, true, false, l.mapping_version, l.mapping_rule, 0, l.position,
      l.id, ${copy.parcel_id}, r.worth
    FROM json_to_recordset(${JSON.stringify(copy.lines)}::json) AS r(id uuid, line_id uuid, quantity int, worth bigint)
    JOIN order_lines l ON l.account_id = ${account} AND l.order_id = ${of} AND l.id = r.line_id
    RETURNING sku`.execute(ctx.db);
  await sql`
    INSERT INTO order_recipients (account_id, order_id, name, company, address1, address2, city, province, province_code, zip, country,
      phone, email, note)
    SELECT account_id, ${copy.id}, name, company, address1, address2, city, province, province_code, zip, country, phone, email, note
    FROM order_recipients WHERE account_id = ${account} AND order_id = ${of}`.execute(ctx.db);
  return { ...made, skus: lines.rows.map((line) => line.sku) };
}
