import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor, Ctx } from '../db/context.ts';
import { appError } from '../lib/app-error.ts';

export type Kept = { answer: unknown } | null;

function actorId(actor: Actor): string {
  if (actor.kind === 'merchant' || actor.kind === 'staff') return actor.user_id;
  throw appError('not_logged_in', { text: 'general.log_in' });
}

/** The call's key, or 400 with what to do (P26). */
export function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key;
  throw appError('bad_request', { text: 'general.idempotency_key' });
}

/**
 * Runs `act` once per actor, route and key. A second call with the same content waits for the first and gets its
 * answer; other content under the same key is refused, and so is an answer that an earlier release gave in a form that
 * `isReadable` does not take: the action is done, and must not be done again. Must run inside the action's own transaction.
 */
export async function once(
  ctx: Ctx,
  call: { route: string; key: string; body: unknown; isReadable: (answer: unknown) => boolean },
  action: () => Promise<unknown>,
): Promise<unknown> {
  const actor_id = actorId(ctx.actor);
  const { route, key } = call;
  const body_hash = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest();
  const added = await ctx.db
    .insertInto('idempotency_keys')
    .values({ actor_id, route, key, body_hash, answer: JSON.stringify(null), created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['actor_id', 'route', 'key']).doNothing())
    .executeTakeFirst();
  if (!added.numInsertedOrUpdatedRows) {
    const kept = await ctx.db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'answer'])
      .where('actor_id', '=', actor_id)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!body_hash.equals(kept.body_hash)) {
      throw appError('idempotency_mismatch', { text: 'general.idempotency_mismatch' });
    }
    if (!call.isReadable(kept.answer))
      throw appError('idempotency_mismatch', { text: 'general.answer_of_earlier_release' });
    return kept.answer;
  }
  const answer = await action();
  ctx.atEnd.answer = sql`UPDATE idempotency_keys SET answer = ${JSON.stringify(answer ?? null)}::jsonb
    WHERE actor_id = ${actor_id} AND route = ${route} AND key = ${key}`;
  return answer;
}

/** Forgets the answers of a feature's calls about these orders, for good: a call repeated with its key is a new one. */
export async function forgetAnswers(ctx: Ctx, feature: string, orderIds: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM idempotency_keys WHERE route LIKE ${`${feature}.%`} AND answer #>> '{order,id}' = ANY(${orderIds}::text[])`.execute(
    ctx.db,
  );
}
