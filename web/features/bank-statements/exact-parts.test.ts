import { expect, it } from 'vitest';
import { exactParts } from './exact-parts.ts';

it('names all exact matches, whether they are credited or need a second approval', () => {
  const payment = (needs_second: boolean) => ({ candidates: [{ needs_second }] });
  const [small, large] = [payment(false), payment(true)];
  expect(exactParts([small, large, small])).toEqual({
    credited: [small, small],
    first: [large],
    button: 'both',
    title: 'bothTitle',
  });
  expect(exactParts([small])).toMatchObject({ button: 'confirm', title: 'title' });
  expect(exactParts([large])).toMatchObject({ button: 'approve', title: 'approveTitle' });
});
