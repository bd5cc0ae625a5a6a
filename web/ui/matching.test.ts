import { expect, it } from 'vitest';
import { matchingWords } from './matching.ts';

const texts = {
  selected: '{n} selected',
  selectMatching: 'Select all {n}',
  selectAllMatching: 'Select all that match',
  allSelected: 'All {n} selected',
  allMatching: 'All that match selected',
  allMatchingBut: 'All that match selected, except {n}',
};
const meta = (total: number, exact: boolean) => ({ page: 1, per_page: 50, total, total_is_exact: exact });
const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n));
const page = { ids: ids(50), everything: false, except: ids(0) };
const all = { ...page, everything: true };
const say = (total: number, exact: boolean, ticked: typeof page, pageTicked = true) =>
  matchingWords({ meta: meta(total, exact), ticked, pageTicked }, texts, 'en');

it('offers all rows that match by their number, where there are more than the ticked ones', () => {
  expect(say(22_000, true, page)).toEqual({ words: '50 selected', offer: 'Select all 22,000' });
  expect(say(50, true, page)).toEqual({ words: '50 selected' });
  expect(say(22_000, true, page, false)).toEqual({ words: '50 selected' });
  expect(say(22_000, true, all)).toEqual({ words: 'All 22,000 selected' });
  expect(say(22_000, true, { ...all, except: ids(2) })).toEqual({ words: '21,998 selected' });
});

it('offers them without a number where the list was not counted to the end', () => {
  expect(say(2_000, false, page)).toEqual({ words: '50 selected', offer: 'Select all that match' });
  expect(say(50, false, page)).toEqual({ words: '50 selected', offer: 'Select all that match' });
  expect(say(2_000, false, page, false)).toEqual({ words: '50 selected' });
  expect(say(2_000, false, all)).toEqual({ words: 'All that match selected' });
  expect(say(2_000, false, { ...all, except: ids(2) })).toEqual({ words: 'All that match selected, except 2' });
});
