import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { ClaimDecision, ClaimEvidence, ClaimReason, ClaimStatus, ClaimWant } from '#contract/claim-rules.ts';
import type { ClaimFinding, ClaimVerdict } from '#contract/claim-verdict-rules.ts';
import { searchEntries } from '#contract/list-rules.ts';
import { ofNamedStore, orOfClient } from '#server/db/client-search.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import { ownEntry } from '#server/lib/own-entry.ts';
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
  reason?: ClaimReason | undefined;
  submitted?: Span | undefined;
  /** Null: all stores of the account. */
  stores: readonly string[] | null;
  sort?: string | undefined;
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

/** What staff search may also be the name of the order's store. */
const orOfStore =
  (q = '') =>
  (found: RawBuilder<unknown>) =>
    sql`(${found} OR ${ofNamedStore({ account: sql`c.account_id`, order: sql`c.order_id` }, q)})`;

function conditions(accountId: string | null, filter: Filter): RawBuilder<unknown> {
  const { statuses, q, order_id, reason, submitted, stores } = filter;
  const searched = accountId ? searching(q) : orOfClient(searching(q).map(orOfStore(q)), sql`c.account_id`, q);
  const parts = [sql`true`, ...searched, ...within('c.submitted_at', submitted)];
  if (accountId) parts.push(sql`c.account_id = ${accountId}`);
  if (statuses) parts.push(sql`c.status = ANY(${[...statuses]}::text[])`);
  if (order_id) parts.push(sql`c.order_id = ${order_id}`);
  if (reason) parts.push(sql`c.reason = ${reason}`);
  if (stores)
    parts.push(sql`EXISTS (SELECT 1 FROM orders o WHERE o.account_id = c.account_id AND o.id = c.order_id
      AND o.store_id = ANY(${[...stores]}::uuid[]))`);
  return sql.join(parts, sql` AND `);
}

const ofStaff = sql`c.due_at NULLS LAST, c.evidence_due_at NULLS LAST, c.decided_at DESC, c.id`;
const dueFirst = sql`coalesce(c.due_at, c.evidence_due_at)`;
const amount = sql`coalesce(nullif(c.granted, 0), c.asked)`;
/** Sorts of one account's claims by their names in the address; each is one index in both directions. */
const sorts: Record<string, RawBuilder<unknown>> = {
  claim: sql`c.number`,
  '-claim': sql`c.number DESC`,
  due: sql`${dueFirst}, c.number`,
  '-due': sql`${dueFirst} DESC, c.number DESC`,
  amount: sql`${amount}, c.number`,
  '-amount': sql`${amount} DESC, c.number DESC`,
};

/**
 * A page of one account's claims, the newest first unless asked for; or (for staff) of all, what is due soonest first
 * and the oldest of what is due together.
 */
export function pageStatement(accountId: string | null, filter: Filter, { offset, limit }: Page) {
  const sequence = accountId ? (ownEntry(sorts, filter.sort ?? '') ?? sql`c.number DESC`) : ofStaff;
  return shapeOf(
    sql`SELECT c.* FROM claims c WHERE ${conditions(accountId, filter)} ORDER BY ${sequence} OFFSET ${offset} LIMIT ${limit}`,
    sequence,
  );
}

export async function findPage(ctx: Ctx, accountId: string | null, filter: Filter, page: Page): Promise<ClaimRow[]> {
  return (await pageStatement(accountId, filter, page).execute(ctx.db)).rows;
}

/** Counted no further than lists go. */
export async function countMatching(
  ctx: Ctx,
  accountId: string | null,
  filter: Filter,
  most = maxListDepth + 1,
): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM claims c WHERE ${conditions(accountId, filter)}`, most);
}

/** Locks the order of a claim, and the one that it replaces, until the transaction ends. */
export async function lockOrderOf(ctx: AccountCtx, id: string): Promise<void> {
  await lockWithFirst(ctx, sql`(SELECT order_id FROM claims WHERE account_id = ${ctx.account} AND id = ${id})`);
}

/** One claim; with `lock` it stays as it is until the transaction ends. */
export async function findClaim(ctx: AccountCtx, id: string, lock = false): Promise<ClaimRow | undefined> {
  if (lock) await sql`SELECT FROM claims WHERE account_id = ${ctx.account} AND id = ${id} FOR UPDATE`.execute(ctx.db);
  const page = sql`SELECT c.* FROM claims c WHERE c.account_id = ${ctx.account} AND c.id = ${id}`;
  return (await shapeOf(page, sql`c.number`).execute(ctx.db)).rows[0];
}

type TimelineEvent = {
  at: Date;
  action: string;
  by: string | null;
  claim_id: string;
  number: string;
  reason: string;
  verdict: string;
  deadline: Date | null;
};

/** What became of the order's claims, with what each was judged by. */
export async function claimTimeline(ctx: AccountCtx, orderId: string) {
  const { rows } = await sql<TimelineEvent>`
    SELECT e.at, e.action, e.actor_name AS by, c.id AS claim_id, 'CLM-' || c.number AS number, c.reason, c.verdict, c.deadline
    FROM claims c JOIN claim_events e ON e.account_id = c.account_id AND e.claim_id = c.id
    WHERE c.account_id = ${ctx.account} AND c.order_id = ${orderId} ORDER BY e.id`.execute(ctx.db);
  return rows.map(({ at, action, by, claim_id, number, reason, verdict, deadline }) => ({
    at,
    source: 'claim' as const,
    kind: `claim_${action}`,
    by,
    internal: action === 'take',
    params: { number, reason },
    inputs: [
      { name: 'verdict', value: verdict },
      { name: 'deadline', value: deadline?.toISOString() ?? null },
    ],
    link: { to: 'claim' as const, id: claim_id, label: number },
  }));
}

type LimitsRow = { auto_amount: number; max_rate_bp: number; version: number };

export async function findLimits(ctx: AccountCtx): Promise<LimitsRow | undefined> {
  return ctx.db
    .selectFrom('claim_limits')
    .select(['auto_amount', 'max_rate_bp', 'version'])
    .where('account_id', '=', ctx.account)
    .executeTakeFirst();
}

/** Writes the limits if they are still as they were seen (`version` 0: none yet); answers whether they were. */
export async function saveLimits(
  ctx: AccountCtx,
  { version, ...limits }: LimitsRow,
  updated_by: string,
): Promise<boolean> {
  const row = { ...limits, updated_at: ctx.now, updated_by };
  if (version === 0) {
    const added = await ctx.db
      .insertInto('claim_limits')
      .values({ account_id: ctx.account, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Boolean(added.numInsertedOrUpdatedRows);
  }
  const changed = await ctx.db
    .updateTable('claim_limits')
    .set({ ...row, version: version + 1 })
    .where('account_id', '=', ctx.account)
    .where('version', '=', version)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function findCurrency(ctx: AccountCtx): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('accounts').select('currency').where('id', '=', ctx.account).executeTakeFirst();
  return row?.currency;
}

type ClaimLineRow = {
  line_id: string;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  quantity: number;
  most: number;
  asked: number;
  granted: number;
};

export async function findLines(ctx: AccountCtx, id: string): Promise<ClaimLineRow[]> {
  const { rows } = await sql<ClaimLineRow>`
    SELECT c.line_id, l.title, l.variant_title, coalesce('/api/pictures/' || p.picture, l.image_url) AS image_url, c.quantity, c.most,
      c.asked, c.granted
    FROM claim_lines c
    JOIN order_lines l ON l.account_id = c.account_id AND l.id = c.line_id
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    LEFT JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE c.account_id = ${ctx.account} AND c.claim_id = ${id} ORDER BY l.position, l.id`.execute(ctx.db);
  return rows;
}

type Said = { id: string; at: Date; by: string | null };
type EvidenceRow = Said & { kind: ClaimEvidence; file: { id: string; name: string; mime: string } | null };

export async function findEvidence(ctx: AccountCtx, id: string): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    SELECT e.id, e.kind, e.at, e.actor_name AS by,
      CASE WHEN f.id IS NULL THEN NULL ELSE json_build_object('id', f.id, 'name', f.name, 'mime', f.mime) END AS file
    FROM claim_evidence e LEFT JOIN files f ON f.account_id = e.account_id AND f.id = e.file_id
    WHERE e.account_id = ${ctx.account} AND e.claim_id = ${id} ORDER BY e.id`.execute(ctx.db);
  return rows;
}

type MessageRow = Said & { from: 'merchant' | 'staff' | 'system'; internal: boolean; text: string };

export async function findMessages(ctx: AccountCtx, id: string, withInternal: boolean): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT id, at, actor_name AS by, actor_kind AS "from", internal, text FROM claim_messages
    WHERE account_id = ${ctx.account} AND claim_id = ${id} AND (${withInternal} OR NOT internal) ORDER BY id`.execute(
    ctx.db,
  );
  return rows;
}

type EventRow = Said & { action: string; status: ClaimStatus };

export async function findEvents(ctx: AccountCtx, id: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT id, at, action, status, actor_name AS by FROM claim_events
    WHERE account_id = ${ctx.account} AND claim_id = ${id} ORDER BY id`.execute(ctx.db);
  return rows;
}

/** Other claims about the same order, the one that it replaces, or a replacement of it. */
export async function findEarlier(ctx: AccountCtx, orderId: string, not: string) {
  const { rows } = await sql<{ id: string; number: string; status: ClaimStatus; granted: number | null }>`
    SELECT id, 'CLM-' || number AS number, status, granted FROM claims
    WHERE account_id = ${ctx.account} AND id <> ${not} AND order_id IN (
      SELECT ${orderId}::uuid UNION SELECT id FROM orders WHERE account_id = ${ctx.account} AND reship_of = ${orderId}
      UNION SELECT reship_of FROM orders WHERE account_id = ${ctx.account} AND id = ${orderId})
    ORDER BY claims.number`.execute(ctx.db);
  return rows;
}
