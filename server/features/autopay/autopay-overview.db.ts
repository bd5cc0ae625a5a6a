import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type Page = { offset: number; limit: number };
type Runs = { account_id: string; stores: readonly string[] | null };

const within = (column: RawBuilder<unknown>, stores: readonly string[] | null) =>
  stores ? sql`AND ${column} = ANY(${[...stores]}::uuid[])` : sql``;

/** Runs of an account's stores, newest first, with what was left by its reason. */
export async function findRunsOfAll(ctx: Ctx, { account_id, stores }: Runs, page: Page) {
  const { rows } = await sql<{
    id: string;
    store: { id: string; name: string };
    at: Date;
    mode: string;
    by: string | null;
    considered: number;
    paid: number;
    total: number;
    currency: string;
    invoice_id: string | null;
    invoice_number: number | null;
    left: { reason: string; count: number; total: number }[];
  }>`
    SELECT a.id, json_build_object('id', s.id, 'name', s.name) AS store, a.at, a.mode, coalesce(nullif(u.nick_name, ''), u.username) AS by, a.total, a.currency, a.invoice_id,
           i.number::int AS invoice_number, n.considered, n.paid, n.left
    FROM (SELECT * FROM autopay_runs WHERE account_id = ${account_id} ${within(sql`store_id`, stores)}
          ORDER BY at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}) a
    JOIN stores s ON s.account_id = a.account_id AND s.id = a.store_id
    LEFT JOIN invoices i ON i.account_id = a.account_id AND i.id = a.invoice_id
    LEFT JOIN users u ON u.id = a.started_by
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(g.n), 0)::int AS considered, coalesce(sum(g.n) FILTER (WHERE g.outcome = 'paid'), 0)::int AS paid,
             coalesce(json_agg(json_build_object('reason', g.reason, 'count', g.n, 'total', g.total) ORDER BY g.n DESC, g.reason)
               FILTER (WHERE g.outcome <> 'paid'), '[]') AS left
      FROM (SELECT r.outcome, coalesce(r.reason, '') AS reason, count(*)::int AS n, coalesce(sum(r.total), 0)::bigint AS total FROM autopay_rows r
            WHERE r.account_id = a.account_id AND r.run_id = a.id GROUP BY 1, 2) g) n
    ORDER BY a.at DESC, a.id DESC`.execute(ctx.db);
  return rows;
}

export async function countRunsOfAll(ctx: Ctx, { account_id, stores }: Runs): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM autopay_runs WHERE account_id = ${account_id} ${within(sql`store_id`, stores)}`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

/** The account's stores that can pay by themselves, with how many orders wait and since when. */
export async function findStoresToPay(ctx: Ctx, { account_id, stores }: Runs) {
  const { rows } = await sql<{
    id: string;
    name: string;
    paused: boolean;
    settings: unknown;
    time_zone: string;
    autopay_at: Date | null;
    oldest: Date | null;
  }>`
    SELECT s.id, s.name, s.paused, s.settings, a.time_zone, s.autopay_at,
           (SELECT min(o.stage_since) FROM orders o
            WHERE o.account_id = s.account_id AND o.store_id = s.id AND o.stage = 'awaiting_payment' AND NOT o.held AND o.quote_id IS NULL) AS oldest
    FROM stores s JOIN accounts a ON a.id = s.account_id
    WHERE s.account_id = ${account_id} AND s.status = 'connected' ${within(sql`s.id`, stores)}
    ORDER BY s.name, s.id LIMIT 200`.execute(ctx.db);
  return rows;
}
