import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** The store of an order; undefined when there is no such order. */
export async function findPlace(ctx: Ctx, accountId: string, id: string): Promise<{ store_id: string } | undefined> {
  const { rows } = await sql<{ store_id: string }>`
    SELECT store_id FROM orders WHERE account_id = ${accountId} AND id = ${id}`.execute(ctx.db);
  return rows[0];
}

export type CandidateRow = {
  id: string;
  name: string;
  placed_at: Date;
  customer: string | null;
  units: number;
  items: { title: string; variant_title: string | null; quantity: number }[];
  cost: { goods: number; freight: number; total: number; currency: string } | null;
  version: number;
};

/** At most so many are offered, the newest first. */
const offered = 20;

/**
 * Orders that could be sent with this one: unpaid, of its store, buyer and address, placed within a day of it. By the hash of
 * buyer and address first, then each order by its id (see `duplicateOfOrder`).
 */
export const candidatesStatement = (accountId: string, id: string) => sql<CandidateRow>`
    SELECT c.id, c.name, c.placed_at, r.name AS customer, c.units, c.version,
      CASE WHEN c.cost_total IS NOT NULL THEN
        json_build_object('goods', c.cost_goods, 'freight', c.cost_freight, 'total', c.cost_total, 'currency', c.cost_currency) END AS cost,
      (SELECT coalesce(json_agg(json_build_object('title', l.title, 'variant_title', l.variant_title, 'quantity', l.current_quantity)
          ORDER BY l.position, l.id), '[]')
       FROM order_lines l WHERE l.account_id = c.account_id AND l.order_id = c.id AND l.current_quantity > 0) AS items
    FROM orders o
    JOIN order_recipients r ON r.account_id = ${accountId} AND r.order_id <> o.id AND r.buyer_key = (
      SELECT mine.buyer_key FROM order_recipients mine WHERE mine.account_id = ${accountId} AND mine.order_id = ${id})
    CROSS JOIN LATERAL (SELECT t.* FROM orders t WHERE t.account_id = r.account_id AND t.id = r.order_id OFFSET 0) c
    WHERE o.account_id = ${accountId} AND o.id = ${id} AND c.store_id = o.store_id AND c.currency = o.currency
      AND c.stage IN ('imported', 'quoting', 'awaiting_payment') AND c.payment = 'none' AND NOT c.held AND c.units > 0
      AND (c.quote_id, c.quote_version) IS NOT DISTINCT FROM (o.quote_id, o.quote_version) -- a sample is priced by its quote
      AND c.placed_at BETWEEN o.placed_at - interval '24 hours' AND o.placed_at + interval '24 hours'
    ORDER BY c.placed_at DESC, c.id DESC LIMIT ${offered}`;

export async function findCandidates(ctx: Ctx, accountId: string, id: string): Promise<CandidateRow[]> {
  return (await candidatesStatement(accountId, id).execute(ctx.db)).rows;
}
