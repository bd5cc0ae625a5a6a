import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';
import { type Span, within } from '#server/db/day-span.ts';
import type { BonusTier } from '#contract/recharge-rules.ts';
import type { SepaAccount } from '#contract/sepa-rules.ts';
import type { PayoutKind } from '#contract/withdrawal-rules.ts';

/** Sum of the recharges that are under review. */
export async function findPending(ctx: AccountCtx): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    SELECT coalesce(sum(r.amount), 0)::bigint AS pending FROM recharges r
    WHERE r.account_id = ${ctx.account} AND r.status IN ('submitted', 'under_review')`.execute(ctx.db);
  return rows[0]?.pending ?? 0;
}

export type LogFilter = {
  kind?: string | undefined;
  direction?: 'in' | 'out' | undefined;
  /** Bounds of what changed, without its sign, in minor units. */
  amount_from?: number | undefined;
  amount_to?: number | undefined;
  at?: Span | undefined;
  /** A document's number or an order's name, as a whole. */
  q?: string | undefined;
  store_id?: string | undefined;
  /** Only what stands before this transaction. */
  before?: number;
  /** Only what stands behind this transaction. */
  after?: number;
  /** Direction and amount are of the whole wallet, with what is on hold in it. */
  withHeld?: boolean;
};

/** Documents whose orders fit: invoices, and credit notes for one of their orders. */
function ofOrders(accountId: string, fits: RawBuilder<unknown>) {
  return sql<boolean>`t.ref_id IN (
    SELECT i.invoice_id FROM invoice_orders i JOIN orders o ON o.account_id = i.account_id AND o.id = i.order_id
      WHERE i.account_id = ${accountId} AND ${fits}
    UNION ALL
    SELECT n.id FROM credit_notes n JOIN invoice_orders i ON i.account_id = n.account_id AND i.id = n.invoice_order_id
      JOIN orders o ON o.account_id = i.account_id AND o.id = i.order_id
      WHERE n.account_id = ${accountId} AND ${fits})`;
}

function found(accountId: string, q: string) {
  const name = q.replace(/^#/, '');
  const named = sql`o.id IN (SELECT k.order_id FROM order_terms k WHERE k.account_id = ${accountId} AND k.term = ${name.toLowerCase()})
    AND o.name IN (${name}, ${`#${name}`})`;
  return sql<boolean>`(t.ref_label = ${q.toUpperCase()} OR ${ofOrders(accountId, named)})`;
}

/** Entries of the wallet: cash and bonus. */
const inWallet = sql`(e.ledger_account = 'cash' OR starts_with(e.ledger_account, 'bonus:'))`;
const onHold = sql`e.ledger_account IN ('held_cash', 'held_bonus')`;
const ownEntries = sql`e.account_id = t.account_id AND e.seq = t.seq AND ${inWallet}`;
const entriesOf = ({ withHeld }: LogFilter) =>
  withHeld ? sql`e.account_id = t.account_id AND e.seq = t.seq AND (${inWallet} OR ${onHold})` : ownEntries;

function amountWithin(filter: LogFilter) {
  const { amount_from, amount_to } = filter;
  if (amount_from === undefined && amount_to === undefined) return sql<boolean>`true`;
  return sql<boolean>`(SELECT abs(coalesce(sum(e.amount), 0)) FROM ledger_entries e WHERE ${entriesOf(filter)})
    BETWEEN ${amount_from ?? 0} AND ${amount_to ?? Number.MAX_SAFE_INTEGER}`;
}

function inDirection(filter: LogFilter) {
  if (filter.direction === undefined) return sql<boolean>`true`;
  const sign = filter.direction === 'in' ? sql`e.amount > 0` : sql`e.amount < 0`;
  return sql<boolean>`EXISTS (SELECT 1 FROM ledger_entries e WHERE ${entriesOf(filter)} AND ${sign})`;
}

function matching(accountId: string, filter: LogFilter) {
  const { kind, at, before, after, q, store_id } = filter;
  return sql<boolean>`t.account_id = ${accountId} AND ${amountWithin(filter)} AND ${inDirection(filter)}
    AND ${q ? found(accountId, q) : sql<boolean>`true`}
    AND ${store_id ? ofOrders(accountId, sql`o.store_id = ${store_id}`) : sql<boolean>`true`}
    AND ${before === undefined ? sql<boolean>`true` : sql<boolean>`t.seq < ${before}`}
    AND ${after === undefined ? sql<boolean>`true` : sql<boolean>`t.seq > ${after}`}
    AND ${kind ? sql<boolean>`t.kind = ${kind}` : sql<boolean>`true`}
    AND ${sql.join([sql`true`, ...within('t.at', at)], sql` AND `)}`;
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
  /** The only order of the invoice, or the order that a credit note is for. */
  order: { id: string; name: string } | null;
  /** The stock order of the invoice, or of the one that a credit note is for. */
  stock_order: { id: string; number: string } | null;
  memo: string;
  /** The method of the recharge that it is about, or what the withdrawal is paid by. */
  method: { code: string; name: string } | null;
  payout_kind: PayoutKind | null;
  actor_kind: string;
  /** The member who caused it: of a recharge that a payment provider or the portal booked, whoever made it. */
  member: string | null;
  hash: Buffer;
  amount: number;
  /** What of it is bonus money. */
  bonus: number;
  /** What the method kept of a recharge: it and `amount` are what was charged. */
  fee: number;
  /** What of the money on hold changed: more by a hold, less by a release or a paid withdrawal. */
  held: number;
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
      CASE p.ref_kind
        WHEN 'invoices' THEN (SELECT (array_agg(jsonb_build_object('id', o.id, 'name', o.name)))[1] FROM (
          SELECT i.order_id FROM invoice_orders i WHERE i.account_id = p.account_id AND i.invoice_id = p.ref_id LIMIT 2) i
          JOIN orders o ON o.account_id = p.account_id AND o.id = i.order_id HAVING count(*) = 1)
        WHEN 'credit_notes' THEN (SELECT jsonb_build_object('id', o.id, 'name', o.name) FROM credit_notes n
          JOIN invoice_orders i ON i.account_id = n.account_id AND i.id = n.invoice_order_id
          JOIN orders o ON o.account_id = i.account_id AND o.id = i.order_id
          WHERE n.account_id = p.account_id AND n.id = p.ref_id) END AS order,
      CASE WHEN p.ref_kind IN ('invoices', 'credit_notes') THEN (SELECT jsonb_build_object('id', s.id, 'number', 'PO-' || s.number)
        FROM invoices i JOIN stock_orders s ON s.account_id = i.account_id AND s.id = i.stock_order_id
        WHERE i.account_id = p.account_id AND i.id = CASE p.ref_kind WHEN 'invoices' THEN p.ref_id ELSE (
          SELECT n.invoice_id FROM credit_notes n WHERE n.account_id = p.account_id AND n.id = p.ref_id) END) END AS stock_order,
      CASE p.ref_kind WHEN 'recharges' THEN (SELECT jsonb_build_object('code', k.code, 'name', k.name) FROM recharges r
        JOIN recharge_methods k ON k.code = r.method WHERE r.account_id = p.account_id AND r.id = p.ref_id) END AS method,
      CASE p.ref_kind WHEN 'withdrawals' THEN (SELECT w.payout ->> 'kind' FROM withdrawals w
        WHERE w.account_id = p.account_id AND w.id = p.ref_id) END AS payout_kind,
      CASE WHEN u.id IS NULL THEN p.actor_kind ELSE 'merchant' END AS actor_kind, coalesce(nullif(u.nick_name, ''), u.username) AS member,
      m.amount, m.bonus, m.fee, m.held,
      coalesce((SELECT sum(b.balance_after) FROM wallet w JOIN LATERAL (
        SELECT e.balance_after FROM ledger_entries e
        WHERE e.account_id = ${ctx.account} AND e.ledger_account = w.ledger_account AND e.seq <= p.seq
        ORDER BY e.seq DESC, e.line DESC LIMIT 1) b ON true), 0)::bigint AS balance_after
    FROM page p JOIN accounts a ON a.id = p.account_id
    LEFT JOIN users u ON u.id = CASE WHEN p.actor_kind = 'merchant' THEN p.actor_user_id
      WHEN p.actor_kind = 'system' AND p.kind = 'recharge' THEN (SELECT r.created_by FROM recharges r WHERE r.account_id = p.account_id AND r.id = p.ref_id) END
    CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE ${inWallet}), 0)::bigint AS amount,
        coalesce(sum(e.amount) FILTER (WHERE starts_with(e.ledger_account, 'bonus:')), 0)::bigint AS bonus,
        coalesce(sum(e.amount) FILTER (WHERE p.kind = 'recharge' AND e.ledger_account = 'fees'), 0)::bigint AS fee,
        coalesce(sum(e.amount) FILTER (WHERE ${onHold}), 0)::bigint AS held
      FROM ledger_entries e WHERE e.account_id = p.account_id AND e.seq = p.seq) m
    ORDER BY p.seq DESC`.execute(ctx.db);
  return rows;
}

export type LogSums = { entries: number; money_in: number; money_out: number; currency: string };

/** What all transactions that match brought into the wallet and took out of it, and how many they are. */
export async function sumLogs(ctx: AccountCtx, filter: LogFilter): Promise<LogSums> {
  const { rows } = await sql<LogSums>`
    SELECT count(*)::int AS entries, coalesce(sum(greatest(m.amount, 0)), 0)::bigint AS money_in,
      coalesce(sum(greatest(-m.amount, 0)), 0)::bigint AS money_out,
      (SELECT currency FROM accounts WHERE id = ${ctx.account}) AS currency
    FROM (SELECT coalesce(sum(e.amount), 0) AS amount FROM ledger_transactions t LEFT JOIN ledger_entries e ON ${ownEntries}
      WHERE ${matching(ctx.account, filter)} GROUP BY t.seq) m`.execute(ctx.db);
  return rows[0] ?? { entries: 0, money_in: 0, money_out: 0, currency: '' };
}

/** What left the wallet for goods and services since then, and the first moment of it. */
export async function findSpent(ctx: AccountCtx, since: Date): Promise<{ spent: number; first_at: Date | null }> {
  const { rows } = await sql<{ spent: number; first_at: Date | null }>`
    SELECT coalesce(-sum(e.amount), 0)::bigint AS spent, min(t.at) AS first_at FROM ledger_transactions t
    JOIN ledger_entries e ON e.account_id = t.account_id AND e.seq = t.seq
      AND (e.ledger_account = 'cash' OR starts_with(e.ledger_account, 'bonus:'))
    WHERE t.account_id = ${ctx.account} AND t.at >= ${since}
      AND t.kind IN ('invoice_payment', 'stock_payment', 'brand_payment', 'service_fee', 'storage_fee')`.execute(
    ctx.db,
  );
  return rows[0] ?? { spent: 0, first_at: null };
}

export async function countLogs(ctx: AccountCtx, filter: LogFilter, most: number): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM ledger_transactions t WHERE ${matching(ctx.account, filter)}`, most + 1);
}

/** The currency of the account's wallet. */
export async function findCurrency(ctx: AccountCtx): Promise<string> {
  const row = await ctx.db.selectFrom('accounts').select('currency').where('id', '=', ctx.account).executeTakeFirst();
  return row?.currency ?? 'USD';
}

/** An account without a row has nothing set. */
export async function findSettings(ctx: AccountCtx, lock = false) {
  const row = await ctx.db
    .selectFrom('wallet_settings')
    .select(['low_balance', 'low_told_at', 'version'])
    .where('account_id', '=', ctx.account)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? { low_balance: null, low_told_at: null, version: 0 };
}

/** False when the version is not the stored one. */
export async function saveSettings(ctx: AccountCtx, low_balance: number | null, version: number): Promise<boolean> {
  const values = { low_balance, low_told_at: null, version: version + 1 };
  const saved = await ctx.db
    .insertInto('wallet_settings')
    .values({ account_id: ctx.account, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(values).where('wallet_settings.version', '=', version),
    )
    .executeTakeFirst();
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Keeps whether the client was notified that the balance is low. */
export async function saveLowNotified(ctx: AccountCtx, low_told_at: Date | null): Promise<void> {
  await ctx.db.updateTable('wallet_settings').set({ low_told_at }).where('account_id', '=', ctx.account).execute();
}

/** Accounts that want to hear of a low balance. */
export async function findAlerted(ctx: Ctx): Promise<{ account_id: string }[]> {
  return ctx.db
    .selectFrom('wallet_settings')
    .select('account_id')
    .where('low_balance', 'is not', null)
    .orderBy('account_id')
    .execute();
}

export type MethodRow = {
  code: string;
  kind: 'transfer' | 'card';
  name: string;
  details: { label: string; value: string }[];
  fee_bp: number;
  min_amount: number | null;
  max_amount: number | null;
  bonus_tiers: BonusTier[];
  bonus_days: number;
  sepa: SepaAccount | null;
  active: boolean;
  position: number;
  version: number;
};

export async function findMethods(ctx: Ctx): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    SELECT code, kind, name, details, fee_bp, min_amount, max_amount, bonus_tiers, bonus_days,
      sepa, active, position, version FROM recharge_methods
    ORDER BY position, code`.execute(ctx.db);
  return rows;
}

export type MethodChanges = Omit<MethodRow, 'code' | 'kind' | 'version'>;

const listsOf = ({ details, bonus_tiers, sepa }: Pick<MethodRow, 'details' | 'bonus_tiers' | 'sepa'>) => ({
  details: JSON.stringify(details),
  bonus_tiers: JSON.stringify(bonus_tiers),
  sepa: sepa && JSON.stringify(sepa),
});

/** Adds a method whose recharges are reviewed with a proof. */
export async function insertMethod(ctx: Ctx, code: string, values: MethodChanges): Promise<void> {
  await ctx.db
    .insertInto('recharge_methods')
    .values({ ...values, code, kind: 'transfer', ...listsOf(values) })
    .execute();
}

/** Answers undefined when the version is not the stored one. */
export async function updateMethod(ctx: Ctx, code: string, version: number, changes: MethodChanges): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('recharge_methods')
    .set({ ...changes, ...listsOf(changes), version: version + 1 })
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
