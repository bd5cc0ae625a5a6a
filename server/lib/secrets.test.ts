import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, seal, SealedTextError, sealedKeyId, secretKey } from './secrets.ts';

const key = secretKey(randomBytes(32).toString('base64'), '2026-11');

function reasonOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SealedTextError) return error.reason;
    throw error;
  }
  return 'opened';
}

test('whatever is sealed opens again, and never shows in the sealed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plaintext, aad) => {
      expect(open(key, seal(key, plaintext, aad), aad)).toBe(plaintext);
    }),
  );
});

test('the same text seals differently each time and names its key', () => {
  const first = seal(key, 'shpat_1', 'stores:1');
  expect(first).not.toBe(seal(key, 'shpat_1', 'stores:1'));
  expect(sealedKeyId(first)).toBe('2026-11');
  expect(sealedKeyId('nothing')).toBeNull();
});

test('a text copied to another row, changed in any byte, or opened with another key is refused', () => {
  const sealed = seal(key, 'shpat_1', 'stores:1');
  expect(reasonOf(() => open(key, sealed, 'stores:2'))).toBe('not_authentic');
  const body = Buffer.from(sealed.slice('2026-11.'.length), 'base64url');
  for (let at = 0; at < body.length; at += 1) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(reasonOf(() => open(key, `2026-11.${changed.toString('base64url')}`, 'stores:1'))).toBe('not_authentic');
  }
  const otherBytes = secretKey(randomBytes(32).toString('base64'), '2026-11');
  expect(reasonOf(() => open(otherBytes, sealed, 'stores:1'))).toBe('not_authentic');
  expect(reasonOf(() => open({ ...key, id: '2027-01' }, sealed, 'stores:1'))).toBe('other_key');
});

test.each(['', '.', 'x', '2026-11.', '2026-11.AAAA', '.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
  '"%s" is not a sealed text',
  (text) => {
    expect(reasonOf(() => open(key, text, 'a'))).toBe('malformed');
  },
);

test('a key of the wrong length is refused', () => {
  expect(() => secretKey(randomBytes(16).toString('base64'))).toThrow('32 bytes');
  expect(() => secretKey(randomBytes(32).toString('base64'), 'a.b')).toThrow('key id');
});
