import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import { scanned } from '../records/orders.db.ts';
import type { ReportedParcel } from './notify-shop.ts';

export type RecordedParcel = {
  id: string;
  order_id: string;
  channel_id: string;
  tracking_number: string;
  /** When it left. */
  at: Date;
  lines: readonly { line_id: string; quantity: number }[];
  /** What the shop made of it; null where no shop was notified. */
  known: { fulfillment_order_id: string; external_id: string } | null;
};

/** Locks the orders in the order of their ids; answers those that are paid and have something left to send. */
export async function lockShippable(ctx: AccountCtx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; stage: string }>`
    SELECT id, stage FROM orders WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    ctx.db,
  );
  return rows
    .filter((row) => ['processing', 'ready_to_ship', 'partially_shipped'].includes(row.stage))
    .map((row) => row.id);
}

/** Writes the parcels with their channels' carriers and links; answers carriers and numbers. */
export async function insertParcels(ctx: AccountCtx, parcels: readonly RecordedParcel[], createdBy: string) {
  const { rows } = await sql<{ id: string; order_id: string; carrier: string; tracking_number: string }>`
    INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, tracking_url, shipped_at, created_by)
    SELECT ${ctx.account}, r.id, r.order_id, c.id, c.carrier, r.tracking_number, replace(c.tracking_url, '{number}', r.tracking_number), r.at, ${createdBy}
    FROM json_to_recordset(${JSON.stringify(parcels)}::json) AS r(id uuid, order_id uuid, channel_id uuid, tracking_number text, at timestamptz)
    JOIN channels c ON c.id = r.channel_id
    RETURNING id, order_id, carrier, tracking_number`.execute(ctx.db);
  return rows;
}

/** Writes the parcels' lines and moves their quantities to shipped; answers how many lines took them. */
export async function moveQuantities(ctx: AccountCtx, parcels: readonly RecordedParcel[]): Promise<number> {
  const lines = JSON.stringify(
    parcels.flatMap((parcel) =>
      parcel.lines.map((line) => ({ parcel_id: parcel.id, order_id: parcel.order_id, ...line })),
    ),
  );
  const { rows } = await sql<{ id: string }>`
    UPDATE order_lines l SET shipped_quantity = l.shipped_quantity + r.quantity
    FROM json_to_recordset(${lines}::json) AS r(order_id uuid, line_id uuid, quantity int)
    WHERE l.account_id = ${ctx.account} AND l.order_id = r.order_id AND l.id = r.line_id
      AND l.shipped_quantity + l.replaced_quantity + r.quantity <= least(l.paid_quantity - l.cancelled_quantity, l.current_quantity)
    RETURNING l.id`.execute(ctx.db);
  await sql`
    INSERT INTO parcel_lines (account_id, parcel_id, line_id, quantity)
    SELECT ${ctx.account}, r.parcel_id, r.line_id, r.quantity
    FROM json_to_recordset(${lines}::json) AS r(parcel_id uuid, line_id uuid, quantity int)`.execute(ctx.db);
  return rows.length;
}

/** Notes when orders began to leave: with the first of their parcels. */
export async function markShipped(
  ctx: AccountCtx,
  orders: readonly Pick<RecordedParcel, 'order_id' | 'at'>[],
): Promise<void> {
  await sql`
    UPDATE orders o SET shipped_at = coalesce(o.shipped_at, r.at), version = o.version + 1
    FROM (SELECT order_id, min(at) AS at FROM json_to_recordset(${JSON.stringify(orders)}::json) AS r(order_id uuid, at timestamptz)
      GROUP BY order_id) r
    WHERE o.account_id = ${ctx.account} AND o.id = r.order_id`.execute(ctx.db);
}

/** Marks parcels as delivered at their own moments; answers their orders. */
export async function setDelivered(ctx: AccountCtx, parcels: readonly { id: string; at: Date }[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    UPDATE parcels p SET status = 'delivered', delivered_at = r.at, version = p.version + 1
    FROM json_to_recordset(${JSON.stringify(parcels)}::json) AS r(id uuid, at timestamptz)
    WHERE p.account_id = ${ctx.account} AND p.id = r.id AND p.status <> 'delivered'
    RETURNING p.order_id`.execute(ctx.db);
  return rows.map((row) => row.order_id);
}

/** Other orders, of any client, with this number on a parcel; those that left last first. */
export async function findSharing(ctx: AccountCtx, orderId: string, number: string) {
  const { rows } = await sql<{ name: string; account_id: string; client: string }>`
    SELECT o.name, o.account_id, a.name AS client FROM parcels p
    JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id JOIN accounts a ON a.id = o.account_id
    WHERE (upper(p.tracking_number) = upper(${number}) OR upper(p.last_mile_number) = upper(${number})) AND p.order_id <> ${orderId}
    ORDER BY p.shipped_at DESC, p.id LIMIT 3`.execute(ctx.db);
  return rows;
}

/** Whether it is still known where the order goes. */
export async function hasAddress(ctx: AccountCtx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM order_recipients
    WHERE account_id = ${ctx.account} AND order_id = ${orderId} AND redacted_at IS NULL AND address1 IS NOT NULL`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

/** Whether the order sends units of another one again. */
export async function isReplacement(ctx: AccountCtx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM orders WHERE account_id = ${ctx.account} AND id = ${orderId} AND reship_of IS NOT NULL`.execute(
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
export async function copyOrder(ctx: AccountCtx, of: string, copy: Copy) {
  const units = copy.lines.reduce((sum, line) => sum + line.quantity, 0);
  const { rows } = await sql<{ name: string; of: string }>`
    INSERT INTO orders (account_id, store_id, id, external_id, name, source, placed_at, external_updated_at, financial_status,
      fulfillment_status, test, currency, total, country, units, stage, stage_since, payment, channel_id, cost_goods, cost_freight,
      cost_fees, cost_total, cost_currency, ready_days, days_min, days_max, priced_at, paid_at, created_at, reship_of)
    SELECT o.account_id, o.store_id, ${copy.id}, ${copy.external_id},
      o.name || '-R' || (SELECT count(*) + 1 FROM orders r WHERE r.account_id = o.account_id AND r.reship_of = o.id),
      'manual', ${ctx.now}, ${ctx.now}, 'paid', 'unfulfilled', o.test, o.currency, 0, o.country, ${units}, 'processing', ${ctx.now}, 'paid',
      o.channel_id, 0, 0, 0, 0, o.cost_currency, o.ready_days, o.days_min, o.days_max, ${ctx.now}, ${ctx.now}, ${ctx.now}, o.id
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ${of}
    RETURNING name, (SELECT o.name FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ${of}) AS of`.execute(
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
    JOIN order_lines l ON l.account_id = ${ctx.account} AND l.order_id = ${of} AND l.id = r.line_id
    RETURNING sku`.execute(ctx.db);
  await sql`
    INSERT INTO order_recipients (account_id, order_id, name, company, address1, address2, city, province, province_code, zip, country,
      phone, email, note)
    SELECT account_id, ${copy.id}, name, company, address1, address2, city, province, province_code, zip, country, phone, email, note
    FROM order_recipients WHERE account_id = ${ctx.account} AND order_id = ${of}`.execute(ctx.db);
  return { ...made, skus: lines.rows.map((line) => line.sku) };
}

export async function updateLastMile(
  ctx: AccountCtx,
  id: string,
  { carrier, tracking_number }: { carrier: string; tracking_number: string },
): Promise<void> {
  const byHand = ctx.actor.kind === 'staff';
  await sql`
    UPDATE parcels SET last_mile_carrier = ${carrier}, last_mile_number = ${tracking_number}, version = version + 1,
      status = CASE WHEN status = 'pending' THEN 'in_transit' ELSE status END, handed_over_at = CASE WHEN ${byHand} THEN coalesce(handed_over_at, ${ctx.now}) ELSE handed_over_at END
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** Parcels of a store that its shop was never notified of, oldest first. */
export async function findUnreported(
  ctx: AccountCtx,
  storeId: string,
  since: Date,
  limit: number,
): Promise<ReportedParcel[]> {
  const { rows } = await sql<ReportedParcel>`
    SELECT p.account_id, p.order_id, p.id AS parcel_id, o.store_id, p.carrier, p.tracking_number, p.last_mile_carrier, p.last_mile_number,
      ${scanned} AS scanned
    FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE p.account_id = ${ctx.account} AND o.store_id = ${storeId} AND p.shipped_at > ${since}
      AND NOT EXISTS (SELECT 1 FROM parcel_pushes u WHERE u.account_id = p.account_id AND u.parcel_id = p.id)
    ORDER BY p.shipped_at, p.id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** Where a parcel stands, its order kept still with it. */
export async function lockProgress(ctx: AccountCtx, id: string) {
  const { rows } = await sql<
    Omit<ParcelProgress, 'last_mile'> & {
      order_id: string;
      store_id: string;
      carrier: string;
      tracking_number: string;
      last_mile_carrier: string | null;
      last_mile_number: string | null;
      handed_over_at: Date | null;
    }
  >`
    SELECT p.order_id, o.store_id, p.carrier, p.tracking_number, p.last_mile_carrier, p.last_mile_number, p.handed_over_at,
      p.status, p.substatus, p.first_scan_at, p.last_event_at, p.delivered_at
    FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE p.account_id = ${ctx.account} AND p.id = ${id} FOR UPDATE OF p, o`.execute(ctx.db);
  return rows[0];
}

/** Its version does not move: what carriers say is no reason to refuse an action on its number. */
export async function saveProgress(ctx: AccountCtx, id: string, state: ParcelProgress): Promise<void> {
  const { status, substatus, first_scan_at, last_event_at, delivered_at } = state;
  await ctx.db
    .updateTable('parcels')
    .set({ status, substatus, first_scan_at, last_event_at, delivered_at })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** Where these parcels of any clients are; none of them has arrived. */
export async function saveUnderway(
  ctx: Ctx,
  parcels: readonly (Omit<ParcelProgress, 'delivered_at' | 'last_mile'> & { account_id: string; parcel_id: string })[],
): Promise<void> {
  await sql`
    UPDATE parcels p SET status = r.status, substatus = r.substatus, first_scan_at = r.first_scan_at, last_event_at = r.last_event_at
    FROM json_to_recordset(${JSON.stringify(parcels)}::json)
      AS r(account_id uuid, parcel_id uuid, status text, substatus text, first_scan_at timestamptz, last_event_at timestamptz)
    WHERE p.account_id = r.account_id AND p.id = r.parcel_id`.execute(ctx.db);
}

/** Whether the carrier itself named this number of the last mile before. */
export async function saidByCarrier(ctx: AccountCtx, parcelId: string, number: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('parcel_events')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('parcel_id', '=', parcelId)
    .where('next_number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where a parcel is, by all that its carriers have said. */
export type ParcelProgress = {
  status: ParcelStatus;
  substatus: string | null;
  first_scan_at: Date | null;
  last_event_at: Date | null;
  delivered_at: Date | null;
  last_mile: { carrier: string; number: string } | null;
};

/** The statement that finds whose delivered orders are due to close, for the test that looks at its plan. */
export const accountsToCloseStatement = (before: Date) => sql<{ account_id: string }>`
  SELECT DISTINCT account_id FROM orders
  WHERE stage = 'delivered' AND stage_since <= ${before} AND NOT claimed AND closed_at IS NULL`;

/** Accounts that have orders without a claim, delivered before then. */
export async function accountsToClose(ctx: Ctx, before: Date) {
  return (await accountsToCloseStatement(before).execute(ctx.db)).rows;
}

/** Closes up to so many orders of an account that were delivered before then and have no claim, the oldest first; answers which. */
export async function closeDue(ctx: AccountCtx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE orders SET closed_at = ${ctx.now}
    WHERE account_id = ${ctx.account} AND id IN (
      SELECT id FROM orders WHERE account_id = ${ctx.account} AND stage = 'delivered' AND stage_since <= ${before}
        AND NOT claimed AND closed_at IS NULL
      ORDER BY stage_since, id LIMIT ${limit} FOR UPDATE)
    RETURNING id`.execute(ctx.db);
  return rows.map((row) => row.id);
}
