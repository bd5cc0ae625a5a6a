import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type RecordedParcel = {
  id: string;
  order_id: string;
  channel_id: string;
  tracking_number: string;
  lines: readonly { line_id: string; quantity: number }[];
  /** What the shop made of it; null where no shop was told. */
  known: { fulfillment_order_id: string; external_id: string } | null;
};

/** Locks the orders in the order of their ids; answers those that are paid and have something left to send. */
export async function lockShippable(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; stage: string }>`
    SELECT id, stage FROM orders WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    ctx.db,
  );
  return rows
    .filter((row) => ['processing', 'ready_to_ship', 'partially_shipped'].includes(row.stage))
    .map((row) => row.id);
}

/** Writes the parcels with their channels' carriers and links; answers carriers and numbers. */
export async function insertParcels(
  ctx: Ctx,
  accountId: string,
  parcels: readonly RecordedParcel[],
  createdBy: string,
) {
  const { rows } = await sql<{ id: string; order_id: string; carrier: string; tracking_number: string }>`
    INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, tracking_url, shipped_at, created_by)
    SELECT ${accountId}, r.id, r.order_id, c.id, c.carrier, r.tracking_number, replace(c.tracking_url, '{number}', r.tracking_number), ${ctx.now}, ${createdBy}
    FROM json_to_recordset(${JSON.stringify(parcels)}::json) AS r(id uuid, order_id uuid, channel_id uuid, tracking_number text)
    JOIN channels c ON c.id = r.channel_id
    RETURNING id, order_id, carrier, tracking_number`.execute(ctx.db);
  return rows;
}

/** Writes the parcels' lines and moves their quantities to shipped; answers how many lines took them. */
export async function moveQuantities(ctx: Ctx, accountId: string, parcels: readonly RecordedParcel[]): Promise<number> {
  const lines = JSON.stringify(
    parcels.flatMap((parcel) =>
      parcel.lines.map((line) => ({ parcel_id: parcel.id, order_id: parcel.order_id, ...line })),
    ),
  );
  const { rows } = await sql<{ id: string }>`
    UPDATE order_lines l SET shipped_quantity = l.shipped_quantity + r.quantity
    FROM json_to_recordset(${lines}::json) AS r(order_id uuid, line_id uuid, quantity int)
    WHERE l.account_id = ${accountId} AND l.order_id = r.order_id AND l.id = r.line_id
      AND l.shipped_quantity + l.replaced_quantity + r.quantity <= least(l.paid_quantity - l.cancelled_quantity, l.current_quantity)
    RETURNING l.id`.execute(ctx.db);
  await sql`
    INSERT INTO parcel_lines (account_id, parcel_id, line_id, quantity)
    SELECT ${accountId}, r.parcel_id, r.line_id, r.quantity
    FROM json_to_recordset(${lines}::json) AS r(parcel_id uuid, line_id uuid, quantity int)`.execute(ctx.db);
  return rows.length;
}

export async function markShipped(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE orders SET shipped_at = coalesce(shipped_at, ${ctx.now}), version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${orderIds}::uuid[])`.execute(ctx.db);
}

/** Notes the fulfilments that the shops have for these parcels. */
export async function insertKnownPushes(
  ctx: Ctx,
  accountId: string,
  parcels: readonly RecordedParcel[],
): Promise<void> {
  const pushes = parcels.flatMap(({ id, tracking_number, known }) =>
    known ? [{ parcel_id: id, tracking_number, ...known }] : [],
  );
  if (pushes.length === 0) return;
  await sql`
    INSERT INTO parcel_pushes (account_id, parcel_id, fulfillment_order_id, external_id, tracking_number, state, sent_at)
    SELECT ${accountId}, r.parcel_id, r.fulfillment_order_id, r.external_id, r.tracking_number, 'sent', ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(pushes)}::json) AS r(parcel_id uuid, fulfillment_order_id text, external_id text, tracking_number text)`.execute(
    ctx.db,
  );
}

/** Marks parcels as delivered at their own moments; answers their orders. */
export async function setDelivered(
  ctx: Ctx,
  accountId: string,
  parcels: readonly { id: string; at: Date }[],
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    UPDATE parcels p SET status = 'delivered', delivered_at = r.at, version = p.version + 1
    FROM json_to_recordset(${JSON.stringify(parcels)}::json) AS r(id uuid, at timestamptz)
    WHERE p.account_id = ${accountId} AND p.id = r.id AND p.status <> 'delivered'
    RETURNING p.order_id`.execute(ctx.db);
  return rows.map((row) => row.order_id);
}
