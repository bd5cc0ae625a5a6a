import type { Answer } from './answer.ts';

type Kept = { answer: Answer; until: number; names: readonly string[] };

const kept = new Map<string, Kept>();
const most = 200;

/** How often the records of a name have changed, and how often everything was forgotten. */
const changes = new Map<string, number>();
let emptied = 0;

/** An answer kept under `key`, if it is still young enough (P25). */
export function recall(key: string, now: number): Answer | undefined {
  const entry = kept.get(key);
  if (entry === undefined || entry.until <= now) return undefined;
  return entry.answer;
}

/**
 * Prepares to keep the answer of a call that begins now and holds records of `names`. The returned function keeps it
 * until the given time, unless such records have changed while the call was under way.
 */
export function prepareToKeep(key: string, names: readonly string[]): (answer: Answer, until: number) => void {
  const state = () => names.reduce((sum, name) => sum + (changes.get(name) ?? 0), emptied);
  const before = state();
  return (answer, until) => {
    if (state() !== before) return;
    if (kept.size >= most) {
      const oldest = kept.keys().next().value;
      if (oldest !== undefined) kept.delete(oldest);
    }
    kept.delete(key);
    kept.set(key, { answer, until, names });
  };
}

/** Forgets the answers that hold records of `name`: an event or an action of the user has changed them. */
export function forgetAnswers(name: string): void {
  changes.set(name, (changes.get(name) ?? 0) + 1);
  for (const [key, entry] of kept) if (entry.names.includes(name)) kept.delete(key);
}

/** Forgets every kept answer: when a session ends, and after a gap in the stream of events. */
export function emptyAnswerCache(): void {
  emptied += 1;
  kept.clear();
}
