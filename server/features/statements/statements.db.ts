import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

/** Keys are made and replaced one after the other. */
export async function lockKeys(ctx: Ctx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('statement_keys', 0))`.execute(ctx.db);
}

export async function findKeys(ctx: Ctx) {
  return ctx.db.selectFrom('statement_keys').selectAll().orderBy('valid_from').orderBy('id').execute();
}

export async function insertKey(
  ctx: Ctx,
  row: { id: string; public_key: string; private_sealed: string; valid_from: Date },
): Promise<void> {
  await ctx.db.insertInto('statement_keys').values(row).execute();
}

export async function endKeys(ctx: Ctx): Promise<void> {
  await ctx.db.updateTable('statement_keys').set({ valid_until: ctx.now }).where('valid_until', 'is', null).execute();
}

/** Statements of one account are issued one after the other. */
export async function lockStatements(ctx: AccountCtx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`statements:${ctx.account}`}, 0))`.execute(ctx.db);
}

/** The time zone that the account's days begin and end in; undefined where there is no such account. */
export async function findZone(ctx: AccountCtx): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('accounts').select('time_zone').where('id', '=', ctx.account).executeTakeFirst();
  return row?.time_zone;
}

/** A period's limits in the account's zone. */
export async function findBounds(ctx: AccountCtx, from: string, to: string) {
  const { rows } = await sql<{
    name: string;
    number: number;
    currency: string;
    zone: string;
    starts_at: Date;
    ends_at: Date;
  }>`
    SELECT a.name, a.number, a.currency, a.time_zone AS zone, ${from}::date::timestamp AT TIME ZONE a.time_zone AS starts_at,
      (${to}::date + 1)::timestamp AT TIME ZONE a.time_zone AS ends_at
    FROM accounts a WHERE a.id = ${ctx.account}`.execute(ctx.db);
  const [bounds] = rows;
  if (!bounds) throw new Error(`account ${ctx.account} is unknown`);
  return bounds;
}

export type StatementRow = {
  id: string;
  position: number;
  from_day: string;
  to_day: string;
  currency: string;
  opening_seq: number;
  closing_seq: number;
  opening_balance: number;
  closing_balance: number;
  hash: Buffer;
  key_id: string;
  issued_at: Date;
};

const shape = sql`SELECT s.id, s.position, s.from_day::text AS from_day, s.to_day::text AS to_day, s.currency, s.opening_seq,
  s.closing_seq, s.opening_balance, s.closing_balance, s.hash, s.key_id, s.issued_at FROM statements s`;

export async function listStatements(
  ctx: AccountCtx,
  page: { offset: number; limit: number },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`${shape} WHERE s.account_id = ${ctx.account}
    ORDER BY s.to_day DESC, s.from_day DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function countStatements(ctx: AccountCtx): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('statements')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', ctx.account)
    .executeTakeFirstOrThrow();
  return n;
}

export async function findByPeriod(ctx: AccountCtx, from: string, to: string): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`${shape} WHERE s.account_id = ${ctx.account}
    AND s.from_day = ${from}::date AND s.to_day = ${to}::date`.execute(ctx.db);
  return rows[0];
}

/** The statement that was issued last. */
export async function findLast(ctx: AccountCtx): Promise<StatementRow | undefined> {
  const { rows } = await sql<StatementRow>`${shape} WHERE s.account_id = ${ctx.account}
    ORDER BY s.position DESC LIMIT 1`.execute(ctx.db);
  return rows[0];
}

/** A statement with its file, compressed. */
export async function findDocument(ctx: AccountCtx, id: string) {
  return ctx.db
    .selectFrom('statements')
    .select([sql<string>`from_day::text`.as('from_day'), sql<string>`to_day::text`.as('to_day'), 'document'])
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertStatement(ctx: AccountCtx, row: StatementRow & { document: Buffer }): Promise<void> {
  await ctx.db
    .insertInto('statements')
    .values({ ...row, account_id: ctx.account })
    .execute();
}

/** Accounts with a ledger, their zone, and the last day that a statement of theirs reaches to. */
export async function findWithLedger(ctx: Ctx) {
  const { rows } = await sql<{ account_id: string; zone: string; until: string | null }>`
    SELECT h.account_id, a.time_zone AS zone, (SELECT max(s.to_day)::text FROM statements s WHERE s.account_id = h.account_id) AS until
    FROM ledger_heads h JOIN accounts a ON a.id = h.account_id WHERE h.seq > 0 ORDER BY h.account_id`.execute(ctx.db);
  return rows;
}

/** Whether anything was booked before a moment. */
export async function hasEntriesBefore(ctx: AccountCtx, at: Date): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('ledger_transactions')
    .select('seq')
    .where('account_id', '=', ctx.account)
    .where('at', '<', at)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
