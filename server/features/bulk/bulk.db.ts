import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

type JobRef = { account_id: string; id: string };
/** What became of a record, as its row keeps it; `ok` is null while it waits. */
export type RowOutcome = {
  row_id: string;
  ok: boolean | null;
  code: string | null;
  reason: string | null;
  way: string | null;
  amount: number | null;
  currency: string | null;
};
export type NewRow = RowOutcome & { name: string };
export type Outcome = 'all' | 'ok' | 'refused' | 'waiting';

/** Adds rows to a run behind those it has; a record that is there already stays as it is. */
export async function addRows(ctx: Ctx, job: JobRef, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO bulk_rows (account_id, job_id, position, row_id, name, ok, code, reason, way, amount, currency)
    SELECT ${job.account_id}, ${job.id}, (SELECT coalesce(max(position), 0) FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id}) + n.at,
           n.row_id, n.name, n.ok, n.code, n.reason, n.way, n.amount, n.currency
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json)
           AS (row_id uuid, name text, ok boolean, code text, reason text, way text, amount bigint, currency text))
         WITH ORDINALITY AS n (row_id, name, ok, code, reason, way, amount, currency, at)
    ON CONFLICT (account_id, job_id, row_id) DO NOTHING`.execute(ctx.db);
}

/** Takes the records of an earlier run with this outcome, as waiting ones. */
export async function takeRows(ctx: Ctx, job: JobRef, from: string, ok: boolean): Promise<void> {
  await sql`
    INSERT INTO bulk_rows (account_id, job_id, position, row_id, name)
    SELECT account_id, ${job.id}, position, row_id, name FROM bulk_rows
    WHERE account_id = ${job.account_id} AND job_id = ${from} AND ok = ${ok}`.execute(ctx.db);
}

export async function dropRows(ctx: Ctx, job: JobRef): Promise<void> {
  await ctx.db.deleteFrom('bulk_rows').where('account_id', '=', job.account_id).where('job_id', '=', job.id).execute();
}

/** Takes the next records that wait; nobody else does them until the transaction ends. */
export async function lockWaiting(ctx: Ctx, job: JobRef, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bulk_rows')
    .select('row_id')
    .where('account_id', '=', job.account_id)
    .where('job_id', '=', job.id)
    .where('ok', 'is', null)
    .orderBy('position')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => row.row_id);
}

/** Writes what became of records. */
export async function saveRows(ctx: Ctx, job: JobRef, outcomes: readonly RowOutcome[]): Promise<void> {
  await sql`${prepared}
    UPDATE bulk_rows b SET ok = n.ok, code = n.code, reason = n.reason, way = n.way, amount = n.amount, currency = n.currency
    FROM json_to_recordset(${JSON.stringify(outcomes)}::json)
      AS n(row_id uuid, ok boolean, code text, reason text, way text, amount bigint, currency text)
    WHERE b.account_id = ${job.account_id} AND b.job_id = ${job.id} AND b.row_id = n.row_id AND b.ok IS NULL`.execute(
    ctx.db,
  );
}

export async function countRows(ctx: Ctx, job: JobRef): Promise<Record<Outcome, number>> {
  const { rows } = await sql<Record<Outcome, number>>`
    SELECT count(*)::int AS "all", count(*) FILTER (WHERE ok)::int AS ok, count(*) FILTER (WHERE NOT ok)::int AS refused,
           count(*) FILTER (WHERE ok IS NULL)::int AS waiting
    FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id}`.execute(ctx.db);
  return rows[0] ?? { all: 0, ok: 0, refused: 0, waiting: 0 };
}

/** The records that can be done, or were. */
export async function findDone(ctx: Ctx, job: JobRef): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`
    SELECT row_id FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id} AND ok ORDER BY position`.execute(
    ctx.db,
  );
  return rows.map((row) => row.row_id);
}

const namedRows = 5;

/** Refusals by their sentences, most frequent first, each with the first records that it is about. */
export async function findReasons(ctx: Ctx, job: JobRef) {
  const { rows } = await sql<{ code: string; reason: string; count: number; names: string[] }>`
    SELECT code, reason, count(*)::int AS count, (array_agg(name ORDER BY position))[1:${namedRows}::int] AS names
    FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id} AND NOT ok
    GROUP BY code, reason ORDER BY count(*) DESC, code, reason LIMIT 50`.execute(ctx.db);
  return rows;
}

/** The ways in which records are done, with the money that each moves. */
export async function findWays(ctx: Ctx, job: JobRef) {
  const { rows } = await sql<{ way: string; count: number; amount: number; currency: string | null }>`
    SELECT way, count(*)::int AS count, coalesce(sum(amount), 0)::bigint AS amount, currency
    FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id} AND ok AND way IS NOT NULL
    GROUP BY way, currency ORDER BY way, currency`.execute(ctx.db);
  return rows;
}

type PageRow = Pick<NewRow, 'name' | 'ok' | 'code' | 'reason' | 'way'> & {
  id: string;
  money: { amount: number; currency: string } | null;
};

/** The statement of a page of a run's rows, for the test that looks at its plan. */
export function pageStatement(job: JobRef, outcome: Outcome, page: { offset: number; limit: number }) {
  const narrowed = {
    all: sql``,
    ok: sql`AND ok`,
    refused: sql`AND NOT ok`,
    waiting: sql`AND ok IS NULL`,
  }[outcome];
  return sql<PageRow>`
    SELECT row_id AS id, name, ok, code, reason, way,
           CASE WHEN amount IS NOT NULL THEN json_build_object('amount', amount, 'currency', currency) END AS money FROM bulk_rows
    WHERE account_id = ${job.account_id} AND job_id = ${job.id} ${narrowed}
    ORDER BY position OFFSET ${page.offset} LIMIT ${page.limit}`;
}

/** Forgets the rows of runs that ended before a day. */
export async function dropOld(ctx: Ctx, before: Date): Promise<void> {
  await sql`
    DELETE FROM bulk_rows b USING jobs j
    WHERE j.account_id = b.account_id AND j.id = b.job_id AND j.kind = 'bulk' AND j.finished_at < ${before}`.execute(
    ctx.db,
  );
}
