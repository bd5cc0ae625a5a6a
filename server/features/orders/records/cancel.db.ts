import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { FulfilmentStep } from '#contract/order-actions.ts';
import { orOfOrder } from '#server/db/client-search.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
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
export async function findLatest(ctx: AccountCtx, orderId: string): Promise<CancelRow | undefined> {
  const { rows } = await sql<CancelRow>`
    SELECT ${columns} FROM cancel_requests r
    WHERE r.account_id = ${ctx.account} AND r.order_id = ${orderId} ORDER BY r.asked_at DESC, r.id DESC LIMIT 1`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function findRequest(ctx: AccountCtx, id: string): Promise<CancelRow | undefined> {
  const { rows } = await sql<CancelRow>`
    SELECT ${columns} FROM cancel_requests r WHERE r.account_id = ${ctx.account} AND r.id = ${id}`.execute(ctx.db);
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
  await touch(forAccount(ctx, request.account_id), request.order_id);
}

export async function closeRequest(
  ctx: AccountCtx,
  request: Pick<CancelRow, 'id' | 'order_id' | 'status' | 'cost' | 'refund' | 'answer'>,
  decidedBy: string,
): Promise<void> {
  const { id, order_id, ...decided } = request;
  await ctx.db
    .updateTable('cancel_requests')
    .set({ ...decided, decided_at: ctx.now, decided_by: decidedBy })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
  await touch(ctx, order_id);
}

/** What was seen of the order is old from now on. */
async function touch(ctx: AccountCtx, id: string): Promise<void> {
  await sql`UPDATE orders SET version = version + 1 WHERE account_id = ${ctx.account} AND id = ${id}`.execute(ctx.db);
}

/** Cancels all that has not left of orders; answers what those of them that are replacements held. */
export async function cancelRemaining(ctx: AccountCtx, ids: readonly string[]): Promise<FreedLine[]> {
  const { rows } = await sql<FreedLine>`
    WITH cancelled AS (
      UPDATE order_lines l SET cancelled_quantity = l.quantity - l.shipped_quantity - l.moved_quantity - l.replaced_quantity
      FROM (SELECT id, cancelled_quantity AS before FROM order_lines
        WHERE account_id = ${ctx.account} AND order_id = ANY(${ids}::uuid[])) was
      WHERE l.account_id = ${ctx.account} AND l.id = was.id
      RETURNING l.*, was.before
    )
    SELECT c.order_id, c.id AS line_id, h.order_id AS home_id, c.replaces_line_id, c.replaces_parcel_id, c.cancelled_quantity - c.before AS units,
      c.replaces_worth * (c.quantity - c.before) / c.quantity - c.replaces_worth * (c.quantity - c.cancelled_quantity) / c.quantity AS worth
    FROM cancelled c JOIN order_lines h ON h.account_id = ${ctx.account} AND h.id = c.replaces_line_id
    WHERE c.cancelled_quantity > c.before`.execute(ctx.db);
  await sql`
    UPDATE orders SET cancelled_by_us_at = ${ctx.now}, fulfilment_step = NULL, held = false, hold_reason = NULL, hold_until = NULL, version = version + 1
    WHERE account_id = ${ctx.account} AND id = ANY(${ids}::uuid[])`.execute(ctx.db);
  return rows;
}

/** Cancels paid units that the shop took away. */
export async function cancelRemovedUnits(
  ctx: AccountCtx,
  orderId: string,
  lines: readonly { line_id: string; quantity: number }[],
): Promise<void> {
  await sql`
    UPDATE order_lines l SET cancelled_quantity = l.cancelled_quantity + r.quantity, dropped_quantity = l.dropped_quantity + r.quantity
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, quantity int)
    WHERE l.account_id = ${ctx.account} AND l.order_id = ${orderId} AND l.id = r.line_id`.execute(ctx.db);
  await touch(ctx, orderId);
}

export async function setFulfilmentStep(ctx: AccountCtx, id: string, step: FulfilmentStep): Promise<void> {
  await sql`UPDATE orders SET fulfilment_step = ${step}, version = version + 1 WHERE account_id = ${ctx.account} AND id = ${id}`.execute(
    ctx.db,
  );
}

export type StaffCancelRow = CancelRow & {
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
const staffColumns = sql`r.account_id, ${columns}, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
  json_build_object('id', o.id, 'name', o.name, 'fulfilment_step', o.fulfilment_step) AS "order"`;

const searched = (condition: RawBuilder<unknown>, q: string | undefined) =>
  sql.join([condition, ...orOfOrder({ account: sql`r.account_id`, order: sql`r.order_id` }, q)], sql` AND `);

/**
 * The statement of a page of the queue. Each status is read from the index and both are merged: together, all that was ever
 * answered would have to be sorted.
 */
export function queueStatement(tab: Tab, q: string | undefined, { offset, limit }: Page) {
  const order = inOrder(tab);
  const parts = statuses[tab].map(
    (status) =>
      sql`(SELECT r.* FROM cancel_requests r WHERE ${searched(sql`r.status = ${status}`, q)} ORDER BY ${order} LIMIT ${offset + limit})`,
  );
  return sql<StaffCancelRow>`
    SELECT ${staffColumns}
    FROM (SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) r ORDER BY ${order} OFFSET ${offset} LIMIT ${limit}) r ${joins}
    ORDER BY ${order}`;
}

/** Asked cancellations of all clients. */
export async function findQueue(ctx: Ctx, tab: Tab, q: string | undefined, page: Page): Promise<StaffCancelRow[]> {
  return (await queueStatement(tab, q, page).execute(ctx.db)).rows;
}

/** One of them, as the queue shows it. */
export async function findInQueue(ctx: AccountCtx, id: string): Promise<StaffCancelRow | undefined> {
  const { rows } = await sql<StaffCancelRow>`
    SELECT ${staffColumns} FROM cancel_requests r ${joins} WHERE r.account_id = ${ctx.account} AND r.id = ${id}`.execute(
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

/** How many of a tab a search finds. */
export async function countFound(ctx: Ctx, tab: Tab, q: string): Promise<number> {
  return countUpTo(
    ctx,
    sql`SELECT 1 FROM cancel_requests r
    WHERE ${searched(sql`r.status = ANY(${statuses[tab]}::text[])`, q)}`,
    maxListDepth + 1,
  );
}

type About = { order_id: string; order: string; client: string; store_id: string; asked_by: string | null };

/** What a notification says of a requested cancellation: names only, nothing of the buyer. */
export async function findAbout(ctx: AccountCtx, id: string): Promise<About | undefined> {
  const { rows } = await sql<About>`
    SELECT o.id AS order_id, o.name AS "order", a.name AS client, o.store_id, r.asked_by
    FROM cancel_requests r
    JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
    JOIN accounts a ON a.id = r.account_id
    WHERE r.account_id = ${ctx.account} AND r.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Open cancellations whose time has passed and of which staff were not told yet, over all accounts. */
export async function findOverdue(ctx: Ctx, limit: number): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM cancel_requests
    WHERE status = 'open' AND due_at < ${ctx.now} AND overdue_told_at IS NULL ORDER BY due_at, id LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

/** False when it was answered or reported meanwhile. */
export async function markOverdueNotified(ctx: Ctx, which: { account_id: string; id: string }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE cancel_requests SET overdue_told_at = ${ctx.now}
    WHERE account_id = ${which.account_id} AND id = ${which.id} AND status = 'open' AND overdue_told_at IS NULL
    RETURNING id`.execute(ctx.db);
  return rows.length > 0;
}
