import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

it('serves all who ask during a run by one further run', async () => {
  const ends: (() => void)[] = [];
  let runs = 0;
  const wake = coalesce(() => {
    runs += 1;
    return new Promise((resolve) => ends.push(resolve));
  });
  const first = wake('a');
  const others = [wake('a'), wake('a'), wake('a')];
  const elsewhere = wake('b');
  expect(runs).toBe(2);
  ends[0]?.();
  await first;
  await expect.poll(() => runs).toBe(3);
  for (const end of ends) end();
  await Promise.all([...others, elsewhere]);
  expect(runs).toBe(3);
});

it('tells a failure to those who asked for that run, and goes on', async () => {
  let runs = 0;
  const wake = coalesce(async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
  });
  const [first, second] = await Promise.allSettled([wake('a'), wake('a')]);
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  await wake('a');
  expect(runs).toBe(3);
});
