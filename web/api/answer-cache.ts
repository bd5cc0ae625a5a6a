import type { Answer } from './answer.ts';

type Kept = { answer: Answer; until: number };

const kept = new Map<string, Kept>();
const most = 200;

/** An answer kept under `key`, if it is still young enough (decision 25). */
export function recall(key: string, now: number): Answer | undefined {
  const entry = kept.get(key);
  if (entry === undefined || entry.until <= now) return undefined;
  return entry.answer;
}

/** Keeps an answer until the given time. */
export function keep(key: string, answer: Answer, until: number): void {
  if (kept.size >= most) {
    const oldest = kept.keys().next().value;
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.delete(key);
  kept.set(key, { answer, until });
}

/** Forgets every kept answer: at logout, at a forced end, and when staff choose another client. */
export function emptyAnswerCache(): void {
  kept.clear();
}
