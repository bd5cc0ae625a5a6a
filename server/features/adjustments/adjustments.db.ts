import { sql } from 'kysely';
import type { AdjustmentKind, AdjustmentStatus } from '#contract/adjustment-rules.ts';
import { type AccountCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { prepared } from '#server/db/kysely-pool.ts';

export type AdjustmentRow = {
  account_id: string;
  id: string;
  number: number;
  kind: AdjustmentKind;
  amount: number;
  currency: string;
  last_day: string | null;
  reason: string;
  status: AdjustmentStatus;
  proposed_by: string;
  proposer: string;
  proposed_at: Date;
  decided_by: string | null;
  decider: string | null;
  decided_at: Date | null;
  note: string | null;
  version: number;
  client_number: number;
  client_name: string;
};

const shape = sql`
  SELECT r.account_id, r.id, r.number, r.kind, r.amount, r.currency, r.last_day::text AS last_day, r.reason, r.status, r.proposed_by,
    coalesce(nullif(p.nick_name, ''), p.username) AS proposer, r.proposed_at, r.decided_by,
    coalesce(nullif(d.nick_name, ''), d.username) AS decider, r.decided_at, r.note, r.version,
    a.number AS client_number, a.name AS client_name
  FROM adjustments r
  JOIN accounts a ON a.id = r.account_id
  JOIN users p ON p.id = r.proposed_by
  LEFT JOIN users d ON d.id = r.decided_by`;

/** A search names an adjustment (ADJ-1001), or part of a client's name. */
function found(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const number = /^(?:adj-?)?(\d{1,15})$/i.exec(q)?.[1];
  return sql<boolean>`(r.number = ${number ? Number(number) : -1} OR strpos(lower(a.name), ${q.toLowerCase()}) > 0)`;
}

/** Adjustments, decided or not; `proposedByReader` tells those that wait for a colleague from those that the reader can decide. */
type Which = { decided: boolean | null; proposedByReader?: boolean; q: string | undefined };

function chosen({ actor }: StaffCtx, { decided, proposedByReader, q }: Which) {
  const inState = decided === null ? sql<boolean>`true` : sql<boolean>`(r.status <> 'proposed') = ${decided}`;
  const proposer =
    proposedByReader === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(r.proposed_by = ${actor.user_id}) = ${proposedByReader}`;
  return sql<boolean>`${inState} AND ${proposer} AND ${found(q)}`;
}

/** A page over all clients; what waits for a decision is oldest first. */
export async function list(
  ctx: StaffCtx,
  which: Which,
  page: { offset: number; limit: number },
): Promise<AdjustmentRow[]> {
  const order = which.decided === false ? sql`r.proposed_at, r.id` : sql`r.proposed_at DESC, r.id DESC`;
  const { rows } = await sql<AdjustmentRow>`${shape} WHERE ${chosen(ctx, which)}
    ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function count(ctx: StaffCtx, which: Which, most: number): Promise<number> {
  return countUpTo(
    ctx,
    sql`SELECT 1 FROM adjustments r JOIN accounts a ON a.id = r.account_id WHERE ${chosen(ctx, which)}`,
    most + 1,
  );
}

/** One adjustment, locked until the transaction ends where it is to be decided. */
export async function find(ctx: AccountCtx, id: string, lock = false): Promise<AdjustmentRow | undefined> {
  const { rows } = await sql<AdjustmentRow>`${prepared}${shape} WHERE r.account_id = ${ctx.account} AND r.id = ${id}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(ctx.db);
  return rows[0];
}

type Proposal = Pick<AdjustmentRow, 'id' | 'kind' | 'amount' | 'last_day' | 'reason' | 'proposed_by'>;

/** Keeps a proposal in the account's currency; throws 404 for an account that is none. */
export async function insert(ctx: AccountCtx, row: Proposal): Promise<void> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select('currency')
    .where('id', '=', ctx.account)
    .executeTakeFirst();
  if (!account) throw notFound('client');
  await ctx.db
    .insertInto('adjustments')
    .values({ ...row, account_id: ctx.account, currency: account.currency, proposed_at: ctx.now })
    .execute();
}

/** Writes a decision; the database refuses a second one, and that of whoever proposed it. */
export async function decide(
  ctx: AccountCtx,
  id: string,
  decision: { status: AdjustmentStatus; decided_by: string; note: string | null; ledger_seq: number | null },
): Promise<void> {
  await ctx.db
    .updateTable('adjustments')
    .set((eb) => ({ ...decision, decided_at: ctx.now, version: eb('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}
