import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Feature } from '#contract/rights.ts';
import type { Ctx, Entry } from './context.ts';

/** A piece of background work, by its task name. Tasks may run more than once and must not mind. */
export type Task = (entry: Entry, payload: Record<string, unknown>) => Promise<void>;
export type Tasks = Record<string, Task>;

/** Enqueues `task` in the action's own transaction: it runs if and only if the action commits (P30). */
export async function enqueue(
  ctx: Ctx,
  task: string,
  payload: Record<string, unknown>,
  { key, runAt, queue, attempts = 25 }: { key?: string; runAt?: Date; queue?: string; attempts?: number } = {},
): Promise<void> {
  ctx.atEnd.tasks.push({ task, payload, key, run_at: runAt, queue, attempts });
}

export type OutboxMessage = {
  kind: string;
  /** Makes a repeated action one effect; unique over all accounts. */
  key: string;
  account_id: string | null;
  payload: Record<string, unknown>;
  /** Messages with the same queue are sent one after the other. */
  queue?: string;
};

/** Puts a side effect at another company's server into the action's transaction; answers false when it is there already. */
export async function sendLater(ctx: Ctx, message: OutboxMessage): Promise<boolean> {
  const id = uuid();
  const { queue, ...row } = message;
  const added = await ctx.db
    .insertInto('outbox')
    .values({ id, ...row, payload: JSON.stringify(row.payload), created_at: ctx.now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if (!added.numInsertedOrUpdatedRows) return false;
  await deliverSoon(ctx, id, queue);
  return true;
}

/** Sends a message again that was sent or refused before; for effects that may be wanted again, such as an old number. */
export async function sendAgain(ctx: Ctx, message: Pick<OutboxMessage, 'kind' | 'key' | 'queue'>): Promise<void> {
  const row = await ctx.db
    .updateTable('outbox')
    .set({ state: 'queued', last_error: null })
    .where('key', '=', message.key)
    .where('kind', '=', message.kind)
    .returning('id')
    .executeTakeFirst();
  if (row) await deliverSoon(ctx, row.id, message.queue);
}

/** Sends again those of these messages that did not arrive, one after the other. */
export async function sendUnsent(ctx: Ctx, ids: readonly string[], queue: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE outbox SET state = 'queued' WHERE id = ANY(${[...ids]}::uuid[]) AND state IN ('queued', 'failed')
    RETURNING id`.execute(ctx.db);
  for (const { id } of rows) await deliverSoon(ctx, id, queue);
}

/** Calls the worker for a row of the outbox. */
const deliverSoon = (ctx: Ctx, id: string, queue?: string): Promise<void> =>
  enqueue(ctx, 'outbox_deliver', { id }, { key: `outbox:${id}`, attempts: 12, ...(queue && { queue }) });

/** Queue of the notifications of a store's shop about parcels: two workers must not notify it of the same parcel at once. */
export const parcelQueue = (storeId: string): string => `parcels:${storeId}`;

/** What only staff hear of, whoever it is told to. */
export const staffTopics = ['branding'] as const;

/** `feature.verb`; the feature is a right, so that members without it do not learn of the event. Jobs and notifications are everybody's. */
export type EventKind = `${Feature | 'jobs' | 'notifications' | (typeof staffTopics)[number]}.${string}`;

export type PublishedEvent = {
  account_id: string | null;
  /** Only for the browsers of this person. */
  user_id?: string;
  /** For all accounts and staff. */
  everyone?: true;
  kind: EventKind;
  id?: string;
};

/** Tells open browsers of the account (or of staff: null) that something changed; delivered at commit. */
export function publish(ctx: Ctx, event: PublishedEvent): void {
  ctx.atEnd.events.push(JSON.stringify(event));
}
