import { type RawBuilder, sql, type Transaction } from 'kysely';
import { prepared } from './kysely-pool.ts';
import type { DB } from './tables.ts';

/**
 * What an action records beside its own rows. Nothing of the action reads it, so it is written at the end of its transaction, by
 * one statement for all of it.
 */
export type AtEnd = {
  audit: object[];
  access: object[];
  tasks: object[];
  /** The statement that keeps the answer with the Idempotency-Key of the call. */
  answer: RawBuilder<unknown> | null;
  /** What open browsers are told when the action commits (`publish` in `queue.ts`). */
  events: string[];
};
type List = Exclude<keyof AtEnd, 'answer'>;

export const nothingYet = (): AtEnd => ({ audit: [], access: [], tasks: [], answer: null, events: [] });

export const eventChannel = 'tradewind_events';

export type Mark = Record<List, number>;

/** How much there is; `forgetSince` takes back what came after. */
export const mark = ({ audit, access, tasks, events }: AtEnd): Mark => ({
  audit: audit.length,
  access: access.length,
  tasks: tasks.length,
  events: events.length,
});

export function forgetSince(atEnd: AtEnd, before: Mark): void {
  for (const list of ['audit', 'access', 'tasks', 'events'] as const) atEnd[list].length = before[list];
}

const parameter = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

/** The part of the statement that writes each kind. A text for each set of kinds: few, so that they are prepared. */
const parts = {
  audit: ({ audit }: AtEnd) => sql`audit AS (
    INSERT INTO audit_log (id, account_id, at, actor_kind, actor_user_id, actor_name, acting, action, entity, entity_id, fields, details, request_id)
    SELECT id, account_id, at, actor_kind, actor_user_id, actor_name, acting, action, entity, entity_id, fields, details, request_id
    FROM json_to_recordset(${parameter(audit)}) AS r(id uuid, account_id uuid, at timestamptz, actor_kind text, actor_user_id uuid, actor_name text,
      acting boolean, action text, entity text, entity_id text, fields text[], details jsonb, request_id text))`,
  access: ({ access }: AtEnd) => sql`access AS (
    INSERT INTO access_log (id, account_id, at, staff_user_id, feature, route, entity_id, request_id)
    SELECT id, account_id, at, staff_user_id, feature, route, entity_id, request_id
    FROM json_to_recordset(${parameter(access)}) AS r(id uuid, account_id uuid, at timestamptz, staff_user_id uuid, feature text, route text,
      entity_id text, request_id text))`,
  tasks: ({ tasks }: AtEnd) => sql`tasks AS MATERIALIZED (
    SELECT enqueue_task(task, payload, key, run_at, queue, attempts)
    FROM json_to_recordset(${parameter(tasks)}) AS r(task text, payload json, key text, run_at timestamptz, queue text, attempts int))`,
  events: ({ events }: AtEnd) => sql`events AS MATERIALIZED (
    SELECT pg_notify(${eventChannel}, event) FROM unnest(${events}::text[]) AS u(event))`,
};
/** Parts of the statement that only read: they are evaluated when something reads them, and once. */
const reads = { tasks: sql`(SELECT count(*) FROM tasks)`, events: sql`(SELECT count(*) FROM events)` };

/** Writes what the action left for the end of its transaction. */
export async function writeAtEnd(db: Transaction<DB>, atEnd: AtEnd): Promise<void> {
  const { audit, access, answer, tasks, events } = atEnd;
  const written = [
    ...(audit.length > 0 ? [parts.audit(atEnd)] : []),
    ...(access.length > 0 ? [parts.access(atEnd)] : []),
    ...(answer ? [sql`answer AS (${answer})`] : []),
    ...(tasks.length > 0 ? [parts.tasks(atEnd)] : []),
    ...(events.length > 0 ? [parts.events(atEnd)] : []),
  ];
  if (written.length === 0) return;
  const read = [...(tasks.length > 0 ? [reads.tasks] : []), ...(events.length > 0 ? [reads.events] : [])];
  await sql`${prepared}WITH ${sql.join(written)} SELECT ${sql.join(read)}`.execute(db);
}
