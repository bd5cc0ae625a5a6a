import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';
import { type ChainEntry, type ChainTransaction, firstHash } from './ledger-chain.ts';

export type Head = { seq: number; hash: Buffer; currency: string; credit_limit: number };

/** The empty ledger of a new account. */
export async function openLedger(ctx: AccountCtx): Promise<void> {
  await ctx.db.insertInto('ledger_heads').values({ account_id: ctx.account }).execute();
}

/** Locks the merchant's ledger until the transaction ends: postings of one merchant follow one another. */
export async function lockHead(ctx: AccountCtx): Promise<Head> {
  const { rows } = await sql<Head>`${prepared}
    SELECT h.seq, h.hash, a.currency, a.time_zone, h.credit_limit FROM ledger_heads h JOIN accounts a ON a.id = h.account_id
    WHERE h.account_id = ${ctx.account} FOR UPDATE OF h`.execute(ctx.db);
  const [head] = rows;
  if (!head) throw new Error(`account ${ctx.account} has no ledger`);
  return head;
}

export async function findHead(ctx: AccountCtx): Promise<(Head & { time_zone: string }) | undefined> {
  const { rows } = await sql<Head & { time_zone: string }>`${prepared}
    SELECT h.seq, h.hash, a.currency, a.time_zone, h.credit_limit FROM ledger_heads h JOIN accounts a ON a.id = h.account_id
    WHERE h.account_id = ${ctx.account}`.execute(ctx.db);
  return rows[0];
}

/** Last balance of each ledger account of the merchant, up to a transaction: one index probe per name, however long the ledger is. */
const lastBalances = (ctx: AccountCtx, until = Number.MAX_SAFE_INTEGER) => sql`
    WITH RECURSIVE names AS (
      (SELECT ledger_account FROM ledger_entries WHERE account_id = ${ctx.account} ORDER BY ledger_account LIMIT 1)
      UNION ALL
      SELECT (SELECT e.ledger_account FROM ledger_entries e
        WHERE e.account_id = ${ctx.account} AND e.ledger_account > n.ledger_account ORDER BY e.ledger_account LIMIT 1)
      FROM names n WHERE n.ledger_account IS NOT NULL
    )
    SELECT n.ledger_account, b.balance_after FROM names n
    JOIN LATERAL (SELECT e.balance_after FROM ledger_entries e
      WHERE e.account_id = ${ctx.account} AND e.ledger_account = n.ledger_account AND e.seq <= ${until}
      ORDER BY e.seq DESC, e.line DESC LIMIT 1) b ON true ORDER BY n.ledger_account`;

/** The same as one value: pairs of a ledger account and its balance. */
const allBalances = (ctx: AccountCtx) =>
  sql`(SELECT coalesce(json_agg(json_build_array(ledger_account, balance_after)), '[]') FROM (${lastBalances(ctx)}) b)`;
type Pairs = [ledger_account: string, balance: number][];

/** The merchant's balances as they are now. */
export async function readBalances(ctx: AccountCtx): Promise<Map<string, number>> {
  const { rows } = await sql<{ balances: Pairs }>`${prepared}SELECT ${allBalances(ctx)} AS balances`.execute(ctx.db);
  return new Map(rows[0]?.balances);
}

/** The same with the currency and what may be owed; undefined for an account without a ledger. */
export async function readWallet(ctx: AccountCtx) {
  const { rows } = await sql<Pick<Head, 'currency' | 'credit_limit'> & { balances: Pairs }>`${prepared}
    SELECT a.currency, h.credit_limit, ${allBalances(ctx)} AS balances
    FROM ledger_heads h JOIN accounts a ON a.id = h.account_id WHERE h.account_id = ${ctx.account}`.execute(ctx.db);
  const [row] = rows;
  return row && { ...row, balances: new Map(row.balances) };
}

type Known = { seq: number; id: string; kind: string; ref_id: string };

/** Under the lock: the balances, and the transaction that a key has made before. */
export async function readBefore(
  ctx: AccountCtx,
  key: string,
): Promise<{ before: Map<string, number>; known: Known | null }> {
  const { rows } = await sql<{ balances: Pairs; known: Known | null }>`${prepared}
    SELECT ${allBalances(ctx)} AS balances, (
      SELECT json_build_object('seq', seq, 'id', id, 'kind', kind, 'ref_id', ref_id) FROM ledger_transactions
      WHERE account_id = ${ctx.account} AND idempotency_key = ${key}) AS known`.execute(ctx.db);
  return { before: new Map(rows[0]?.balances), known: rows[0]?.known ?? null };
}

/** Appends a transaction with its entries and moves the head; the constraints check it again at commit. */
export async function append(
  ctx: Ctx,
  tx: ChainTransaction & { prev_hash: Buffer; hash: Buffer },
  entries: readonly ChainEntry[],
): Promise<void> {
  const { account_id, seq } = tx;
  await sql`${prepared}
    WITH head AS (
      UPDATE ledger_heads SET seq = ${seq}, hash = ${tx.hash} WHERE account_id = ${account_id}
    )
    INSERT INTO ledger_transactions (account_id, seq, id, at, kind, ref_kind, ref_id, ref_label, memo, actor_kind, actor_user_id, idempotency_key, prev_hash, hash)
    VALUES (${account_id}, ${seq}, ${tx.id}, ${tx.at}, ${tx.kind}, ${tx.ref_kind}, ${tx.ref_id}, ${tx.ref_label}, ${tx.memo},
      ${tx.actor_kind}, ${tx.actor_user_id}, ${tx.idempotency_key}, ${tx.prev_hash}, ${tx.hash})`.execute(ctx.db);
  // by a statement of their own: what is below zero is checked by the kind of the transaction, which has to be there
  await ctx.db
    .insertInto('ledger_entries')
    .values(entries.map((entry) => ({ account_id, seq, ...entry })))
    .execute();
}

/** Sets what the account may owe, under the lock of its ledger. */
export async function saveCreditLimit(ctx: AccountCtx, credit_limit: number): Promise<void> {
  await ctx.db.updateTable('ledger_heads').set({ credit_limit }).where('account_id', '=', ctx.account).execute();
}

/** Remembers lots of bonus money that got some; those that are known stay as they are. */
export async function keepLots(ctx: AccountCtx, lots: readonly { ledger_account: string; last_day: string }[]) {
  await ctx.db
    .insertInto('bonus_lots')
    .values(lots.map((lot) => ({ ...lot, account_id: ctx.account, opened_at: ctx.now })))
    .onConflict((conflict) => conflict.columns(['account_id', 'ledger_account']).doNothing())
    .execute();
}

/** Accounts with lots that ended before a day (UTC) and are not closed. */
export async function findExpiring(ctx: Ctx, day: string): Promise<{ account_id: string }[]> {
  return ctx.db
    .selectFrom('bonus_lots')
    .select('account_id')
    .distinct()
    .where('last_day', '<', day)
    .where('closed_at', 'is', null)
    .execute();
}

/** Closes an account's lots that ended before a day; answers them in their sequence. */
export async function closeLots(ctx: AccountCtx, day: string): Promise<string[]> {
  const closed = await ctx.db
    .updateTable('bonus_lots')
    .set({ closed_at: ctx.now })
    .where('account_id', '=', ctx.account)
    .where('last_day', '<', day)
    .where('closed_at', 'is', null)
    .returning('ledger_account')
    .execute();
  return closed.map(({ ledger_account }) => ledger_account).sort();
}

/** Transactions after `seq` in order, with their entries by line. */
export async function readChain(ctx: AccountCtx, after: number, limit: number) {
  const transactions = await ctx.db
    .selectFrom('ledger_transactions')
    .selectAll()
    .where('account_id', '=', ctx.account)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const last = transactions.at(-1)?.seq ?? after;
  const entries = await ctx.db
    .selectFrom('ledger_entries')
    .select(['seq', 'line', 'ledger_account', 'amount', 'currency', 'balance_after', 'overdraws'])
    .where('account_id', '=', ctx.account)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .orderBy('line')
    .execute();
  const bySeq = new Map(transactions.map((tx) => [tx.seq, [] as typeof entries]));
  for (const entry of entries) bySeq.get(entry.seq)?.push(entry);
  return transactions.map((tx) => ({ tx, entries: bySeq.get(tx.seq) ?? [] }));
}

/** Entries of one transaction, by line. */
export async function findEntries(ctx: AccountCtx, seq: number) {
  return ctx.db
    .selectFrom('ledger_entries')
    .select(['ledger_account', 'amount', 'currency'])
    .where('account_id', '=', ctx.account)
    .where('seq', '=', seq)
    .orderBy('line')
    .execute();
}

/** The last transaction before a moment, with its hash. */
export async function seqBefore(ctx: AccountCtx, at: Date): Promise<{ seq: number; hash: Buffer }> {
  // a transaction's time is that of its call, which may have waited for the one before: among neighbors the later one counts
  const { rows } = await sql<{ seq: number; hash: Buffer }>`
    SELECT n.seq, n.hash FROM (
      SELECT t.seq, t.hash FROM ledger_transactions t WHERE t.account_id = ${ctx.account} AND t.at < ${at}
      ORDER BY t.at DESC, t.seq DESC LIMIT 200) n ORDER BY n.seq DESC LIMIT 1`.execute(ctx.db);
  return rows[0] ?? { seq: 0, hash: firstHash };
}

/** The earliest time of the transactions that follow one, in which calls that waited for it are; null when there is none. */
export async function earliestAfter(ctx: AccountCtx, seq: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(n.at) AS at FROM (
      SELECT t.at FROM ledger_transactions t WHERE t.account_id = ${ctx.account} AND t.seq > ${seq} ORDER BY t.seq LIMIT 200) n`.execute(
    ctx.db,
  );
  return rows[0]?.at ?? null;
}

/** The balance of each ledger account after a transaction. */
export async function balancesAfter(
  ctx: AccountCtx,
  seq: number,
): Promise<{ ledger_account: string; balance_after: number }[]> {
  const { rows } = await sql<{
    ledger_account: string;
    balance_after: number;
  }>`${prepared}${lastBalances(ctx, seq)}`.execute(ctx.db);
  return rows;
}
