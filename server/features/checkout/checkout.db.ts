import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

/** Names of shipping methods by id. */
export async function channelNames(ctx: AccountCtx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM channels WHERE id = ANY(${[...new Set(ids)].filter((id) => id !== null)}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type OpenRequest = {
  id: string;
  requested_by: { id: string; name: string };
  /** How many of the orders it is for, and the first of them by name. */
  orders: number;
  first: { order_id: string; name: string };
};

/** Open requests for the approval of the payment of some of these orders, the oldest first. */
export async function findOpenRequests(ctx: AccountCtx, orderIds: readonly string[]): Promise<OpenRequest[]> {
  const { rows } = await sql<OpenRequest>`
    SELECT r.id, json_build_object('id', u.id, 'name', coalesce(nullif(u.nick_name, ''), u.username)) AS requested_by, l.orders, l.first
    FROM (
      SELECT ro.request_id, count(*)::int AS orders,
        (array_agg(json_build_object('order_id', o.id, 'name', o.name) ORDER BY o.name, o.id))[1] AS first
      FROM payment_request_orders ro JOIN orders o ON o.account_id = ro.account_id AND o.id = ro.order_id
      WHERE ro.account_id = ${ctx.account} AND ro.order_id = ANY(${[...orderIds]}::uuid[]) GROUP BY ro.request_id
    ) l
    JOIN payment_requests r ON r.account_id = ${ctx.account} AND r.id = l.request_id AND r.status = 'open'
    JOIN users u ON u.id = r.requested_by ORDER BY r.created_at, r.id`.execute(ctx.db);
  return rows;
}
