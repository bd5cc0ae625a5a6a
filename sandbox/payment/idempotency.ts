import { createHash } from 'node:crypto';
import type { Db } from './payment-tables.ts';
import { idempotencyError, invalidRequest, StripeApiError } from './stripe-error.ts';

/** A finished answer, as text, so that a replay is the same to the byte. */
export type SavedAnswer = { status: number; body: string; replayed: boolean };

const LONGEST_KEY = 255;

/**
 * Runs `act` once per key within 24 hours, as Stripe does: same key and same request = the saved answer, another request under the key = 400,
 * the same key still at work = 409. What `action` throws (a refused parameter) is not saved, what it answers is, also that a card was declined. Key, answer and work share one transaction.
 */
export async function onceByKey(
  db: Db,
  request: { key: string; method: string; path: string; body: string },
  action: () => Promise<object>,
): Promise<SavedAnswer> {
  const { key } = request;
  if (key.length > LONGEST_KEY) throw invalidRequest(`Idempotency keys can have at most ${LONGEST_KEY} characters.`);
  const asked = createHash('sha256').update(`${request.method} ${request.path}\n${request.body}`).digest('hex');
  // Replays take no lock, so that any number of them can be answered at once.
  const before = await savedAnswer(db, key, asked);
  if (before) return before;
  const { rows } = await db.query<{ mine: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 72154003)) as mine',
    [key],
  );
  if (!rows[0]?.mine)
    throw idempotencyError(
      409,
      'There is currently another in-progress request using this idempotency key. Please try again later.',
    );
  const meanwhile = await savedAnswer(db, key, asked);
  if (meanwhile) return meanwhile;
  const { status, body } = answerOf(await action());
  await db.query(
    `insert into payment_idempotency (key, request, status, body) values ($1, $2, $4, $3)
     on conflict (key) do update set request = excluded.request, status = excluded.status, body = excluded.body, created_at = now()`,
    [key, asked, body, status],
  );
  return { status, body, replayed: false };
}

/** What is sent for the outcome of a call. */
export function answerOf(outcome: object): { status: number; body: string } {
  const failed = outcome instanceof StripeApiError;
  return { status: failed ? outcome.status : 200, body: JSON.stringify(failed ? outcome.body : outcome, null, 2) };
}

async function savedAnswer(db: Db, key: string, asked: string): Promise<SavedAnswer | null> {
  const { rows } = await db.query<{ request: string; status: number; body: string }>(
    `select request, status, body from payment_idempotency where key = $1 and created_at > now() - interval '24 hours'`,
    [key],
  );
  const saved = rows[0];
  if (!saved) return null;
  if (saved.request === asked) return { status: saved.status, body: saved.body, replayed: true };
  throw idempotencyError(
    400,
    `Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with. Use a key other than '${key}' for another request.`,
  );
}
