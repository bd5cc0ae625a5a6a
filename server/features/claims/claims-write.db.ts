import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  type ClaimAction,
  type ClaimDecision,
  type ClaimEvidence,
  type ClaimReason,
  type ClaimStatus,
  type ClaimWant,
  openClaims,
} from '#contract/claim-rules.ts';
import type { ClaimFinding, ClaimVerdict } from '#contract/claim-verdict-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type NewClaim = {
  account_id: string;
  id: string;
  order_id: string;
  parcel_id: string | null;
  reason: ClaimReason;
  wanted: ClaimWant;
  status: ClaimStatus;
  note: string;
  policy_id: string | null;
  evidence: readonly ClaimEvidence[];
  verdict: ClaimVerdict;
  findings: readonly ClaimFinding[];
  opens_at: string | null;
  deadline: string | null;
  currency: string;
  asked: number;
  due_at: Date | null;
  evidence_due_at: Date | null;
  submitted_by: string;
};
export type NewLine = { line_id: string; quantity: number; most: number; asked: number };

/** Adds a claim with its lines; answers its number. A line of a parcel that is in an open claim breaks `claim_lines_open_key`. */
export async function insertClaim(ctx: Ctx, claim: NewClaim, lines: readonly NewLine[]): Promise<string> {
  const { evidence, findings, ...row } = claim;
  const { number } = await ctx.db
    .insertInto('claims')
    .values({ ...row, evidence: [...evidence], findings: JSON.stringify(findings), submitted_at: ctx.now })
    .returning('number')
    .executeTakeFirstOrThrow();
  const { account_id, id: claim_id, parcel_id } = claim;
  await ctx.db
    .insertInto('claim_lines')
    .values(lines.map((line) => ({ account_id, claim_id, parcel_id, ...line })))
    .execute();
  return `CLM-${number}`;
}

type ClaimKey = { account_id: string; id: string };
/** What changes of a claim beside its state; each state has its clock. */
export type Change = {
  granted?: number;
  decision?: ClaimDecision | null;
  decision_note?: string;
  decided_at?: Date | null;
  decided_by?: string | null;
  appealed_at?: Date;
  reship_order_id?: string;
};

export async function saveState(
  ctx: Ctx,
  { account_id, id }: ClaimKey,
  status: ClaimStatus,
  change: Change & { due_at: Date | null; evidence_due_at: Date | null },
): Promise<void> {
  await ctx.db
    .updateTable('claims')
    .set(({ eb }) => ({ ...change, status, version: eb('version', '+', 1) }))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** What is thought of a claim once more evidence is there, or asked for. */
export async function saveJudged(
  ctx: Ctx,
  { account_id, id }: ClaimKey,
  judged: { verdict: ClaimVerdict; findings: readonly ClaimFinding[]; wants: readonly ClaimEvidence[] },
): Promise<void> {
  const { verdict, findings, wants } = judged;
  await ctx.db
    .updateTable('claims')
    .set({ verdict, findings: JSON.stringify(findings), evidence: [...wants] })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Whether a claim keeps its lines from others. */
export async function setOpen(ctx: Ctx, { account_id, id }: ClaimKey, open: boolean): Promise<void> {
  await sql`
    UPDATE claim_lines SET open = ${open} WHERE account_id = ${account_id} AND claim_id = ${id} AND open <> ${open}`.execute(
    ctx.db,
  );
}

/** Writes what the units of an open claim are worth now, and what is asked for them; who saw other figures looks again. */
export async function saveAsked(
  ctx: Ctx,
  { account_id, id }: ClaimKey,
  lines: readonly { line_id: string; most: number; asked: number }[],
): Promise<void> {
  await sql`
    UPDATE claim_lines l SET most = r.most, asked = r.asked
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(line_id uuid, most bigint, asked bigint)
    WHERE l.account_id = ${account_id} AND l.claim_id = ${id} AND l.line_id = r.line_id`.execute(ctx.db);
  await sql`
    UPDATE claims c SET version = version + 1,
      asked = (SELECT sum(l.asked) FROM claim_lines l WHERE l.account_id = c.account_id AND l.claim_id = c.id)
    WHERE c.account_id = ${account_id} AND c.id = ${id}`.execute(ctx.db);
}

export async function saveGranted(
  ctx: Ctx,
  { account_id, id }: ClaimKey,
  granted: readonly { line_id: string; granted: number }[],
): Promise<void> {
  await sql`
    UPDATE claim_lines l SET granted = r.granted
    FROM json_to_recordset(${JSON.stringify(granted)}::json) AS r(line_id uuid, granted bigint)
    WHERE l.account_id = ${account_id} AND l.claim_id = ${id} AND l.line_id = r.line_id`.execute(ctx.db);
}

const nameOf = (ctx: Ctx) => (ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null);

export async function insertEvent(
  ctx: Ctx,
  { account_id, id: claim_id }: ClaimKey,
  action: ClaimAction | 'submit',
  status: ClaimStatus,
  data: Record<string, unknown>,
): Promise<void> {
  const by = { actor_kind: ctx.actor.kind, actor_name: nameOf(ctx) };
  await ctx.db
    .insertInto('claim_events')
    .values({ account_id, id: uuid(), claim_id, action, status, at: ctx.now, ...by, data: JSON.stringify(data) })
    .execute();
}

export async function insertMessage(
  ctx: Ctx,
  { account_id, id: claim_id }: ClaimKey,
  text: string,
  internal = false,
): Promise<void> {
  const by = { actor_kind: ctx.actor.kind, actor_name: nameOf(ctx) };
  await ctx.db
    .insertInto('claim_messages')
    .values({ account_id, id: uuid(), claim_id, at: ctx.now, ...by, internal, text })
    .execute();
}

export async function insertEvidence(
  ctx: Ctx,
  { account_id, id: claim_id }: ClaimKey,
  brought: readonly { kind: ClaimEvidence; file_id: string }[],
): Promise<void> {
  if (brought.length === 0) return;
  const rows = brought.map(({ kind, file_id }) => ({ account_id, id: uuid(), claim_id, kind, file_id }));
  await ctx.db
    .insertInto('claim_evidence')
    .values(rows.map((row) => ({ ...row, at: ctx.now, actor_name: nameOf(ctx) })))
    .execute();
}

/** Whether the order has a claim that was not given up. */
export async function isClaimed(ctx: AccountCtx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM claims WHERE account_id = ${ctx.account} AND order_id = ${orderId} AND status NOT IN ('withdrawn', 'expired')
    LIMIT 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Open claims of these orders about more units than never left: some were cancelled since. */
export async function findVoid(ctx: AccountCtx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT c.id FROM claims c
    JOIN claim_lines k ON k.account_id = c.account_id AND k.claim_id = c.id AND k.open
    JOIN order_lines l ON l.account_id = k.account_id AND l.id = k.line_id
    WHERE c.account_id = ${ctx.account} AND c.order_id = ANY(${orderIds}::uuid[]) AND c.parcel_id IS NULL
      AND l.cancelled_quantity > 0
      AND k.quantity > l.paid_quantity - l.cancelled_quantity - l.shipped_quantity - l.replaced_quantity
    ORDER BY c.id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Open claims of these orders about units that never left. */
export async function findUnsent(ctx: AccountCtx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM claims
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND parcel_id IS NULL
      AND status = ANY(${[...openClaims]}::text[])
    ORDER BY id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Claims whose evidence did not come in time, and decided ones that nothing can follow any more. */
export async function findEnding(ctx: Ctx, decidedBefore: Date, limit: number) {
  const { rows } = await sql<ClaimKey & { action: 'expire' | 'close' }>`
    (SELECT account_id, id, 'expire' AS action FROM claims WHERE status = 'need_evidence' AND evidence_due_at < ${ctx.now} LIMIT ${limit})
    UNION ALL
    (SELECT account_id, id, 'close' AS action FROM claims
     WHERE status IN ('approved_refund', 'approved_partial', 'approved_reship', 'rejected') AND decided_at < ${decidedBefore} LIMIT ${limit})`.execute(
    ctx.db,
  );
  return rows;
}

const claimsOf = (ctx: AccountCtx, orderIds: readonly string[]) =>
  sql`SELECT id FROM claims WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[])`;

/** Empties what people wrote in the claims of these orders; what was decided stays. */
export async function blankClaims(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  const claims = claimsOf(ctx, orderIds);
  await sql`
    UPDATE claims SET note = '', decision_note = ''
    WHERE account_id = ${ctx.account} AND id IN (${claims}) AND (note <> '' OR decision_note <> '')`.execute(ctx.db);
  await sql`
    UPDATE claim_events SET data = data - 'rejected_because'
    WHERE account_id = ${ctx.account} AND claim_id IN (${claims}) AND data ? 'rejected_because'`.execute(ctx.db);
  await sql`UPDATE claim_messages SET text = '' WHERE account_id = ${ctx.account} AND claim_id IN (${claims})`.execute(
    ctx.db,
  );
}

/** Lets go of the files that were shown in the claims of these orders; answers their ids. */
export async function dropEvidence(ctx: AccountCtx, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`
    UPDATE claim_evidence e SET file_id = NULL FROM (SELECT id, file_id FROM claim_evidence
      WHERE account_id = ${ctx.account} AND claim_id IN (${claimsOf(ctx, orderIds)}) AND file_id IS NOT NULL) had
    WHERE e.account_id = ${ctx.account} AND e.id = had.id RETURNING had.file_id`.execute(ctx.db);
  return rows.map((row) => row.file_id);
}
