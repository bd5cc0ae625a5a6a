import { sql } from 'kysely';
import type { PayoutKind, WithdrawalStatus } from '#contract/withdrawal-rules.ts';
import { orOfClient } from '#server/db/client-search.ts';
import type { AccountCtx, Ctx, StaffCtx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { prepared } from '#server/db/kysely-pool.ts';

export type Payout = { kind: PayoutKind; holder: string; account: string; bank: string; swift: string };

export type WithdrawalRow = {
  account_id: string;
  id: string;
  number: number;
  status: WithdrawalStatus;
  currency: string;
  amount: number;
  payout: Payout;
  reason: string | null;
  note: string | null;
  reference: string | null;
  code_hash: string;
  code_until: Date;
  code_tries: number;
  codes: number;
  requested_by: string;
  requester: string;
  first_approved_by: string | null;
  first_approver: string | null;
  first_approved_at: Date | null;
  approved_by: string | null;
  approver: string | null;
  approved_at: Date | null;
  confirmed_at: Date | null;
  paid_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  version: number;
  client_number: number;
  client_name: string;
};

const shape = sql`
  SELECT w.account_id, w.id, w.number, w.status, w.currency, w.amount, w.payout, w.reason, w.note, w.reference,
    w.code_hash, w.code_until, w.code_tries, w.codes, w.requested_by, coalesce(nullif(u.nick_name, ''), u.username, '') AS requester,
    w.first_approved_by, coalesce(nullif(f.nick_name, ''), f.username) AS first_approver, w.first_approved_at,
    w.approved_by, coalesce(nullif(p.nick_name, ''), p.username) AS approver, w.approved_at,
    w.confirmed_at, w.paid_at, w.ended_at, w.created_at, w.version, a.number AS client_number, a.name AS client_name
  FROM withdrawals w
  JOIN accounts a ON a.id = w.account_id
  LEFT JOIN users u ON u.id = w.requested_by
  LEFT JOIN users f ON f.id = w.first_approved_by
  LEFT JOIN users p ON p.id = w.approved_by`;

type Page = { offset: number; limit: number };

/** A search names a number (WD-1001) or a bank's number of the payment, each as a whole. */
function found(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const number = /^(?:wd-?)?(\d{1,15})$/i.exec(q)?.[1];
  return sql<boolean>`(w.reference = ${q} OR w.number = ${number ? Number(number) : -1})`;
}

/** The same for staff, who also look for a client by name or number. */
const foundByStaff = (q: string | undefined) =>
  sql.join([sql`true`, ...(q ? orOfClient([found(q)], sql`w.account_id`, q) : [])], sql` AND `);

const inStates = (statuses: readonly WithdrawalStatus[] | null) =>
  statuses ? sql<boolean>`w.status = ANY(${[...statuses]}::text[])` : sql<boolean>`true`;

export async function listWithdrawals(ctx: AccountCtx, q: string | undefined, page: Page): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`${shape} WHERE w.account_id = ${ctx.account} AND ${found(q)}
    ORDER BY w.created_at DESC, w.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countWithdrawals(ctx: AccountCtx, q: string | undefined, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM withdrawals w WHERE w.account_id = ${ctx.account} AND ${found(q)}`, most + 1);
}

/** Withdrawals of all clients in the given states; oldest first where they wait for somebody. */
export async function listForStaff(
  ctx: StaffCtx,
  which: StaffWithdrawals,
  page: Page & { oldestFirst: boolean },
): Promise<WithdrawalRow[]> {
  const order = page.oldestFirst ? sql`w.created_at, w.id` : sql`w.created_at DESC, w.id DESC`;
  const { rows } = await sql<WithdrawalRow>`${shape} WHERE ${chosenByStaff(ctx, which)}
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countForStaff(ctx: StaffCtx, which: StaffWithdrawals, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM withdrawals w WHERE ${chosenByStaff(ctx, which)}`, most + 1);
}

/** Withdrawals in some states; `approvedByReader` tells those that wait for a colleague from those that the reader can review. */
type StaffWithdrawals = {
  statuses: readonly WithdrawalStatus[] | null;
  approvedByReader?: boolean;
  q: string | undefined;
};

function chosenByStaff({ actor }: StaffCtx, { statuses, approvedByReader, q }: StaffWithdrawals) {
  const approval =
    approvedByReader === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(w.first_approved_by IS NOT DISTINCT FROM ${actor.user_id}::uuid) = ${approvedByReader}`;
  return sql<boolean>`${inStates(statuses)} AND ${approval} AND ${foundByStaff(q)}`;
}

export async function findWithdrawal(ctx: AccountCtx, id: string, lock = false): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`${prepared}${shape} WHERE w.account_id = ${ctx.account} AND w.id = ${id}
    ${lock ? sql`FOR UPDATE OF w` : sql``}`.execute(ctx.db);
  return rows[0];
}

export async function insertWithdrawal(
  ctx: AccountCtx,
  row: {
    id: string;
    currency: string;
    amount: number;
    payout: Payout;
    reason: string | null;
    code_hash: string;
    code_until: Date;
    requested_by: string;
  },
): Promise<number> {
  const { number } = await ctx.db
    .insertInto('withdrawals')
    .values({
      ...row,
      account_id: ctx.account,
      status: 'requested',
      payout: JSON.stringify(row.payout),
      created_at: ctx.now,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

export type WithdrawalChanges = {
  status?: WithdrawalStatus;
  note?: string;
  reference?: string;
  code_hash?: string;
  code_until?: Date;
  code_tries?: number;
  codes?: number;
  first_approved_by?: string;
  first_approved_at?: Date;
  approved_by?: string;
  approved_at?: Date;
  decided_by?: string;
  confirmed_at?: Date;
  paid_at?: Date;
  ended_at?: Date;
};

export async function updateWithdrawal(ctx: AccountCtx, id: string, changes: WithdrawalChanges): Promise<void> {
  await ctx.db
    .updateTable('withdrawals')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

/** Withdrawals that nobody confirmed since. */
export async function findUnconfirmed(ctx: Ctx, before: Date): Promise<{ account_id: string; id: string }[]> {
  return ctx.db
    .selectFrom('withdrawals')
    .select(['account_id', 'id'])
    .where('status', '=', 'requested')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(500)
    .execute();
}

export async function findReader(ctx: Ctx, userId: string) {
  return ctx.db.selectFrom('users').select(['email', 'locale']).where('id', '=', userId).executeTakeFirstOrThrow();
}

export type PayoutAccountRow = Payout & { id: string; created_at: Date };

export async function findPayoutAccounts(ctx: AccountCtx, id?: string): Promise<PayoutAccountRow[]> {
  const { rows } = await sql<PayoutAccountRow>`
    SELECT id, kind, holder, account, bank, swift, created_at FROM payout_accounts
    WHERE account_id = ${ctx.account} AND removed_at IS NULL AND ${id ? sql<boolean>`id = ${id}` : sql<boolean>`true`}
    ORDER BY created_at, id`.execute(ctx.db);
  return rows;
}

/** False when the account has this payout account already. */
export async function insertPayoutAccount(
  ctx: AccountCtx,
  row: Payout & { id: string; created_by: string },
): Promise<boolean> {
  const added = await ctx.db
    .insertInto('payout_accounts')
    .values({ ...row, account_id: ctx.account, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'account']).where('removed_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function removePayoutAccount(ctx: AccountCtx, id: string): Promise<boolean> {
  const removed = await ctx.db
    .updateTable('payout_accounts')
    .set({ removed_at: ctx.now })
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return removed.numUpdatedRows > 0n;
}
