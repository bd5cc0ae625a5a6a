import { sql } from 'kysely';
import { allows, merchantRoles, type Rights, roleRights } from '#contract/rights.ts';
import type { AccountCtx } from '#server/db/context.ts';

export type Limits = { per_payment: number | null; per_day: number | null; per_month: number | null; version: number };

/** What a member may pay without asking; undefined where nothing was set. */
export async function findLimits(ctx: AccountCtx, userId: string): Promise<Limits | undefined> {
  return ctx.db
    .selectFrom('member_limits')
    .select(['per_payment', 'per_day', 'per_month', 'version'])
    .where('account_id', '=', ctx.account)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function findRole(ctx: AccountCtx, userId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('memberships')
    .select('role')
    .where('account_id', '=', ctx.account)
    .where('user_id', '=', userId)
    .where('status', '<>', 'removed')
    .executeTakeFirst();
  return row?.role;
}

/** False when the version is not the stored one. */
export async function saveLimits(
  ctx: AccountCtx,
  member: { user_id: string; set_by: string },
  { version, ...limits }: Limits,
): Promise<boolean> {
  const values = { ...limits, set_by: member.set_by, version: version + 1 };
  const saved = await ctx.db
    .insertInto('member_limits')
    .values({ account_id: ctx.account, user_id: member.user_id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet(values).where('member_limits.version', '=', version),
    )
    .executeTakeFirst();
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** What a member paid today and this month, in the account's time zone. */
export async function findSpent(ctx: AccountCtx, userId: string): Promise<{ today: number; month: number }> {
  const { rows } = await sql<{ today: number; month: number }>`
    WITH periods AS (
      SELECT date_trunc('day', ${ctx.now}::timestamptz, time_zone) AS day, date_trunc('month', ${ctx.now}::timestamptz, time_zone) AS month
      FROM accounts WHERE id = ${ctx.account})
    SELECT coalesce(-sum(e.amount) FILTER (WHERE t.at >= p.day), 0)::bigint AS today, coalesce(-sum(e.amount), 0)::bigint AS month
    FROM periods p JOIN ledger_transactions t ON t.account_id = ${ctx.account} AND t.actor_user_id = ${userId} AND t.at >= p.month
      AND t.kind IN ('invoice_payment', 'stock_payment', 'brand_payment')
    JOIN ledger_entries e ON e.account_id = t.account_id AND e.seq = t.seq
      AND (e.ledger_account = 'cash' OR starts_with(e.ledger_account, 'bonus:'))`.execute(ctx.db);
  return rows[0] ?? { today: 0, month: 0 };
}

/** Active members who may approve payments of others, the owner first. */
export async function findApprovers(ctx: AccountCtx): Promise<{ user_id: string; name: string }[]> {
  const { rows } = await sql<{ user_id: string; name: string; role: string; rights: Rights | null }>`
    SELECT m.user_id, coalesce(nullif(u.nick_name, ''), u.username) AS name, m.role, m.rights
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${ctx.account} AND m.status = 'active'
    ORDER BY m.role <> 'owner', lower(u.username), m.user_id`.execute(ctx.db);
  return rows
    .filter(({ role, rights }) =>
      mayApprove(rights ?? roleRights[merchantRoles.find((known) => known === role) ?? 'viewer']),
    )
    .map(({ user_id, name }) => ({ user_id, name }));
}

/** Paying orders, and the wallet's money: who has both may approve what others ask to pay. */
export const mayApprove = (rights: Rights): boolean =>
  allows(rights, 'orders', 'pay') && allows(rights, 'wallet', 'pay');

export async function isActive(ctx: AccountCtx, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', ctx.account)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** The issued invoices whose payment waits for a colleague's approval. */
export const requestedInvoices = (accountId: string) => sql`
  SELECT ri.invoice_id FROM payment_request_invoices ri
  JOIN payment_requests r ON r.account_id = ri.account_id AND r.id = ri.request_id AND r.status = 'open'
  WHERE ri.account_id = ${accountId}`;

/** The orders whose payment waits for a colleague's approval. */
export const requestedOrders = (accountId: string) => sql`
  SELECT ro.order_id FROM payment_request_orders ro
  JOIN payment_requests r ON r.account_id = ro.account_id AND r.id = ro.request_id AND r.status = 'open'
  WHERE ro.account_id = ${accountId}`;
