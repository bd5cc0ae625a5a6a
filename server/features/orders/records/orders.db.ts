import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** A store of the account; undefined when there is none. */
export async function findStore(ctx: AccountCtx, id: string) {
  return ctx.db
    .selectFrom('stores')
    .select(['id', 'name', 'platform', 'currency', 'status'])
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether the order came from a shop, or from its file. */
export async function isOfShop(ctx: AccountCtx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ source: string }>`
    SELECT source FROM orders WHERE account_id = ${ctx.account} AND id = ${orderId} AND source <> 'manual'`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

export async function findAccountCurrency(ctx: AccountCtx): Promise<string> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select('currency')
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
  return row.currency;
}

export async function findChannel(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('channels')
    .select(['id', 'name', 'carrier', 'tracking_url'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
}

/** Records a parcel and moves its quantities to shipped; answers false when the order has that number already. */
export async function insertParcel(
  ctx: Ctx,
  parcel: {
    account_id: string;
    id: string;
    order_id: string;
    channel_id: string;
    carrier: string;
    tracking_number: string;
    tracking_url: string | null;
    created_by: string;
    lines: readonly { line_id: string; quantity: number }[];
  },
): Promise<boolean> {
  const { lines, ...row } = parcel;
  const added = await ctx.db
    .insertInto('parcels')
    .values({ ...row, shipped_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'order_id', 'carrier', 'tracking_number']).doNothing())
    .executeTakeFirst();
  if (!added.numInsertedOrUpdatedRows) return false;
  const { account_id, id, order_id } = parcel;
  await ctx.db
    .insertInto('parcel_lines')
    .values(lines.map((line) => ({ account_id, parcel_id: id, ...line })))
    .execute();
  await sql`
    UPDATE order_lines l SET shipped_quantity = l.shipped_quantity + r.quantity
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int)
    WHERE l.account_id = ${account_id} AND l.order_id = ${order_id} AND l.id = r.line_id`.execute(ctx.db);
  await sql`UPDATE orders SET shipped_at = coalesce(shipped_at, ${ctx.now}),
              fulfilment_step = CASE WHEN fulfilment_step = 'packed' THEN 'picked' ELSE fulfilment_step END, version = version + 1
            WHERE account_id = ${account_id} AND id = ${order_id}`.execute(ctx.db);
  return true;
}

/** The carrier has the parcel, as the warehouse or the carrier says. */
export const scanned = sql`(p.handed_over_at IS NOT NULL OR p.first_scan_at IS NOT NULL)`;

export async function lockParcel(ctx: AccountCtx, id: string) {
  const { rows } = await sql<{
    id: string;
    order_id: string;
    carrier: string;
    tracking_number: string;
    last_mile_carrier: string | null;
    last_mile_number: string | null;
    channel_url: string | null;
    store_id: string;
    status: string;
    scanned: boolean;
    version: number;
  }>`
    SELECT p.id, p.order_id, p.carrier, p.status, ${scanned} AS scanned, p.tracking_number, p.last_mile_carrier, p.last_mile_number, c.tracking_url AS channel_url, o.store_id, p.version
    FROM parcels p
    JOIN channels c ON c.id = p.channel_id
    JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
    WHERE p.account_id = ${ctx.account} AND p.id = ${id} FOR UPDATE OF p, o`.execute(ctx.db);
  return rows[0];
}

/** Whether the order, or another one that sends units of the same orders of the shop, has a parcel with this number. */
export async function parcelExists(
  ctx: AccountCtx,
  orderId: string,
  carrier: string,
  trackingNumber: string,
): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    WITH sold AS (
      SELECT DISTINCT coalesce(g.order_id, l.order_id) AS id
      FROM order_lines l LEFT JOIN order_lines g ON g.account_id = l.account_id AND g.id = l.origin_line_id
      WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId}
    ), family AS (
      SELECT id FROM sold
      UNION SELECT ${orderId}::uuid
      UNION SELECT h.order_id FROM sold JOIN order_lines g ON g.account_id = ${ctx.account} AND g.order_id = sold.id AND g.moved_quantity > 0
        JOIN order_lines h ON h.account_id = g.account_id AND h.origin_line_id = g.id
    )
    SELECT 1 AS one FROM family JOIN parcels p ON p.account_id = ${ctx.account} AND p.order_id = family.id
    WHERE p.carrier = ${carrier} AND p.tracking_number = ${trackingNumber} LIMIT 1`.execute(ctx.db);
  return rows.length > 0;
}

export async function updateTracking(
  ctx: AccountCtx,
  id: string,
  tracking: { tracking_number: string; tracking_url: string | null },
): Promise<void> {
  await sql`
    UPDATE parcels SET tracking_number = ${tracking.tracking_number}, tracking_url = ${tracking.tracking_url}, version = version + 1,
      -- what was said of another number was not about this parcel
      status = CASE WHEN handed_over_at IS NULL THEN 'pending' ELSE 'in_transit' END, substatus = NULL,
      first_scan_at = NULL, last_event_at = NULL, delivered_at = NULL
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

export async function findBlocks(ctx: AccountCtx, orderId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('order_blocks')
    .select('code')
    .where('account_id', '=', ctx.account)
    .where('order_id', '=', orderId)
    .execute();
  return rows.map((row) => row.code);
}

/** The carrier has a parcel, as the warehouse says; its version moves, so that an action on what was seen before is refused. */
export async function handOver(ctx: AccountCtx, id: string): Promise<void> {
  await sql`
    UPDATE parcels SET handed_over_at = ${ctx.now}, version = version + 1,
      status = CASE WHEN status IN ('pending', 'info_received') THEN 'in_transit' ELSE status END
    WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** The language in which a member reads the outcome of a job; English for jobs that nobody started. */
export async function findReaderLocale(ctx: Ctx, userId: string | null): Promise<'en' | 'zh'> {
  if (userId === null) return 'en';
  const user = await ctx.db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst();
  return user?.locale === 'zh' ? 'zh' : 'en';
}

/** Orders enter and leave the tab of those that are watched; only rows that change are written. */
export async function setWatched(ctx: AccountCtx, ids: readonly string[], watched: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE orders SET watched = ${watched} WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[]) AND watched <> ${watched}`.execute(
    ctx.db,
  );
}

/** A paid order with the units that its block names; undefined once there are none. */
export async function findNotifiedOrder(ctx: AccountCtx, id: string) {
  const { rows } = await sql<{ name: string; store_id: string; removed: number; added: number }>`
    SELECT o.name, o.store_id, (b.detail ->> 'removed')::int AS removed, (b.detail ->> 'added')::int AS added
    FROM orders o JOIN order_blocks b ON b.account_id = o.account_id AND b.order_id = o.id AND b.code = 'CHANGED_AFTER_PAYMENT'
    WHERE o.account_id = ${ctx.account} AND o.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** The lines that an order was billed with; bills that ended unpaid are none. */
export async function findBilledLines(ctx: AccountCtx, orderId: string) {
  return ctx.db
    .selectFrom('invoice_orders as o')
    .innerJoin('invoice_lines as l', (join) =>
      join.onRef('l.account_id', '=', 'o.account_id').onRef('l.invoice_order_id', '=', 'o.id'),
    )
    .select(['l.code', 'l.title', 'l.sku', 'l.quantity', 'l.unit_amount', 'l.amount', 'l.price_id', 'l.inputs'])
    .where('o.account_id', '=', ctx.account)
    .where('o.order_id', '=', orderId)
    .where('o.part', 'is not', null)
    .orderBy('o.part')
    .orderBy('l.line')
    .execute();
}

type ChangedLine = Awaited<ReturnType<typeof findBilledLines>>[number];

/** Lines of ways that cost less than the one before, or the same: they are on no invoice, and add up to what came back. */
export async function findChangedLines(ctx: AccountCtx, orderId: string): Promise<ChangedLine[]> {
  const { rows } = await sql<ChangedLine>`
    SELECT l.code, l.title, l.sku, l.quantity, l.unit_amount, l.amount, l.price_id, l.inputs
    FROM order_changes c
    CROSS JOIN LATERAL jsonb_to_recordset(c.lines)
      AS l(code text, title text, sku text, quantity int, unit_amount bigint, amount bigint, price_id uuid, inputs jsonb)
    WHERE c.account_id = ${ctx.account} AND c.order_id = ${orderId} AND c.invoice_id IS NULL ORDER BY c.order_version`.execute(
    ctx.db,
  );
  return rows;
}
