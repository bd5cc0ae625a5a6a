import { expect, it } from 'vitest';
import { slots } from './slots.ts';

it('runs so many at once and the rest in their sequence, whether they succeed or fail', async () => {
  const run = slots(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((n) =>
    run(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 0) throw new Error('failed');
      return n;
    }),
  );
  const settled = Promise.allSettled(works);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect(works[0]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await works[1];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
