import { expect, it } from 'vitest';
import { everyOf } from './every-of.ts';

type Tab = 'all' | 'open' | 'closed';

it('names every member of a union in the given sequence, or does not compile', () => {
  expect(everyOf<Tab>()(['open', 'closed', 'all'])).toEqual(['open', 'closed', 'all']);
  // @ts-expect-error 'closed' is left out
  expect(everyOf<Tab>()(['all', 'open'])).toHaveLength(2);
});
