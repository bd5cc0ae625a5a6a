import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export const jobColumns = [
  'id',
  'kind',
  'subject_id',
  'state',
  'progress',
  'total',
  'result',
  'error',
  'created_at',
  'finished_at',
] as const;

export async function insertJob(
  ctx: Ctx,
  job: {
    account_id: string;
    kind: string;
    subject_id: string | null;
    input: object;
    idempotency_key: string | null;
    created_by: string | null;
  },
) {
  return ctx.db
    .insertInto('jobs')
    .values({ id: uuid(), ...job, input: JSON.stringify(job.input), created_at: ctx.now })
    .onConflict((conflict) => conflict.constraint('jobs_idempotency_key').doNothing())
    .returning(jobColumns)
    .executeTakeFirst();
}

/** Jobs of a kind that wait or run, counted so that no second call of the account counts at the same time. */
export async function countUnfinished(ctx: AccountCtx, kind: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind}:${ctx.account}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM jobs
    WHERE account_id = ${ctx.account} AND kind = ${kind} AND state IN ('queued', 'running')`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

export async function findJobByKey(ctx: AccountCtx, kind: string, key: string) {
  return ctx.db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('account_id', '=', ctx.account)
    .where('kind', '=', kind)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function findJob(ctx: AccountCtx, id: string) {
  return ctx.db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findInput(ctx: AccountCtx, id: string) {
  return ctx.db
    .selectFrom('jobs')
    .select(['kind', 'input', 'subject_id', 'state', 'total', 'so_far', 'created_by', 'created_at'])
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateJob(
  ctx: Ctx,
  job: { account_id: string; id: string },
  changes: {
    state?: 'running' | 'done' | 'failed';
    progress?: number;
    total?: number | null;
    result?: string | null;
    so_far?: string;
    error?: string | null;
    file_id?: string;
    started_at?: Date;
    finished_at?: Date;
  },
): Promise<void> {
  await ctx.db
    .updateTable('jobs')
    .set(changes)
    .where('account_id', '=', job.account_id)
    .where('id', '=', job.id)
    .execute();
}

/** The newest job of a kind for each subject. */
export async function findLatest(ctx: AccountCtx, kind: string, subjectIds: readonly string[]) {
  if (subjectIds.length === 0) return [];
  return ctx.db
    .selectFrom('jobs')
    .distinctOn('subject_id')
    .select(jobColumns)
    .where('account_id', '=', ctx.account)
    .where('subject_id', 'in', subjectIds)
    .where('kind', '=', kind)
    .orderBy('subject_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Takes the search out of ended jobs on orders (exports, bulk actions) that looked for one of these words: those of buyers who
 * are erased (P12). One that still runs keeps it until then, else it would take all orders.
 */
export async function forgetSearches(ctx: AccountCtx, words: readonly string[]): Promise<void> {
  await sql`
    UPDATE jobs SET input = input #- '{query,q}' #- '{selection,query,q}'
    WHERE account_id = ${ctx.account} AND state IN ('done', 'failed') AND input ->> 'list' IN ('orders', 'order_lines')
      AND search_words(coalesce(input #>> '{query,q}', input #>> '{selection,query,q}')) && ${[...words]}::text[]`.execute(
    ctx.db,
  );
}
