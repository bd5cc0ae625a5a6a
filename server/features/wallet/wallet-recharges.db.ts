import { sql } from 'kysely';
import type { BonusTier, RechargeStatus } from '#contract/recharge-rules.ts';
import { orOfClient } from '#server/db/client-search.ts';
import type { AccountCtx, Ctx, StaffCtx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { seesStore } from '#server/db/store-scope.ts';

export type RechargeRow = {
  account_id: string;
  id: string;
  number: number;
  method: string;
  method_name: string;
  method_kind: 'transfer' | 'card';
  fee_bp: number;
  status: RechargeStatus;
  currency: string;
  amount: number;
  received_amount: number | null;
  fee: number | null;
  /** What was paid back to the card, disputes left out. */
  refunded: number;
  /** What a bank took back by a dispute that was not won. */
  charged_back: number;
  reference: string;
  external_ref: string | null;
  payer_name: string | null;
  paid_on: string | null;
  review_note: string | null;
  checkout_session: string | null;
  /** The saved card that it charges. */
  card_id: string | null;
  created_by: string | null;
  created_at: Date;
  submitted_at: Date | null;
  reviewed_at: Date | null;
  expires_at: Date;
  version: number;
  for_orders: string[];
  for_selection: string | null;
  for_invoice: string | null;
  sent_amount: number | null;
  sent_currency: string | null;
  proofs: { id: string; name: string; mime: string; size: number }[];
  /** Bonus money as it was offered when it was started, and what came of it. */
  bonus_tiers: BonusTier[];
  bonus_days: number;
  bonus: number | null;
  client_number: number;
  client_name: string;
  /** The first of two approvals above what one member of staff approves alone: by whom, of what. */
  first_approved_by: string | null;
  first_approver: string | null;
  first_approved_at: Date | null;
  first_received: number | null;
  first_note: string | null;
  first_transaction: string | null;
  first_bank_row: string | null;
};

const shape = sql`
  SELECT r.account_id, r.id, r.number, r.method, m.name AS method_name, m.kind AS method_kind, m.fee_bp, r.status, r.currency,
    r.amount, r.received_amount, r.fee,
    CASE WHEN m.kind = 'card' AND r.status = 'credited' THEN (
      SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_transactions t
      JOIN ledger_entries e ON e.account_id = t.account_id AND e.seq = t.seq
      WHERE t.account_id = r.account_id AND t.ref_kind = 'recharges' AND t.ref_id = r.id
        AND t.kind IN ('withdrawal', 'withdrawal_return') AND e.ledger_account = 'bank:' || r.method
    ) ELSE 0 END AS refunded,
    CASE WHEN m.kind = 'card' AND r.status = 'credited' THEN (
      SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_transactions t
      JOIN ledger_entries e ON e.account_id = t.account_id AND e.seq = t.seq
      WHERE t.account_id = r.account_id AND t.ref_kind = 'recharges' AND t.ref_id = r.id
        AND t.kind = 'chargeback' AND e.ledger_account = 'chargeback'
    ) ELSE 0 END AS charged_back, r.reference, r.external_ref, r.payer_name, r.paid_on, r.review_note,
    r.checkout_session, r.card_id, r.created_by, r.created_at, r.submitted_at, r.reviewed_at, r.expires_at, r.version, r.for_orders, r.for_selection, r.for_invoice,
    r.sent_amount, r.sent_currency, r.bonus_tiers, r.bonus_days, r.bonus,
    (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size) ORDER BY p.position), '[]')
      FROM recharge_proofs p JOIN files f ON f.account_id = p.account_id AND f.id = p.file_id
      WHERE p.account_id = r.account_id AND p.recharge_id = r.id) AS proofs,
    a.number AS client_number, a.name AS client_name, r.first_approved_by,
    coalesce(nullif(u.nick_name, ''), u.username) AS first_approver, r.first_approved_at, r.first_received, r.first_note,
    r.first_transaction, r.first_bank_row
  FROM recharges r
  JOIN recharge_methods m ON m.code = r.method
  LEFT JOIN users u ON u.id = r.first_approved_by
  JOIN accounts a ON a.id = r.account_id`;

/** A search names a number (RC-1001), a reference or a bank's transaction number, each as a whole. */
function found(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const number = /^(?:rc-?)?(\d{1,15})$/i.exec(q)?.[1];
  const text = q.replace(/\s+/g, '').toUpperCase();
  return sql<boolean>`(r.reference = ${text} OR r.external_ref = ${text} OR r.number = ${number ? Number(number) : -1})`;
}

/** The same for staff, who also look for a client by name or number. */
const foundByStaff = (q: string | undefined) =>
  sql.join([sql`true`, ...(q ? orOfClient([found(q)], sql`r.account_id`, q) : [])], sql` AND `);

type Page = { offset: number; limit: number };

export async function listRecharges(ctx: AccountCtx, q: string | undefined, page: Page): Promise<RechargeRow[]> {
  const { rows } = await sql<RechargeRow>`${shape} WHERE r.account_id = ${ctx.account} AND ${found(q)}
    ORDER BY r.created_at DESC, r.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countRecharges(ctx: AccountCtx, q: string | undefined, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM recharges r WHERE r.account_id = ${ctx.account} AND ${found(q)}`, most + 1);
}

/** Recharges of all clients in the given states; oldest first where they wait for somebody. */
export async function listForStaff(
  ctx: StaffCtx,
  which: StaffRecharges,
  page: Page,
  oldestFirst: boolean,
): Promise<RechargeRow[]> {
  const order = oldestFirst ? sql`r.submitted_at, r.id` : sql`r.created_at DESC, r.id DESC`;
  const { rows } = await sql<RechargeRow>`${shape} WHERE ${chosenByStaff(ctx, which)}
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countForStaff(ctx: StaffCtx, which: StaffRecharges, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM recharges r WHERE ${chosenByStaff(ctx, which)}`, most + 1);
}

/** Recharges in some states; `approvedByReader` tells those that wait for a colleague from those that the reader can review. */
type StaffRecharges = {
  statuses: readonly RechargeStatus[] | null;
  approvedByReader?: boolean;
  q: string | undefined;
};

function chosenByStaff({ actor }: StaffCtx, { statuses, approvedByReader, q }: StaffRecharges) {
  const inStates = statuses ? sql<boolean>`r.status = ANY(${[...statuses]}::text[])` : sql<boolean>`true`;
  const approval =
    approvedByReader === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(r.first_approved_by IS NOT DISTINCT FROM ${actor.user_id}::uuid) = ${approvedByReader}`;
  return sql<boolean>`${inStates} AND ${approval} AND ${foundByStaff(q)}`;
}

export async function findRecharge(ctx: AccountCtx, id: string, lock = false): Promise<RechargeRow | undefined> {
  const { rows } = await sql<RechargeRow>`${prepared}${shape} WHERE r.account_id = ${ctx.account} AND r.id = ${id}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(ctx.db);
  return rows[0];
}

export async function insertRecharge(
  ctx: Ctx,
  row: {
    account_id: string;
    id: string;
    method: string;
    status: RechargeStatus;
    amount: number;
    reference: string;
    expires_at: Date;
    created_by: string;
    card_id?: string;
  },
  pays: { order_ids: readonly string[]; selection_id?: string | undefined; invoice_id?: string | undefined },
): Promise<void> {
  await ctx.db
    .insertInto('recharges')
    .values((eb) => ({
      ...row,
      currency: eb.selectFrom('accounts').select('currency').where('id', '=', row.account_id),
      bonus_tiers: eb.selectFrom('recharge_methods').select('bonus_tiers').where('code', '=', row.method),
      bonus_days: eb.selectFrom('recharge_methods').select('bonus_days').where('code', '=', row.method),
      for_orders: sql<
        string[]
      >`ARRAY(SELECT id FROM orders WHERE account_id = ${row.account_id} AND id = ANY(${[...pays.order_ids]}::uuid[])
        AND ${seesStore(ctx.actor, sql`store_id`)})`,
      for_selection: eb
        .selectFrom('payment_selections')
        .select('id')
        .where('account_id', '=', row.account_id)
        .where('created_by', '=', row.created_by)
        .where('id', '=', pays.selection_id ?? null),
      for_invoice: eb
        .selectFrom('invoices')
        .select('id')
        .where('account_id', '=', row.account_id)
        .where('id', '=', pays.invoice_id ?? null),
      created_at: ctx.now,
    }))
    .execute();
}

export type RechargeChanges = {
  status?: RechargeStatus;
  amount?: number;
  received_amount?: number;
  fee?: number;
  external_ref?: string | null;
  payer_name?: string;
  paid_on?: string;
  sent_amount?: number;
  sent_currency?: string;
  bonus?: number;
  submitted_at?: Date;
  review_note?: string | null;
  reviewed_by?: string | null;
  reviewed_at?: Date;
  checkout_session?: string;
  payment_intent?: string;
  ledger_seq?: number;
} & Partial<FirstApproval>;

type FirstApproval = Pick<
  RechargeRow,
  'first_approved_by' | 'first_approved_at' | 'first_received' | 'first_note' | 'first_transaction' | 'first_bank_row'
>;

/** The change that takes a first approval back. */
export const noFirstApproval: FirstApproval = {
  first_approved_by: null,
  first_approved_at: null,
  first_received: null,
  first_note: null,
  first_transaction: null,
  first_bank_row: null,
};

export async function updateRecharge(ctx: AccountCtx, id: string, changes: RechargeChanges): Promise<void> {
  await ctx.db
    .updateTable('recharges')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** The files that prove a recharge from now on. */
export async function saveProofs(ctx: AccountCtx, rechargeId: string, fileIds: readonly string[]): Promise<void> {
  const own = { account_id: ctx.account, recharge_id: rechargeId };
  await ctx.db
    .deleteFrom('recharge_proofs')
    .where('account_id', '=', own.account_id)
    .where('recharge_id', '=', own.recharge_id)
    .execute();
  await ctx.db
    .insertInto('recharge_proofs')
    .values(fileIds.map((file_id, index) => ({ ...own, position: index + 1, file_id })))
    .execute();
}

/** Another recharge of the account that already stands for this transaction number. */
export async function findClaim(ctx: AccountCtx, method: string, externalRef: string, exceptId: string) {
  return ctx.db
    .selectFrom('recharges')
    .select('number')
    .where('account_id', '=', ctx.account)
    .where('method', '=', method)
    .where('external_ref', '=', externalRef)
    .where('status', 'in', ['submitted', 'under_review', 'credited'])
    .where('id', '!=', exceptId)
    .executeTakeFirst();
}

export type Double = {
  id: string;
  reason: 'same_reference' | 'same_proof' | 'same_amount';
  number: number;
  client: string;
};

/** Other recharges, of whatever client, that these may be doubles of; each with the strongest reason. */
export async function findDoubles(ctx: Ctx, ids: readonly string[]): Promise<Double[]> {
  const { rows } = await sql<Double>`
    WITH asked AS (
      SELECT r.* FROM recharges r WHERE r.id = ANY(${[...ids]}::uuid[]) AND r.submitted_at IS NOT NULL),
    doubles AS (
      SELECT r.id, o.account_id, o.id AS other, 1 AS strength FROM asked r JOIN recharges o
        ON o.method = r.method AND o.external_ref = r.external_ref
      UNION ALL
      SELECT r.id, o.account_id, o.recharge_id, 2 FROM asked r
        JOIN recharge_proofs p ON p.account_id = r.account_id AND p.recharge_id = r.id
        JOIN files f ON f.account_id = p.account_id AND f.id = p.file_id
        JOIN files g ON g.sha256 = f.sha256 AND g.purpose = 'recharge_proof'
        JOIN recharge_proofs o ON o.account_id = g.account_id AND o.file_id = g.id
      UNION ALL
      SELECT r.id, o.account_id, o.id, 3 FROM asked r JOIN recharges o
        ON o.account_id = r.account_id AND o.amount = r.amount
        AND o.submitted_at BETWEEN r.submitted_at - interval '72 hours' AND r.submitted_at + interval '72 hours')
    SELECT DISTINCT ON (d.id, d.other) d.id, o.number, a.name AS client,
      (ARRAY['same_reference', 'same_proof', 'same_amount'])[d.strength] AS reason
    FROM doubles d JOIN recharges o ON o.account_id = d.account_id AND o.id = d.other
    JOIN accounts a ON a.id = o.account_id
    WHERE d.other <> d.id AND o.status IN ('submitted', 'under_review', 'credited')
    ORDER BY d.id, d.other, d.strength`.execute(ctx.db);
  return rows;
}

/** Codes of the methods by which money came, the latest first. */
export async function rechargedBy(ctx: AccountCtx): Promise<string[]> {
  const { rows } = await sql<{ method: string }>`
    SELECT method FROM recharges WHERE account_id = ${ctx.account} AND status = 'credited'
    GROUP BY method ORDER BY max(created_at) DESC, method`.execute(ctx.db);
  return rows.map(({ method }) => method);
}

/** Recharges whose time is over although nothing was sent. */
export async function expireOverdue(ctx: Ctx): Promise<{ account_id: string; id: string }[]> {
  return ctx.db
    .updateTable('recharges')
    .set((eb) => ({ status: 'expired', version: eb('version', '+', 1) }))
    .where('expires_at', '<', ctx.now)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'awaiting_transfer'),
        eb.and([eb('status', '=', 'processing'), eb('checkout_session', 'is', null), eb('payment_intent', 'is', null)]),
      ]),
    )
    .returning(['account_id', 'id'])
    .execute();
}

/** Card recharges that the provider may know more about than we do. */
export async function findOpenSessions(ctx: Ctx, since: Date): Promise<{ checkout_session: string | null }[]> {
  return ctx.db
    .selectFrom('recharges')
    .select('checkout_session')
    .where('status', '=', 'processing')
    .where('created_at', '>', since)
    .where('checkout_session', 'is not', null)
    .orderBy('created_at')
    .limit(500)
    .execute();
}

/** The address that the payment page is opened with. */
export async function findCreator(ctx: Ctx, userId: string) {
  return ctx.db.selectFrom('users').select(['email', 'locale']).where('id', '=', userId).executeTakeFirst();
}
