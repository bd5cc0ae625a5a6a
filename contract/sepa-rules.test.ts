import { describe, expect, it } from 'vitest';
import { isBic, isIban, sepaPayload } from './sepa-rules.ts';

describe('an IBAN', () => {
  it.each(['DE02120300000000202051', 'de02 1203 0000 0000 2020 51', 'GB82 WEST 1234 5698 7654 32', 'NO9386011117947'])(
    'is taken: %s',
    (text) => expect(isIban(text)).toBe(true),
  );
  it.each([
    '',
    'DE02',
    'DE03120300000000202051',
    'DE02120300000000202015',
    '012-345-678901-838',
    'ÄE02120300000000202051',
  ])('is refused: %s', (text) => expect(isIban(text)).toBe(false));
});

it('takes BICs of 8 and 11 characters', () => {
  expect(['BYLADEM1001', 'DEUTDEFF', 'deutdeff'].every(isBic)).toBe(true);
  expect(['DEUT', 'DEUTDEFF5', '12345678', ''].some(isBic)).toBe(false);
});

describe('the code of a transfer', () => {
  const account = { name: 'Tradewind Fulfilment Ltd', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' };

  it('has the lines of EPC069-12, version 002', () => {
    expect(sepaPayload(account, 1_234_05, 'TW-7K2M-9QXA').split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Tradewind Fulfilment Ltd',
      'DE02120300000000202051',
      'EUR1234.05',
      '',
      '',
      'TW-7K2M-9QXA',
    ]);
  });

  it('leaves out what is not known, and stays within its 331 bytes', () => {
    expect(sepaPayload({ ...account, bic: null }, 1_00, 'TW').split('\n')[4]).toBe('');
    expect(sepaPayload(account, 10_07, 'TW')).toContain('EUR10.07');
    const longest = { ...account, name: 'x'.repeat(70), iban: 'X'.repeat(34) };
    expect(Buffer.byteLength(sepaPayload(longest, 50_000_00, 'y'.repeat(200)))).toBeLessThanOrEqual(331);
  });
});
