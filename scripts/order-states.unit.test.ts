import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doneByPeople, stages } from '#contract/order-actions.ts';
import { orderStates, orderStatesFile } from './order-states.ts';

const kept = readFileSync(join(import.meta.dirname, '..', orderStatesFile), 'utf8');

it('the picture of the states in the documentation is the one of the table that leads API and buttons', {
  tags: ['D7-01'],
}, () => {
  expect(kept, 'node scripts/run.mjs scripts/order-states.ts writes it anew').toBe(orderStates());
  for (const stage of stages) expect(kept).toMatch(new RegExp(`${stage} -->|--> ${stage}`));
  for (const action of doneByPeople) expect(kept).toContain(`| ${action.replaceAll('_', ' ')} |`);
});
