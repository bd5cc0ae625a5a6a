import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a soak that is stopped goes on: operations that are done, and the seed that it began with; each soak has its own. */
export type Progress = { done: number; seed: number };

/** Where the progress of a soak is kept: with the checkout, since the temporary folder of a run ends with it. */
export const progressFile = (soak: string): string =>
  fileURLToPath(new URL(`../../node_modules/.cache/tradewind-soak/${soak}.json`, import.meta.url));

/** What a soak that was stopped has done, or a new beginning, which is kept. */
export function readProgress(soak: string): Progress {
  try {
    return JSON.parse(readFileSync(progressFile(soak), 'utf8')) as Progress; // keepProgress wrote it
  } catch {
    const begun = { done: 0, seed: Math.floor(Date.now() / 1_000) };
    keepProgress(soak, begun);
    return begun;
  }
}

export function keepProgress(soak: string, progress: Progress): void {
  const file = progressFile(soak);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(progress));
}

/** The soak came to its end; the next one begins anew. */
export const endProgress = (soak: string): void => rmSync(progressFile(soak), { force: true });
