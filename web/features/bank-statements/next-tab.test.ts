import { expect, it } from 'vitest';
import { nextTab } from './next-tab.ts';

it('leads from an empty tab to the next payments that wait, to a colleague’s when nothing else does', () => {
  const none = { exact: 0, to_check: 0, unmatched: 0, for_colleague: 0, done: 4 };
  expect(nextTab('exact', { ...none, to_check: 2, for_colleague: 1 })).toEqual({ tab: 'to_check', count: 2 });
  expect(nextTab('to_check', { ...none, for_colleague: 1 })).toEqual({ tab: 'for_colleague', count: 1 });
  expect(nextTab('for_colleague', { ...none, for_colleague: 1 })).toBeUndefined();
  expect(nextTab('exact', none)).toBeUndefined();
});
