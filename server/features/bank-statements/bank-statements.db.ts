import { sql } from 'kysely';
import type { BankRowState } from '#contract/bank-statement-rules.ts';
import { mostCandidates } from '#contract/bank-statement-rules.ts';
import { matchedStatuses, type RechargeStatus } from '#contract/recharge-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import type { BankRow } from './bank-table.ts';

export type TableCells = { row: number; cells: string[] }[];

export async function findMethod(ctx: Ctx, code: string) {
  return ctx.db
    .selectFrom('recharge_methods')
    .select(['code', 'name', 'kind'])
    .where('code', '=', code)
    .executeTakeFirst();
}

/** Keeps the table of a file until it is imported; tables that nobody imported within a day go. */
export async function insertFile(
  ctx: Ctx,
  file: { id: string; method: string; name: string; cells: TableCells; created_by: string },
): Promise<void> {
  await ctx.db
    .deleteFrom('bank_files')
    .where('imported_at', 'is', null)
    .where('created_at', '<', new Date(ctx.now.getTime() - 86_400_000))
    .execute();
  await ctx.db
    .insertInto('bank_files')
    .values({ ...file, cells: JSON.stringify(file.cells), row_count: file.cells.length - 1, created_at: ctx.now })
    .execute();
}

/** An uploaded file, locked until the transaction ends; `cells` is null once it was imported. */
export async function lockFile(ctx: Ctx, id: string) {
  const { rows } = await sql<{ id: string; method: string; name: string; cells: TableCells | null }>`
    SELECT id, method, name, cells FROM bank_files WHERE id = ${id} FOR UPDATE`.execute(ctx.db);
  return rows[0];
}

export async function closeFile(ctx: Ctx, id: string, counts: { added: number; known: number }): Promise<void> {
  await ctx.db
    .updateTable('bank_files')
    .set({ ...counts, cells: null, imported_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Writes the payments that are not here yet; answers the keys of those that it wrote. */
export async function insertRows(
  ctx: Ctx,
  file: { id: string; method: string },
  rows: readonly (BankRow & { id: string })[],
): Promise<Set<string>> {
  const added = new Set<string>();
  for (let at = 0; at < rows.length; at += 500) {
    const values = rows
      .slice(at, at + 500)
      .map(({ row, ...kept }) => ({ ...kept, method: file.method, file_id: file.id, file_row: row }));
    const written = await ctx.db
      .insertInto('bank_rows')
      .values(values)
      .onConflict((conflict) => conflict.columns(['method', 'row_key']).doNothing())
      .returning('row_key')
      .execute();
    for (const { row_key } of written) added.add(row_key);
  }
  return added;
}

/** What is kept under these keys, to tell a payment that was imported from another one under its number. */
export async function findKept(ctx: Ctx, method: string, keys: readonly string[]) {
  return ctx.db
    .selectFrom('bank_rows')
    .select(['row_key', 'amount', 'currency'])
    .where('method', '=', method)
    .where('row_key', 'in', [...keys])
    .execute();
}

export type Candidate = {
  account_id: string;
  recharge_id: string;
  number: number;
  status: RechargeStatus;
  /** What the merchant declared, and what was credited; null before that. */
  amount: number;
  received: number | null;
  currency: string;
  reference: string;
  payer_name: string | null;
  named: boolean;
  first_approved_by: string | null;
  first_approver: string | null;
  version: number;
  client_number: number;
  client_name: string;
};

export type BankRowRow = {
  id: string;
  state: BankRowState;
  method: string;
  method_name: string;
  booked_on: string;
  amount: number;
  currency: string;
  reference: string;
  payer: string;
  transaction_id: string | null;
  file_name: string;
  file_row: number;
  file_at: Date;
  note: string | null;
  decided_by: string | null;
  decider: string | null;
  decided_at: Date | null;
  candidates: Candidate[];
};

const candidateOf = sql`jsonb_build_object('account_id', r.account_id, 'recharge_id', r.id, 'number', r.number, 'status', r.status,
  'amount', r.amount, 'received', CASE WHEN r.status = 'credited' THEN r.received_amount END, 'currency', r.currency,
  'reference', r.reference, 'payer_name', r.payer_name, 'version', r.version,
  'client_number', a.number, 'client_name', a.name, 'first_approved_by', r.first_approved_by,
  'first_approver', (SELECT coalesce(nullif(p.nick_name, ''), p.username) FROM users p WHERE p.id = r.first_approved_by))`;

/**
 * Each payment with how it stands for the reader. An open one that was approved for a recharge waits for a second approval, by
 * a colleague where the reader gave the first, also in the review before the payment came. Any other is judged by the recharges of its method that it names (by reference or
 * by the bank's number), and where it names none by those that wait for its very amount.
 */
const judged = ({ actor }: Ctx) => {
  const reader = sql`${actor.kind === 'staff' ? actor.user_id : null}::uuid`;
  return sql`(
  SELECT b.*, CASE
      WHEN b.status <> 'open' THEN b.status
      WHEN f.list IS NOT NULL THEN CASE WHEN f.own THEN 'for_colleague' ELSE 'second' END
      WHEN n.open = 1 AND n.own = 1 THEN 'for_colleague'
      WHEN n.open = 1 THEN CASE WHEN n.fits = 1 THEN 'exact' ELSE 'different' END
      WHEN n.open > 1 THEN 'choose'
      WHEN n.credited > 0 THEN 'known'
      WHEN w.list IS NOT NULL THEN 'choose'
      ELSE 'unmatched' END AS state,
    coalesce(CASE WHEN b.status <> 'open' THEN c.list WHEN f.list IS NOT NULL THEN f.list WHEN n.open > 0 OR n.credited > 0 THEN n.list ELSE w.list END,
      '[]'::jsonb) AS candidates
  FROM bank_rows b
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE s.is_open) AS open, count(*) FILTER (WHERE s.is_open AND s.fits) AS fits,
      count(*) FILTER (WHERE s.own) AS own, count(*) FILTER (WHERE NOT s.is_open) AS credited,
      jsonb_agg(s.candidate ORDER BY s.is_open DESC, s.fits DESC, s.number DESC) AS list
    FROM (
      SELECT r.number, r.status <> 'credited' AS is_open, r.amount = b.amount AND r.currency = b.currency AS fits,
        r.status = 'under_review' AND r.first_approved_by = ${reader} AND r.first_received = b.amount AS own, ${candidateOf} || '{"named": true}' AS candidate
      FROM recharges r JOIN accounts a ON a.id = r.account_id
      WHERE r.method = b.method AND (r.reference = ANY(b.named) OR r.external_ref = b.transaction_id)
        AND r.status = ANY(${[...matchedStatuses, 'credited']}::text[])
      LIMIT ${mostCandidates}) s) n ON b.status = 'open'
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(s.candidate ORDER BY s.number DESC) AS list
    FROM (
      SELECT r.number, ${candidateOf} || '{"named": false}' AS candidate
      FROM recharges r JOIN accounts a ON a.id = r.account_id
      WHERE r.method = b.method AND r.amount = b.amount AND r.currency = b.currency
        AND r.status IN ('submitted', 'under_review', 'awaiting_transfer')
      ORDER BY r.number DESC LIMIT ${mostCandidates}) s) w ON b.status = 'open' AND n.open = 0 AND n.credited = 0
  LEFT JOIN LATERAL (
    SELECT jsonb_build_array(${candidateOf} || '{"named": true}') AS list,
      r.first_approved_by = ${reader} AS own
    FROM recharges r JOIN accounts a ON a.id = r.account_id
    WHERE r.first_bank_row = b.id AND r.status = 'under_review') f ON b.status = 'open'
  LEFT JOIN LATERAL (
    SELECT jsonb_build_array(${candidateOf} || '{"named": true}') AS list
    FROM recharges r JOIN accounts a ON a.id = r.account_id
    WHERE r.account_id = b.account_id AND r.id = b.recharge_id) c ON b.status = 'credited')`;
};

const shape = (ctx: Ctx) => sql`
  SELECT b.id, b.state, b.method, m.name AS method_name, b.booked_on::text AS booked_on, b.amount, b.currency, b.reference,
    b.payer, b.transaction_id, f.name AS file_name, b.file_row, f.imported_at AS file_at, b.note, b.decided_by,
    coalesce(nullif(u.nick_name, ''), u.username) AS decider, b.decided_at, b.candidates
  FROM ${judged(ctx)} b
  JOIN recharge_methods m ON m.code = b.method
  JOIN bank_files f ON f.id = b.file_id
  LEFT JOIN users u ON u.id = b.decided_by`;

/** A search is part of a reference, of a payer's name or of the bank's number. */
function matching(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const text = q.toLowerCase();
  return sql<boolean>`(strpos(lower(b.reference), ${text}) > 0 OR strpos(lower(b.payer), ${text}) > 0
    OR strpos(lower(b.transaction_id), ${text}) > 0)`;
}

type Which = { states: readonly BankRowState[]; q: string | undefined };
const chosen = ({ states, q }: Which) => sql<boolean>`b.state = ANY(${[...states]}::text[]) AND ${matching(q)}`;

export async function listRows(ctx: Ctx, which: Which, page: { offset: number; limit: number }): Promise<BankRowRow[]> {
  const { rows } = await sql<BankRowRow>`${shape(ctx)} WHERE ${chosen(which)}
    ORDER BY b.booked_on DESC, b.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

/** How many payments are in each state for the reader, over all that match the search. */
export async function countStates(ctx: Ctx, q: string | undefined): Promise<Map<BankRowState, number>> {
  const { rows } = await sql<{ state: BankRowState; n: number }>`
    SELECT b.state, count(*)::int AS n FROM ${judged(ctx)} b WHERE ${matching(q)} GROUP BY b.state`.execute(ctx.db);
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** Payments that this reader can match or decide: those that only a colleague may approve are not counted. */
export function countToMatch(ctx: Ctx, most: number): Promise<number> {
  return countUpTo(
    ctx,
    sql`SELECT 1 FROM ${judged(ctx)} b WHERE b.status = 'open' AND b.state <> 'for_colleague'`,
    most,
  );
}

export async function findRow(ctx: Ctx, id: string): Promise<BankRowRow | undefined> {
  const { rows } = await sql<BankRowRow>`${shape(ctx)} WHERE b.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Locks a payment until the transaction ends; answers its status, or undefined when there is none. */
export async function lockRow(ctx: Ctx, id: string): Promise<'open' | 'credited' | 'ignored' | undefined> {
  const { rows } = await sql<{ status: 'open' | 'credited' | 'ignored' }>`
    SELECT status FROM bank_rows WHERE id = ${id} FOR UPDATE`.execute(ctx.db);
  return rows[0]?.status;
}

type Decision =
  | { status: 'credited'; account_id: string; recharge_id: string; decided_by: string }
  | { status: 'ignored'; note: string; decided_by: string };

export async function decideRow(ctx: Ctx, id: string, decision: Decision): Promise<void> {
  await ctx.db
    .updateTable('bank_rows')
    .set({ ...decision, decided_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

export async function reopenRow(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('bank_rows')
    .set({ status: 'open', note: null, decided_by: null, decided_at: null })
    .where('id', '=', id)
    .execute();
}

/** Whether a payment of a bank statement is kept as what a recharge was credited with. */
export async function hasPayment(ctx: Ctx, recharge: { account_id: string; recharge_id: string }): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bank_rows')
    .select('id')
    .where('account_id', '=', recharge.account_id)
    .where('recharge_id', '=', recharge.recharge_id)
    .executeTakeFirst();
  return row !== undefined;
}
