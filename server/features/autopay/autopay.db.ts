import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { requestedOrders } from '#server/features/sub-accounts/index.ts';

type StoreRef = { account_id: string; id: string };

/** Connected stores that pay by themselves, with the zone of their account. */
export async function findPayingStores(ctx: Ctx) {
  const { rows } = await sql<StoreRef & { settings: unknown; time_zone: string; autopay_at: Date | null }>`
    SELECT s.account_id, s.id, s.settings, a.time_zone, s.autopay_at
    FROM stores s JOIN accounts a ON a.id = s.account_id
    WHERE s.status = 'connected' AND NOT s.paused AND s.settings ->> 'pay_mode' <> 'manual'`.execute(ctx.db);
  return rows;
}

/**
 * The store as it is now, locked: pausing and changed settings come before or after a run, never within. The lock leaves the
 * key alone, as who writes to an order looks at its store: holding both would make a cancellation and a run wait for each other.
 */
export async function lockStore(ctx: Ctx, store: StoreRef) {
  const { rows } = await sql<{
    name: string;
    status: string;
    paused: boolean;
    settings: unknown;
    time_zone: string;
    autopay_at: Date | null;
  }>`
    SELECT s.name, s.status, s.paused, s.settings, a.time_zone, s.autopay_at
    FROM stores s JOIN accounts a ON a.id = s.account_id
    WHERE s.account_id = ${store.account_id} AND s.id = ${store.id} FOR NO KEY UPDATE OF s`.execute(ctx.db);
  return rows[0];
}

/** Nobody is asked to approve the payment of this order: where somebody is, that person decides. */
const unasked = (accountId: string, order: RawBuilder<unknown>) =>
  sql<boolean>`${order} NOT IN (${requestedOrders(accountId)})`;

/** The orders of the store that wait for payment, or for that of what came to them later, each with since when. */
const waiting = (store: StoreRef) => sql`
  SELECT id, stage_since AS since, quote_id IS NOT NULL AS sample FROM orders
  WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND stage = 'awaiting_payment' AND NOT held
  UNION ALL
  SELECT o.id, b.since, false FROM order_blocks b JOIN orders o ON o.account_id = b.account_id AND o.id = b.order_id
  WHERE b.account_id = ${store.account_id} AND b.code = 'CHANGED_AFTER_PAYMENT'
    AND b.detail ->> 'payable' = 'true' AND o.store_id = ${store.id} AND NOT o.held`;

/** Orders that wait since before then and that a run pays; the longest first. A sample is bought by hand, after a look at its price. */
export async function findDue(ctx: Ctx, store: StoreRef, since: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${waiting(store)}) due
    WHERE NOT sample AND since <= ${since} AND ${unasked(store.account_id, sql`id`)}
    ORDER BY since, id LIMIT ${limit}`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Orders that wait since before then and that no run pays: samples, and what a colleague is asked to approve. */
export async function findByHand(ctx: Ctx, store: StoreRef, since: Date, limit: number) {
  const free = unasked(store.account_id, sql`id`);
  const { rows } = await sql<{ id: string; requested: boolean }>`
    SELECT id, NOT ${free} AS requested FROM (${waiting(store)}) due
    WHERE since <= ${since} AND (sample OR NOT ${free})
    ORDER BY since, id LIMIT ${limit}`.execute(ctx.db);
  return rows;
}

/** Which of these orders a run has told since then that the balance was short. */
export async function findReported(
  ctx: Ctx,
  store: StoreRef,
  ids: readonly string[],
  since: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    SELECT r.order_id FROM autopay_rows r JOIN autopay_runs a ON a.account_id = r.account_id AND a.id = r.run_id
    WHERE r.account_id = ${store.account_id} AND r.order_id = ANY(${[...ids]}::uuid[]) AND r.outcome <> 'paid'
      AND a.at > ${since}`.execute(ctx.db);
  return new Set(rows.map((row) => row.order_id));
}

export type RunRow = {
  order_id: string;
  outcome: 'paid' | 'refused' | 'no_balance';
  reason: string | null;
  total: number;
};

export async function insertRun(
  ctx: Ctx,
  run: StoreRef & {
    store_id: string;
    mode: string;
    total: number;
    currency: string;
    invoice_id: string | null;
    started_by: string | null;
  },
  lines: readonly RunRow[],
): Promise<void> {
  const { account_id, id, store_id, mode, total, currency, invoice_id, started_by } = run;
  await sql`
    INSERT INTO autopay_runs (account_id, id, store_id, at, mode, total, currency, invoice_id, started_by)
    VALUES (${account_id}, ${id}, ${store_id}, ${ctx.now}, ${mode}, ${total}, ${currency}, ${invoice_id}, ${started_by})`.execute(
    ctx.db,
  );
  const json = JSON.stringify(lines.map((line, index) => ({ ...line, line: index + 1 })));
  await sql`
    INSERT INTO autopay_rows (account_id, run_id, line, order_id, outcome, reason, total)
    SELECT ${account_id}, ${id}, r.line, r.order_id, r.outcome, r.reason, r.total
    FROM json_to_recordset(${json}::json) AS r(line int, order_id uuid, outcome text, reason text, total bigint)`.execute(
    ctx.db,
  );
}

type Page = { offset: number; limit: number };

export async function storeExists(ctx: Ctx, store: StoreRef): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM stores WHERE account_id = ${store.account_id} AND id = ${store.id}`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

export async function findRuns(ctx: Ctx, store: StoreRef, page: Page) {
  const { rows } = await sql<{
    id: string;
    at: Date;
    mode: string;
    paid: number;
    refused: number;
    no_balance: number;
    total: number;
    currency: string;
    invoice_id: string | null;
    invoice_number: number | null;
  }>`
    SELECT a.id, a.at, a.mode, a.total, a.currency, a.invoice_id, i.number::int AS invoice_number, n.paid, n.refused, n.no_balance
    FROM (SELECT * FROM autopay_runs WHERE account_id = ${store.account_id} AND store_id = ${store.id}
          ORDER BY at DESC, id DESC OFFSET ${page.offset} LIMIT ${page.limit}) a
    LEFT JOIN invoices i ON i.account_id = a.account_id AND i.id = a.invoice_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE outcome = 'paid')::int AS paid, count(*) FILTER (WHERE outcome = 'refused')::int AS refused,
        count(*) FILTER (WHERE outcome = 'no_balance')::int AS no_balance
      FROM autopay_rows r WHERE r.account_id = a.account_id AND r.run_id = a.id) n
    ORDER BY a.at DESC, a.id DESC`.execute(ctx.db);
  return rows;
}

export async function countRuns(ctx: Ctx, store: StoreRef): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM autopay_runs WHERE account_id = ${store.account_id} AND store_id = ${store.id}`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function findRunRows(ctx: Ctx, run: { account_id: string; store_id: string; id: string }, page: Page) {
  const { rows } = await sql<RunRow & { name: string; n: number }>`
    SELECT r.order_id, o.name, r.outcome, r.reason, r.total, count(*) OVER ()::int AS n
    FROM autopay_runs a
    JOIN autopay_rows r ON r.account_id = a.account_id AND r.run_id = a.id
    JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
    WHERE a.account_id = ${run.account_id} AND a.id = ${run.id} AND a.store_id = ${run.store_id}
    ORDER BY r.line OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

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

/** The account's stores that can pay by themselves or have orders that wait, and since when those do. */
export async function findStoresToPay(ctx: Ctx, { account_id, stores }: Runs) {
  const { rows } = await sql<{
    id: string;
    name: string;
    connected: boolean;
    paused: boolean;
    settings: unknown;
    time_zone: string;
    autopay_at: Date | null;
    oldest: Date | null;
  }>`
    SELECT s.id, s.name, s.status = 'connected' AS connected, s.paused, s.settings, a.time_zone, s.autopay_at,
           (SELECT min(o.stage_since) FROM orders o
            WHERE o.account_id = s.account_id AND o.store_id = s.id AND o.stage = 'awaiting_payment' AND NOT o.held AND o.quote_id IS NULL
              AND ${unasked(account_id, sql`o.id`)}) AS oldest
    FROM stores s JOIN accounts a ON a.id = s.account_id
    WHERE s.account_id = ${account_id} ${within(sql`s.id`, stores)} AND (s.status = 'connected' OR EXISTS (
      SELECT 1 FROM orders o WHERE o.account_id = s.account_id AND o.store_id = s.id AND o.stage = 'awaiting_payment'))
    ORDER BY s.name, s.id LIMIT 200`.execute(ctx.db);
  return rows;
}
