import { sql } from 'kysely';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import type { AlertRule } from '#contract/parcel-alerts.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** Orders whose time has come, those that wait longest first. */
export async function findDue(ctx: Ctx, limit: number): Promise<{ account_id: string; order_id: string }[]> {
  const { rows } = await sql<{ account_id: string; order_id: string }>`
    SELECT account_id, order_id FROM order_watch_times WHERE due_at <= ${ctx.now} ORDER BY due_at LIMIT ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

export type FactsRow = {
  id: string;
  name: string;
  store_id: string;
  paid_at: Date | null;
  stage: string;
  held: boolean;
  claimed: boolean;
  open: number;
  promised_by: Date | null;
  parcels: {
    id: string;
    status: ParcelStatus;
    labelled_at: string;
    handed_over_at: string | null;
    last_event_at: string | null;
  }[];
  watched: boolean;
  alerts: { subject: string; rule: AlertRule }[];
};

/** What the rules go by. The rows of the times are locked, so that two looks at an order come one after the other. */
export async function findFacts(ctx: AccountCtx, orderIds: readonly string[]): Promise<FactsRow[]> {
  await sql`SELECT FROM order_watch_times WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) ORDER BY order_id FOR UPDATE`.execute(
    ctx.db,
  );
  const { rows } = await sql<FactsRow>`
    SELECT o.id, o.name, o.store_id, o.paid_at, o.stage, o.held, o.claimed, o.watched,
      (o.promised_by + 1)::timestamp AT TIME ZONE 'UTC' AS promised_by,
      (SELECT coalesce(sum(greatest(0, least(l.paid_quantity - l.cancelled_quantity, l.current_quantity) - l.shipped_quantity - l.replaced_quantity)), 0)::int
         FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id) AS open,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'labelled_at', p.shipped_at,
          'handed_over_at', coalesce(p.handed_over_at, p.first_scan_at), 'last_event_at', p.last_event_at) ORDER BY p.shipped_at, p.id), '[]')
         FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id) AS parcels,
      (SELECT coalesce(json_agg(json_build_object('subject', w.subject, 'rule', w.rule)), '[]')
         FROM parcel_alerts w WHERE w.account_id = o.account_id AND w.order_id = o.id) AS alerts
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ANY(${orderIds}::uuid[]) ORDER BY o.id`.execute(
    ctx.db,
  );
  return rows;
}

export type AlertRow = { order_id: string; parcel_id: string | null; rule: AlertRule; since: Date };

/** Makes the reasons of these orders what they should be; one that stays keeps when it was told. Answers those that are new. */
export async function saveAlerts(
  ctx: AccountCtx,
  orderIds: readonly string[],
  alerts: readonly AlertRow[],
): Promise<AlertRow[]> {
  const json = JSON.stringify(alerts.map((row) => ({ ...row, subject: row.parcel_id ?? row.order_id })));
  const wanted = sql`json_to_recordset(${json}::json) AS r(order_id uuid, subject uuid, parcel_id uuid, rule text, since timestamptz)`;
  await sql`
    DELETE FROM parcel_alerts w
    WHERE w.account_id = ${ctx.account} AND w.order_id = ANY(${orderIds}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM ${wanted} WHERE r.order_id = w.order_id AND r.subject = w.subject AND r.rule = w.rule)`.execute(
    ctx.db,
  );
  if (alerts.length === 0) return [];
  const { rows } = await sql<AlertRow>`
    INSERT INTO parcel_alerts (account_id, order_id, subject, parcel_id, rule, since, told_at)
    SELECT ${ctx.account}, r.order_id, r.subject, r.parcel_id, r.rule, r.since, ${ctx.now} FROM ${wanted}
    ON CONFLICT (account_id, order_id, subject, rule) DO NOTHING
    RETURNING order_id, parcel_id, rule, since`.execute(ctx.db);
  return rows;
}

/** Which parcels of these orders came back and are done with; one that stays so keeps since when. */
export async function setSettled(
  ctx: AccountCtx,
  orderIds: readonly string[],
  parcelIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE parcel_alerts SET settled_at = CASE WHEN settled_at IS NULL THEN ${ctx.now}::timestamptz END
    WHERE account_id = ${ctx.account} AND order_id = ANY(${[...orderIds]}::uuid[]) AND rule = 'returned'
      AND (settled_at IS NOT NULL) <> (parcel_id = ANY(${[...parcelIds]}::uuid[]))`.execute(ctx.db);
}

/** When to look at each order again; those without a time are done with. */
export async function saveTimes(
  ctx: AccountCtx,
  times: readonly { order_id: string; due_at: Date | null }[],
): Promise<void> {
  const [next, done] = [times.filter((row) => row.due_at), times.filter((row) => !row.due_at)];
  await sql`
    INSERT INTO order_watch_times (account_id, order_id, due_at)
    SELECT ${ctx.account}, r.order_id, r.due_at FROM json_to_recordset(${JSON.stringify(next)}::json) AS r(order_id uuid, due_at timestamptz)
    ON CONFLICT (account_id, order_id) DO UPDATE SET due_at = excluded.due_at`.execute(ctx.db);
  if (done.length === 0) return;
  await ctx.db
    .deleteFrom('order_watch_times')
    .where('account_id', '=', ctx.account)
    .where(
      'order_id',
      'in',
      done.map((row) => row.order_id),
    )
    .execute();
}
