import { type RawBuilder, sql } from 'kysely';
import { providerZone } from '#contract/constants.ts';
import type { ClientRevenueSort } from '#contract/finance-rules.ts';
import { type Days, shiftDay } from '#contract/statistics-rules.ts';
import type { Ctx } from '#server/db/context.ts';

/** The moment that a day begins at where the provider works. */
const begin = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE ${providerZone})`;

/**
 * The account's last transaction before a day. A transaction's time is that of its call, which may have waited for the one
 * before: among neighbors the later one counts, as in signed statements.
 */
const seqBefore = (day: string) => sql`coalesce((
  SELECT max(n.seq) FROM (SELECT t.seq FROM ledger_transactions t WHERE t.account_id = a.id AND t.at < ${begin(day)}
    ORDER BY t.at DESC, t.seq DESC LIMIT 200) n), 0)`;

/** Each account's balances after a transaction: one index probe per name, however long its ledger is. */
const balancesAt = (account: RawBuilder<unknown>, seq: RawBuilder<unknown>) => sql`(
  WITH RECURSIVE names AS (
    (SELECT e.ledger_account FROM ledger_entries e WHERE e.account_id = ${account} ORDER BY e.ledger_account LIMIT 1)
    UNION ALL
    SELECT (SELECT e.ledger_account FROM ledger_entries e
      WHERE e.account_id = ${account} AND e.ledger_account > n.ledger_account ORDER BY e.ledger_account LIMIT 1)
    FROM names n WHERE n.ledger_account IS NOT NULL
  )
  SELECT n.ledger_account, l.balance_after AS balance FROM names n
  JOIN LATERAL (SELECT e.balance_after FROM ledger_entries e
    WHERE e.account_id = ${account} AND e.ledger_account = n.ledger_account AND e.seq <= ${seq}
    ORDER BY e.seq DESC, e.line DESC LIMIT 1) l ON true)`;

const isBonus = (name: RawBuilder<unknown>) => sql`starts_with(${name}, 'bonus:')`;
/** Whether a ledger account holds money of the client. */
const isClients = (name: RawBuilder<unknown>) =>
  sql`(${name} IN ('cash', 'held_cash', 'held_bonus') OR ${isBonus(name)})`;

export type TrialRow = { currency: string; ledger_account: string; debit: number; credit: number };

/** The statement of the trial balance, for the test that looks at its plan. */
export const trialStatement = (on: string) => sql<TrialRow>`
  SELECT s.currency, CASE WHEN ${isBonus(sql`b.ledger_account`)} THEN 'bonus' ELSE b.ledger_account END AS ledger_account,
    sum(greatest(-b.balance, 0))::bigint AS debit, sum(greatest(b.balance, 0))::bigint AS credit
  FROM (SELECT a.id, a.currency, ${seqBefore(shiftDay(on, 1))} AS seq FROM accounts a OFFSET 0) s
  CROSS JOIN LATERAL ${balancesAt(sql`s.id`, sql`s.seq`)} b
  WHERE b.balance <> 0 GROUP BY 1, 2 ORDER BY 1, 2`;

/** Balances at the end of a day over all clients, by currency and ledger account; lots of bonus are one. */
export async function trialBalance(ctx: Ctx, on: string): Promise<TrialRow[]> {
  return (await trialStatement(on).execute(ctx.db)).rows;
}

/** The span of transactions of each account that a period has. */
const spans = ({ from, to }: Days, where: RawBuilder<unknown>) => sql`(
  SELECT a.id, a.number, a.name, a.currency, ${seqBefore(from)} AS after, ${seqBefore(shiftDay(to, 1))} AS until
  FROM accounts a WHERE ${where} OFFSET 0)`;

export type LiabilityRow = {
  currency: string;
  day: string;
  cash: number;
  held: number;
  bonus: number;
  owed_by_clients: number;
};

/**
 * By how much the money of all clients changed on each day that moved any; what there was before the period stands on the day
 * before it. Cash below zero is what a client owes, so cash is followed client by client.
 */
export async function liabilityChanges(ctx: Ctx, days: Days): Promise<LiabilityRow[]> {
  const sums = (amount: RawBuilder<unknown>, name: RawBuilder<unknown>) => sql`
    coalesce(sum(${amount}) FILTER (WHERE ${name} = 'cash'), 0) AS cash,
    coalesce(sum(${amount}) FILTER (WHERE ${name} IN ('held_cash', 'held_bonus')), 0) AS held,
    coalesce(sum(${amount}) FILTER (WHERE ${isBonus(name)}), 0) AS bonus`;
  const { rows } = await sql<LiabilityRow>`
    WITH spans AS MATERIALIZED ${spans(days, sql`true`)},
    dated AS (
      SELECT t.account_id, t.seq,
        (min(t.at) OVER (PARTITION BY t.account_id ORDER BY t.seq DESC) AT TIME ZONE ${providerZone})::date AS day
      FROM spans s JOIN ledger_transactions t ON t.account_id = s.id AND t.seq > s.after AND t.seq <= s.until
    ),
    moved AS (
      SELECT s.id, s.currency, ${shiftDay(days.from, -1)}::date AS day, ${sums(sql`b.balance`, sql`b.ledger_account`)}
      FROM spans s CROSS JOIN LATERAL ${balancesAt(sql`s.id`, sql`s.after`)} b GROUP BY s.id, s.currency
      UNION ALL
      SELECT s.id, s.currency, d.day, ${sums(sql`e.amount`, sql`e.ledger_account`)}
      FROM spans s JOIN dated d ON d.account_id = s.id
      JOIN ledger_entries e ON e.account_id = d.account_id AND e.seq = d.seq
      WHERE ${isClients(sql`e.ledger_account`)} GROUP BY s.id, s.currency, d.day
    ),
    followed AS (
      SELECT m.*, sum(m.cash) OVER (PARTITION BY m.id ORDER BY m.day) AS standing FROM moved m
    )
    SELECT f.currency, f.day::text AS day,
      sum(greatest(f.standing, 0) - greatest(f.standing - f.cash, 0))::bigint AS cash,
      sum(f.held)::bigint AS held, sum(f.bonus)::bigint AS bonus,
      sum(greatest(-f.standing, 0) - greatest(f.cash - f.standing, 0))::bigint AS owed_by_clients
    FROM followed f GROUP BY f.currency, f.day ORDER BY f.currency, f.day`.execute(ctx.db);
  return rows;
}

type Sums = {
  currency: string;
  invoiced: number;
  charged: number;
  refunded: number;
  claims: number;
  net: number;
  balance: number;
};
export type ClientRevenueRow = Sums & { id: string; number: number; name: string };
export type RevenueTotal = Sums & { clients: number };

/** A search names a client by number, or by part of the name. */
function matching(q: string | undefined) {
  if (!q) return sql<boolean>`true`;
  const number = /^\d{1,15}$/.test(q) ? Number(q) : -1;
  return sql<boolean>`(a.number = ${number} OR strpos(lower(a.name), ${q.toLowerCase()}) > 0)`;
}

/** The revenue of each matching client in a period, and what the wallet holds at its end. */
function revenueOf(days: Days, q: string | undefined) {
  const part = (where: RawBuilder<unknown>) => sql`coalesce(sum(e.amount) FILTER (WHERE ${where}), 0)::bigint`;
  const payments = sql`t.kind IN ('invoice_payment', 'stock_payment', 'brand_payment', 'service_fee', 'storage_fee')`;
  return sql`(
    SELECT s.id, s.number, s.name, s.currency, r.*, (
      SELECT coalesce(sum(b.balance), 0)::bigint FROM ${balancesAt(sql`s.id`, sql`s.until`)} b
      WHERE ${isClients(sql`b.ledger_account`)}) AS balance
    FROM ${spans(days, matching(q))} s
    CROSS JOIN LATERAL (
      SELECT ${part(payments)} AS invoiced,
        ${part(sql`NOT ${payments} AND t.kind <> 'credit_note' AND e.ledger_account <> 'claims'`)} AS charged,
        -${part(sql`t.kind = 'credit_note'`)} AS refunded, -${part(sql`e.ledger_account = 'claims'`)} AS claims,
        ${part(sql`true`)} AS net
      FROM ledger_entries e JOIN ledger_transactions t ON t.account_id = e.account_id AND t.seq = e.seq
      WHERE e.account_id = s.id AND e.seq > s.after AND e.seq <= s.until
        AND e.ledger_account IN ('revenue', 'fees', 'claims')) r)`;
}

const orders: Readonly<Record<ClientRevenueSort, RawBuilder<unknown>>> = {
  net: sql`r.net DESC, r.name`,
  invoiced: sql`r.invoiced DESC, r.name`,
  refunded: sql`r.refunded + r.claims DESC, r.name`,
  balance: sql`r.balance DESC, r.name`,
  name: sql`r.name`,
};

type Which = { days: Days; q: string | undefined };

/** A page of clients with their revenue. */
export async function clientRevenue(
  ctx: Ctx,
  { days, q }: Which,
  sort: ClientRevenueSort,
  page: { offset: number; limit: number },
): Promise<ClientRevenueRow[]> {
  const { rows } = await sql<ClientRevenueRow>`
    SELECT r.* FROM ${revenueOf(days, q)} r ORDER BY ${orders[sort]}, r.id
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

/** The same over all clients that match, by currency. */
export async function revenueTotals(ctx: Ctx, { days, q }: Which): Promise<RevenueTotal[]> {
  const { rows } = await sql<RevenueTotal>`
    SELECT r.currency, count(*)::int AS clients, sum(r.invoiced)::bigint AS invoiced, sum(r.charged)::bigint AS charged,
      sum(r.refunded)::bigint AS refunded, sum(r.claims)::bigint AS claims, sum(r.net)::bigint AS net,
      sum(r.balance)::bigint AS balance
    FROM ${revenueOf(days, q)} r GROUP BY r.currency ORDER BY r.currency`.execute(ctx.db);
  return rows;
}
