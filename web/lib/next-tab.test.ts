import { expect, it } from 'vitest';
import { nextTab } from './next-tab.ts';

it('leads from an empty tab to the first other one that waits, in the sequence of the work', () => {
  const waiting = ['exact', 'to_check', 'for_colleague'] as const;
  const none = { exact: 0, to_check: 0, for_colleague: 0, done: 4 };
  expect(nextTab(waiting, 'exact', { ...none, to_check: 2, for_colleague: 1 })).toEqual({ tab: 'to_check', count: 2 });
  expect(nextTab(waiting, 'to_check', { ...none, for_colleague: 1 })).toEqual({ tab: 'for_colleague', count: 1 });
  expect(nextTab(waiting, 'for_colleague', { ...none, for_colleague: 1 })).toBeUndefined();
  expect(nextTab(waiting, 'exact', none)).toBeUndefined();
  expect(nextTab(waiting, 'exact')).toBeUndefined();
});
