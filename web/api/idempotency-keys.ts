import { ApiError } from './api-error.ts';

/** How long a second click on a button whose call has just succeeded still belongs to the first. */
const doubleClickMs = 1_000;

type Attempt<R> = { key: string; state: 'sent' | 'unknown' | 'done'; answer: Promise<R>; doneAt: number };

/** A new idempotency key: 32 random hex digits. `crypto.randomUUID` does not exist where the portal is opened over plain http. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the server may have done what a failed call asked for: there was no answer, or the server broke. */
const isUnknown = (error: unknown) =>
  error instanceof ApiError && (error.kind !== 'http' || error.status >= 500) && error.kind !== 'body';

/**
 * Sends the calls of one button or form, each with an idempotency key. A call that is under way is not sent twice. After
 * a failure that leaves the outcome open, the same input goes out under the same key; other input is another call. With
 * `once`, a double click on a button whose call has just succeeded gets the first click's answer.
 */
export function withKeys<I, R>(
  send: (input: I, key: string) => Promise<R>,
  { once, now = Date.now }: { once: boolean; now?: () => number },
): (input: I) => Promise<R> {
  const attempts = new Map<string, Attempt<R>>();
  const isSame = (attempt: Attempt<R>) =>
    attempt.state === 'sent' || (once && attempt.state === 'done' && now() - attempt.doneAt < doubleClickMs);
  return (input) => {
    const content = JSON.stringify(input) ?? '';
    const earlier = attempts.get(content);
    if (earlier !== undefined && isSame(earlier)) return earlier.answer;
    for (const [other, { state }] of attempts) if (state !== 'sent') attempts.delete(other);
    const key = earlier?.state === 'unknown' ? earlier.key : newIdempotencyKey();
    const answer = send(input, key).then(
      (result) => {
        Object.assign(attempt, { state: 'done', doneAt: now() });
        return result;
      },
      (error: unknown) => {
        if (isUnknown(error)) attempt.state = 'unknown';
        else attempts.delete(content);
        throw error;
      },
    );
    const attempt: Attempt<R> = { key, state: 'sent', answer, doneAt: 0 };
    attempts.set(content, attempt);
    return answer;
  };
}
