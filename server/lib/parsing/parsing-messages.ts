import type { Phrase } from '../refusal-texts.ts';
import type { RefusalCode } from './parsing-refusal.ts';

/** What a process may use for one task: seconds of processor time, and megabytes of resident memory. */
export type TaskLimits = { seconds: number; megabytes: number };

/** To a parsing process; the task's bytes follow on its standard input. */
export type Request =
  | { kind: 'task'; operation: string; options: unknown; length: number; limits: TaskLimits }
  | { kind: 'more' }
  | { kind: 'stop' };

/** From a parsing process. Each request has one reply; `rss` are bytes of memory that it holds at the end of a task. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'batch'; value: unknown }
  | { kind: 'done'; value: unknown; rss: number }
  | { kind: 'refused'; code: RefusalCode; sentence: Phrase; rss: number }
  | { kind: 'failed'; message: string; rss: number };

/** What a process writes to its standard error when it ends itself at one of its limits. */
export const limitMarks = {
  cpu: 'parsing process over its limit of processor time',
  memory: 'parsing process over its memory limit',
};
