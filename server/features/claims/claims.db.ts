import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { ClaimDecision, ClaimEvidence, ClaimReason, ClaimStatus, ClaimWant } from '#contract/claim-rules.ts';
import type { ClaimFinding, ClaimVerdict } from '#contract/claim-verdict-rules.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import { lockWithFirst } from './claims-facts.db.ts';

type Page = { offset: number; limit: number };
export type ClaimRow = {
  id: string;
  account_id: string;
  number: string;
  order_id: string;
  parcel_id: string | null;
  order: { id: string; name: string; store: string; store_id: string; country: string | null };
  parcel: { id: string; tracking_number: string } | null;
  client: { id: string; number: number; name: string };
  reason: ClaimReason;
  wanted: ClaimWant;
  status: ClaimStatus;
  verdict: ClaimVerdict;
  findings: ClaimFinding[];
  /** Evidence that is wanted. */
  wants: ClaimEvidence[];
  opens_at: Date | null;
  deadline: Date | null;
  units: number;
  currency: string;
  asked: number;
  granted: number | null;
  note: string;
  due_at: Date | null;
  evidence_due_at: Date | null;
  decision: ClaimDecision | null;
  decision_note: string;
  decided_at: Date | null;
  decided_by: string | null;
  appealed_at: Date | null;
  reship: { id: string; name: string } | null;
  submitted_by: string | null;
  submitted_at: Date;
  version: number;
};
export type Filter = {
  statuses: readonly ClaimStatus[] | null;
  q: string | undefined;
  order_id?: string | undefined;
  /** Null: all stores of the account. */
  stores: readonly string[] | null;
};

/** Claims with what they are about, looked up for the rows of the page alone. */
function shapeOf(page: RawBuilder<unknown>, sequence: RawBuilder<unknown>) {
  return sql<ClaimRow>`
    SELECT c.id, c.account_id, 'CLM-' || c.number AS number, c.order_id, c.parcel_id, c.reason, c.wanted, c.status, c.verdict, c.findings,
      c.evidence AS wants, c.opens_at, c.deadline, c.currency, c.asked, c.granted, c.note, c.due_at, c.evidence_due_at, c.decision,
      c.decision_note, c.decided_at, c.decided_by, c.appealed_at, c.submitted_by, c.submitted_at, c.version,
      json_build_object('id', o.id, 'name', o.name, 'store', s.name, 'store_id', o.store_id, 'country', o.country) AS "order",
      CASE WHEN p.id IS NULL THEN NULL ELSE json_build_object('id', p.id, 'tracking_number', p.tracking_number) END AS parcel,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client,
      CASE WHEN r.id IS NULL THEN NULL ELSE json_build_object('id', r.id, 'name', r.name) END AS reship,
      (SELECT coalesce(sum(l.quantity), 0)::int FROM claim_lines l WHERE l.account_id = c.account_id AND l.claim_id = c.id) AS units
    FROM (${page}) c
    JOIN orders o ON o.account_id = c.account_id AND o.id = c.order_id
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    JOIN accounts a ON a.id = c.account_id
    LEFT JOIN parcels p ON p.account_id = c.account_id AND p.id = c.parcel_id
    LEFT JOIN orders r ON r.account_id = c.account_id AND r.id = c.reship_order_id
    ORDER BY ${sequence}`;
}

/** By claim number, or by the name or tracking number of the order. */
function searching(q: string | undefined): RawBuilder<unknown>[] {
  const entries = searchEntries(q ?? '');
  if (entries.length === 0) return [];
  const numbers = entries.flatMap((entry) => /^(?:clm-)?(\d{1,15})$/i.exec(entry)?.[1] ?? []);
  const terms = entries.map((entry) => entry.replace(/^#/, '').toLowerCase());
  return [
    sql`(c.number = ANY(${numbers}::bigint[]) OR EXISTS (SELECT 1 FROM order_terms t
      WHERE t.account_id = c.account_id AND t.order_id = c.order_id AND t.term = ANY(${terms}::text[])))`,
  ];
}

function conditions(accountId: string | null, { statuses, q, order_id, stores }: Filter): RawBuilder<unknown> {
  const parts = [sql`true`, ...searching(q)];
  if (accountId) parts.push(sql`c.account_id = ${accountId}`);
  if (statuses) parts.push(sql`c.status = ANY(${[...statuses]}::text[])`);
  if (order_id) parts.push(sql`c.order_id = ${order_id}`);
  if (stores)
    parts.push(sql`EXISTS (SELECT 1 FROM orders o WHERE o.account_id = c.account_id AND o.id = c.order_id
      AND o.store_id = ANY(${[...stores]}::uuid[]))`);
  return sql.join(parts, sql` AND `);
}

/** A page of one account's claims, the newest first; or (desk) of all, what is due soonest first. */
export function pageStatement(accountId: string | null, filter: Filter, { offset, limit }: Page) {
  const sequence = accountId
    ? sql`c.number DESC`
    : sql`c.due_at NULLS LAST, c.evidence_due_at NULLS LAST, c.decided_at DESC, c.number DESC`;
  return shapeOf(
    sql`SELECT c.* FROM claims c WHERE ${conditions(accountId, filter)} ORDER BY ${sequence} OFFSET ${offset} LIMIT ${limit}`,
    sequence,
  );
}

export async function findPage(ctx: Ctx, accountId: string | null, filter: Filter, page: Page): Promise<ClaimRow[]> {
  return (await pageStatement(accountId, filter, page).execute(ctx.db)).rows;
}

/** Counted no further than lists go. */
export async function countMatching(ctx: Ctx, accountId: string | null, filter: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (
    SELECT 1 FROM claims c WHERE ${conditions(accountId, filter)} LIMIT ${maxListDepth + 1}) few`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Locks the order of a claim, and the one that it replaces, until the transaction ends. */
export async function lockOrderOf(ctx: Ctx, accountId: string, id: string): Promise<void> {
  await lockWithFirst(
    ctx,
    accountId,
    sql`(SELECT order_id FROM claims WHERE account_id = ${accountId} AND id = ${id})`,
  );
}

/** One claim; with `lock` it stays as it is until the transaction ends. */
export async function findClaim(ctx: Ctx, accountId: string, id: string, lock = false): Promise<ClaimRow | undefined> {
  if (lock) await sql`SELECT FROM claims WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`.execute(ctx.db);
  const page = sql`SELECT c.* FROM claims c WHERE c.account_id = ${accountId} AND c.id = ${id}`;
  return (await shapeOf(page, sql`c.number`).execute(ctx.db)).rows[0];
}
