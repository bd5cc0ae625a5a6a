import { sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { FulfilmentStep } from '#contract/order-acts.ts';
import type { Ctx } from '#server/db/context.ts';
import type { FreedLine } from './replacements.db.ts';

export type CancelRow = {
  id: string;
  order_id: string;
  status: 'open' | 'accepted' | 'rejected' | 'withdrawn';
  units: 'open' | 'removed';
  reason: string;
  asked_at: Date;
  due_at: Date;
  cost: number | null;
  refund: number | null;
  answer: string;
  decided_at: Date | null;
};

const columns = sql`r.id, r.order_id, r.status, r.units, r.reason, r.asked_at, r.due_at, r.cost, r.refund, r.answer, r.decided_at`;

/** The latest cancellation that was asked for an order. */
export async function findLatest(ctx: Ctx, accountId: string, orderId: string): Promise<CancelRow | undefined> {
  const { rows } = await sql<CancelRow>`
    SELECT ${columns} FROM cancel_requests r
    WHERE r.account_id = ${accountId} AND r.order_id = ${orderId} ORDER BY r.asked_at DESC, r.id DESC LIMIT 1`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function findRequest(ctx: Ctx, accountId: string, id: string): Promise<CancelRow | undefined> {
  const { rows } = await sql<CancelRow>`
    SELECT ${columns} FROM cancel_requests r WHERE r.account_id = ${accountId} AND r.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export async function insertRequest(
  ctx: Ctx,
  request: {
    account_id: string;
    id: string;
    order_id: string;
    units: CancelRow['units'];
    reason: string;
    due_at: Date;
    asked_by: string;
  },
): Promise<void> {
  await ctx.db
    .insertInto('cancel_requests')
    .values({ ...request, status: 'open', asked_at: ctx.now })
    .execute();
  await touch(ctx, request.account_id, request.order_id);
}

export async function closeRequest(
  ctx: Ctx,
  accountId: string,
  request: Pick<CancelRow, 'id' | 'order_id' | 'status' | 'cost' | 'refund' | 'answer'>,
  decidedBy: string,
): Promise<void> {
  const { id, order_id, ...decided } = request;
  await ctx.db
    .updateTable('cancel_requests')
    .set({ ...decided, decided_at: ctx.now, decided_by: decidedBy })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
  await touch(ctx, accountId, order_id);
}

/** What was seen of the order is old from now on. */
async function touch(ctx: Ctx, accountId: string, id: string): Promise<void> {
  await sql`UPDATE orders SET version = version + 1 WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
}

/** Cancels all that has not left of orders; answers what those of them that are replacements held. */
export async function cancelRemaining(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<FreedLine[]> {
  const { rows } = await sql<FreedLine>`
    WITH cancelled AS (
      UPDATE order_lines l SET cancelled_quantity = l.quantity - l.shipped_quantity - l.moved_quantity - l.replaced_quantity
      FROM (SELECT id, cancelled_quantity AS before FROM order_lines
        WHERE account_id = ${accountId} AND order_id = ANY(${ids}::uuid[])) was
      WHERE l.account_id = ${accountId} AND l.id = was.id
      RETURNING l.*, was.before
    )
    SELECT c.order_id, c.id AS line_id, h.order_id AS home_id, c.replaces_line_id, c.replaces_parcel_id, c.cancelled_quantity - c.before AS units,
      c.replaces_worth * (c.quantity - c.before) / c.quantity - c.replaces_worth * (c.quantity - c.cancelled_quantity) / c.quantity AS worth
    FROM cancelled c JOIN order_lines h ON h.account_id = ${accountId} AND h.id = c.replaces_line_id
    WHERE c.cancelled_quantity > c.before`.execute(ctx.db);
  await sql`
    UPDATE orders SET cancelled_by_us_at = ${ctx.now}, fulfilment_step = NULL, held = false, hold_reason = NULL, hold_until = NULL, version = version + 1
    WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
  return rows;
}

/** Cancels paid units that the shop took away. */
export async function cancelRemovedUnits(
  ctx: Ctx,
  accountId: string,
  orderId: string,
  lines: readonly { line_id: string; quantity: number }[],
): Promise<void> {
  await sql`
    UPDATE order_lines l SET cancelled_quantity = l.cancelled_quantity + r.quantity
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int)
    WHERE l.account_id = ${accountId} AND l.order_id = ${orderId} AND l.id = r.line_id`.execute(ctx.db);
  await touch(ctx, accountId, orderId);
}

export async function setFulfilmentStep(ctx: Ctx, accountId: string, id: string, step: FulfilmentStep): Promise<void> {
  await sql`UPDATE orders SET fulfilment_step = ${step}, version = version + 1 WHERE account_id = ${accountId} AND id = ${id}`.execute(
    ctx.db,
  );
}

export type DeskCancelRow = CancelRow & {
  account_id: string;
  client: { id: string; number: number; name: string };
  order: { id: string; name: string; fulfilment_step: FulfilmentStep | null };
};

type Page = { offset: number; limit: number };
type Tab = 'open' | 'answered';
const statuses = { open: ['open'], answered: ['accepted', 'rejected'] } as const;

/** What waits by when it is due, the answered ones newest first. */
const inOrder = (tab: Tab) => (tab === 'open' ? sql`r.due_at, r.id` : sql`r.due_at DESC, r.id DESC`);

const joins = sql`JOIN accounts a ON a.id = r.account_id JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id`;
const deskColumns = sql`r.account_id, ${columns}, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
  json_build_object('id', o.id, 'name', o.name, 'fulfilment_step', o.fulfilment_step) AS "order"`;

/**
 * The statement of a page of the queue. Each status is read from the index and both are merged: together, all that was ever
 * answered would have to be sorted.
 */
export function queueStatement(tab: Tab, { offset, limit }: Page) {
  const order = inOrder(tab);
  const parts = statuses[tab].map(
    (status) =>
      sql`(SELECT r.* FROM cancel_requests r WHERE r.status = ${status} ORDER BY ${order} LIMIT ${offset + limit})`,
  );
  return sql<DeskCancelRow>`
    SELECT ${deskColumns}
    FROM (SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) r ORDER BY ${order} OFFSET ${offset} LIMIT ${limit}) r ${joins}
    ORDER BY ${order}`;
}

/** Asked cancellations of all clients. */
export async function findQueue(ctx: Ctx, tab: Tab, page: Page): Promise<DeskCancelRow[]> {
  return (await queueStatement(tab, page).execute(ctx.db)).rows;
}

/** One of them, as the queue shows it. */
export async function findInQueue(ctx: Ctx, accountId: string, id: string): Promise<DeskCancelRow | undefined> {
  const { rows } = await sql<DeskCancelRow>`
    SELECT ${deskColumns} FROM cancel_requests r ${joins} WHERE r.account_id = ${accountId} AND r.id = ${id}`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function countQueue(ctx: Ctx): Promise<{ open: number; answered: number }> {
  const { rows } = await sql<{ open: number; answered: number }>`
    SELECT (SELECT count(*)::int FROM (SELECT 1 FROM cancel_requests WHERE status = 'open' LIMIT ${maxListDepth + 1}) few) AS open,
      (SELECT count(*)::int FROM (SELECT 1 FROM cancel_requests WHERE status IN ('accepted', 'rejected') LIMIT ${maxListDepth + 1}) few) AS answered`.execute(
    ctx.db,
  );
  return rows[0] ?? { open: 0, answered: 0 };
}
