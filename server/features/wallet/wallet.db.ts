import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** Sum of the recharges that are under review. */
export async function findPending(ctx: AccountCtx): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    SELECT coalesce(sum(r.amount), 0)::bigint AS pending FROM recharges r
    WHERE r.account_id = ${ctx.account} AND r.status IN ('submitted', 'under_review')`.execute(ctx.db);
  return rows[0]?.pending ?? 0;
}

export type LogFilter = {
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Only what stands before this transaction. */
  before?: number;
};

function matching(accountId: string, { kind, from, to, before }: LogFilter) {
  return sql<boolean>`t.account_id = ${accountId}
    AND ${before === undefined ? sql<boolean>`true` : sql<boolean>`t.seq < ${before}`}
    AND ${kind ? sql<boolean>`t.kind = ${kind}` : sql<boolean>`true`}
    AND ${from ? sql<boolean>`t.at >= ${from}::date::timestamptz` : sql<boolean>`true`}
    AND ${to ? sql<boolean>`t.at < (${to}::date + 1)::timestamptz` : sql<boolean>`true`}`;
}

export type LogRow = {
  seq: number;
  at: Date;
  kind: string;
  ref_kind: string;
  ref_id: string;
  ref_label: string;
  /** The invoice that a credit note belongs to. */
  credited_invoice: string | null;
  memo: string;
  hash: Buffer;
  amount: number;
  balance_after: number;
  currency: string;
};

/**
 * A page of the statement, newest first. The wallet is cash and bonus: each row's balance is the sum of the last
 * balances of those ledger accounts up to its transaction.
 */
export async function findLogs(
  ctx: AccountCtx,
  filter: LogFilter,
  page: { offset: number; limit: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    WITH RECURSIVE names AS (
      (SELECT ledger_account FROM ledger_entries WHERE account_id = ${ctx.account} ORDER BY ledger_account LIMIT 1)
      UNION ALL
      SELECT (SELECT e.ledger_account FROM ledger_entries e
        WHERE e.account_id = ${ctx.account} AND e.ledger_account > n.ledger_account ORDER BY e.ledger_account LIMIT 1)
      FROM names n WHERE n.ledger_account IS NOT NULL
    ),
    wallet AS (SELECT ledger_account FROM names WHERE ledger_account = 'cash' OR starts_with(ledger_account, 'bonus:')),
    page AS (
      SELECT t.* FROM ledger_transactions t WHERE ${matching(ctx.account, filter)}
      ORDER BY t.seq DESC OFFSET ${page.offset} LIMIT ${page.limit})
    SELECT p.seq, p.at, p.kind, p.ref_kind, p.ref_id, p.ref_label, p.memo, p.hash, a.currency,
      (SELECT n.invoice_id FROM credit_notes n
        WHERE p.ref_kind = 'credit_notes' AND n.account_id = p.account_id AND n.id = p.ref_id) AS credited_invoice,
      coalesce((SELECT sum(e.amount) FROM ledger_entries e WHERE e.account_id = ${ctx.account} AND e.seq = p.seq
        AND (e.ledger_account = 'cash' OR starts_with(e.ledger_account, 'bonus:'))), 0)::bigint AS amount,
      coalesce((SELECT sum(b.balance_after) FROM wallet w JOIN LATERAL (
        SELECT e.balance_after FROM ledger_entries e
        WHERE e.account_id = ${ctx.account} AND e.ledger_account = w.ledger_account AND e.seq <= p.seq
        ORDER BY e.seq DESC, e.line DESC LIMIT 1) b ON true), 0)::bigint AS balance_after
    FROM page p JOIN accounts a ON a.id = p.account_id ORDER BY p.seq DESC`.execute(ctx.db);
  return rows;
}

export async function countLogs(ctx: AccountCtx, filter: LogFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM ledger_transactions t WHERE ${matching(ctx.account, filter)} LIMIT ${most + 1}) few`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export type MethodRow = {
  code: string;
  kind: 'transfer' | 'card';
  name: string;
  details: { label: string; value: string }[];
  fee_bp: number;
  active: boolean;
  version: number;
};

export async function findMethods(ctx: Ctx): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    SELECT code, kind, name, details, fee_bp, active, version FROM recharge_methods ORDER BY position, code`.execute(
    ctx.db,
  );
  return rows;
}

/** Answers undefined when the version is not the stored one. */
export async function updateMethod(
  ctx: Ctx,
  code: string,
  version: number,
  changes: { name: string; details: object[]; fee_bp: number; active: boolean },
): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('recharge_methods')
    .set({ ...changes, details: JSON.stringify(changes.details), version: version + 1 })
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
