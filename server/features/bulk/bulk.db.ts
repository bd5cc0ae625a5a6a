import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type JobRef = { account_id: string; id: string };
export type NewRow = { row_id: string; name: string; ok: boolean | null; code: string | null; reason: string | null };
export type Outcome = 'all' | 'ok' | 'refused' | 'waiting';

/** Adds rows to a run behind those it has; a record that is there already stays as it is. */
export async function addRows(ctx: Ctx, job: JobRef, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO bulk_rows (account_id, job_id, position, row_id, name, ok, code, reason)
    SELECT ${job.account_id}, ${job.id}, (SELECT coalesce(max(position), 0) FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id}) + n.at,
           n.row_id, n.name, n.ok, n.code, n.reason
    FROM unnest(${rows.map((row) => row.row_id)}::uuid[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.ok)}::boolean[],
                ${rows.map((row) => row.code)}::text[], ${rows.map((row) => row.reason)}::text[])
         WITH ORDINALITY AS n (row_id, name, ok, code, reason, at)
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

export async function findWaiting(ctx: Ctx, job: JobRef, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bulk_rows')
    .select('row_id')
    .where('account_id', '=', job.account_id)
    .where('job_id', '=', job.id)
    .where('ok', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => row.row_id);
}

/** Locks a record that still waits; false when another worker has settled it. */
export async function lockWaiting(ctx: Ctx, job: JobRef, rowId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bulk_rows')
    .select('row_id')
    .where('account_id', '=', job.account_id)
    .where('job_id', '=', job.id)
    .where('row_id', '=', rowId)
    .where('ok', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function settleRow(
  ctx: Ctx,
  job: JobRef,
  rowId: string,
  outcome: { ok: boolean; code: string | null; reason: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('bulk_rows')
    .set(outcome)
    .where('account_id', '=', job.account_id)
    .where('job_id', '=', job.id)
    .where('row_id', '=', rowId)
    .where('ok', 'is', null)
    .execute();
}

export async function countRows(ctx: Ctx, job: JobRef): Promise<Record<Outcome, number>> {
  const { rows } = await sql<Record<Outcome, number>>`
    SELECT count(*)::int AS "all", count(*) FILTER (WHERE ok)::int AS ok, count(*) FILTER (WHERE NOT ok)::int AS refused,
           count(*) FILTER (WHERE ok IS NULL)::int AS waiting
    FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id}`.execute(ctx.db);
  return rows[0] ?? { all: 0, ok: 0, refused: 0, waiting: 0 };
}

/** Refusals by code with one of their sentences, most frequent first. */
export async function findReasons(ctx: Ctx, job: JobRef) {
  const { rows } = await sql<{ code: string; reason: string; count: number }>`
    SELECT code, min(reason) AS reason, count(*)::int AS count
    FROM bulk_rows WHERE account_id = ${job.account_id} AND job_id = ${job.id} AND NOT ok
    GROUP BY code ORDER BY count(*) DESC, code LIMIT 50`.execute(ctx.db);
  return rows;
}

/** The statement of a page of a run's rows, for the test that looks at its plan. */
export function pageStatement(job: JobRef, outcome: Outcome, page: { offset: number; limit: number }) {
  const narrowed = {
    all: sql``,
    ok: sql`AND ok`,
    refused: sql`AND NOT ok`,
    waiting: sql`AND ok IS NULL`,
  }[outcome];
  return sql<{ id: string; name: string; ok: boolean | null; code: string | null; reason: string | null }>`
    SELECT row_id AS id, name, ok, code, reason FROM bulk_rows
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
