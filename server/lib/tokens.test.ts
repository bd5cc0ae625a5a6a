import { expect, test } from 'vitest';
import { hashToken, newToken } from './tokens.ts';

test('a token carries 256 bits, is safe in urls and headers, and its hash is found again', () => {
  const { token, hash } = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).toBe(hash);
  expect(hash).not.toContain(token);
});

test('tokens do not repeat', () => {
  expect(new Set(Array.from({ length: 500 }, () => newToken().token)).size).toBe(500);
});

test('the hash is SHA-256', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
