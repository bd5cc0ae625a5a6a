import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { endProgress, keepProgress, progressFile, readProgress } from './soak-progress.ts';

const soak = `test-${process.pid}`;

it('goes on where a soak was stopped, also in another run, and begins anew after its end', () => {
  expect(progressFile(soak)).not.toContain(tmpdir()); // that of a run, which ends with it
  const begun = readProgress(soak);
  expect(begun).toEqual({ done: 0, seed: expect.any(Number) });
  keepProgress(soak, { ...begun, done: 4_000 });
  expect(readProgress(soak)).toEqual({ ...begun, done: 4_000 });
  endProgress(soak);
  expect(readProgress(soak).done).toBe(0);
  endProgress(soak);
});
