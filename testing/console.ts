import { inspect } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

let expected: RegExp[] = [];
let seen: string[] = [];

/** The running test may print errors that match; every other `console.error` fails it. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  expected = [];
  seen = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    seen.push(parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '));
  });
});

afterEach(() => {
  const surprises = seen.filter((text) => !expected.some((pattern) => pattern.test(text)));
  const missed = expected.filter((pattern) => !seen.some((text) => pattern.test(text)));
  if (surprises.length > 0) throw new Error(`unexpected console.error:\n${surprises.join('\n')}`);
  if (missed.length > 0) throw new Error(`expected console.error never came: ${missed.join(', ')}`);
});
