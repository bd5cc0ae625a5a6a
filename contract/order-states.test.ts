import { expect, it } from 'vitest';
import { tellingBlock, type Turn, turns } from './order-states.ts';

const sides: readonly Turn[] = ['merchant', 'provider'];

it('shows each side its own turn as something to act on, and nothing else', () => {
  for (const viewer of sides)
    for (const owner of sides) expect(turns[owner].tone[viewer] === 'amber').toBe(owner === viewer);
  expect(turns.merchant.tone.provider).toBe('grey');
});

it('tells each side first what it has to act on', () => {
  const blocks = [
    { code: 'NO_PRICE', owner: 'provider' as const },
    { code: 'STORE_HOLD', owner: 'merchant' as const },
  ];
  expect(tellingBlock(blocks, 'merchant')?.code).toBe('STORE_HOLD');
  expect(tellingBlock(blocks, 'provider')?.code).toBe('NO_PRICE');
  expect(tellingBlock(blocks.slice(0, 1), 'merchant')?.code).toBe('NO_PRICE');
  expect(tellingBlock([], 'provider')).toBeUndefined();
});
