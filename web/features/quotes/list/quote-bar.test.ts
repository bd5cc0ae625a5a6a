import { expect, it } from 'vitest';
import { acceptableOf } from './quote-bar.tsx';

const rows = [{ status: 'quoted' }, { status: 'quoted' }, { status: 'need_info' }] as const;

it('counts the quotes that the bar accepts, of all that match only where all of them are ready', () => {
  const ticked = { everything: false, except: [], rows };
  expect(acceptableOf(ticked, 40)).toBe(2);
  expect(acceptableOf({ ...ticked, rows: rows.slice(2) }, undefined)).toBe(0);
  expect(acceptableOf({ ...ticked, everything: true, except: ['a', 'b'] }, 40)).toBe(38);
  expect(acceptableOf({ ...ticked, everything: true }, undefined)).toBeUndefined();
});
