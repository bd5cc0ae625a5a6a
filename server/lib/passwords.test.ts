import { describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { dummyVerify, hashPassword, passwordProblem, verifyPassword } from './passwords.ts';

describe('hashing', () => {
  test('a password verifies against its own hash only, with the parameters in the hash', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, 'correct horse battery')).toBe(true);
    expect(await verifyPassword(stored, 'correct horse batterY')).toBe(false);
    expect(await hashPassword('correct horse battery')).not.toBe(stored);
  });

  test('composed and decomposed letters are the same password', async () => {
    const stored = await hashPassword('grünes Häuschen');
    expect(await verifyPassword(stored, 'gru\u0308nes Ha\u0308uschen')).toBe(true);
  });

  test('an unreadable hash and an endless password are a plain no', async () => {
    expect(await verifyPassword('', 'anything at all')).toBe(false);
    expect(await verifyPassword('$2b$10$abc', 'anything at all')).toBe(false);
    expect(await verifyPassword(await hashPassword('anything at all'), 'x'.repeat(100_000))).toBe(false);
  });

  test('the decoy for unknown users always says no', async () => {
    expect(await dummyVerify('a password that nobody has')).toBe(false);
    expect(await dummyVerify('something else')).toBe(false);
  });
});

describe('what a new password may be', () => {
  test.each(['nine long', '', 'ééééé', '你好你好你好'])('"%s" is too short', (password) => {
    expect(passwordProblem(password, 'a@b.example')).toEqual({
      text: 'session.password_too_short',
      params: { least: 10 },
    });
  });

  test('more than 128 characters are refused, 128 are fine', () => {
    expect(passwordProblem('abcd'.repeat(32), '')).toBeNull();
    expect(passwordProblem(`${'abcd'.repeat(32)}e`, '')).toEqual({
      text: 'session.password_too_long',
      params: { most: 128 },
    });
  });

  test.each(['Jane.Doe@shop.example', 'jane.doe@SHOP.example ', 'Jane.Doe2026!'])(
    '"%s" is too close to the e-mail',
    (password) => {
      expect(passwordProblem(password, 'jane.doe@shop.example')).toEqual({ text: 'session.password_is_email' });
    },
  );

  test.each(['1234567890', 'Password123', 'qwertyuiop', 'iloveyou2026!', 'PASSWORD!!', 'letmein12345', 'Welcome2026'])(
    '"%s" is on the lists',
    (password) => {
      expect(passwordProblem(password, 'jane@shop.example')).toEqual({ text: 'session.password_common' });
    },
  );

  test('few different characters are refused', () => {
    expect(passwordProblem('aaaaaaaaaaaa', '')).toEqual({ text: 'session.password_repetitive' });
    expect(passwordProblem('121212121212', '')).toEqual({ text: 'session.password_repetitive' });
  });

  test.each(['correct horse battery', 'Tr0ub4dor&3xtra', '春江花月夜人生如梦一场', 'jane.doe loves parcels'])(
    '"%s" is accepted',
    (password) => {
      expect(passwordProblem(password, 'jane.doe@shop.example')).toBeNull();
    },
  );

  test('the list is lower case, without duplicates, and has a few hundred entries', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(300);
    for (const entry of COMMON_PASSWORDS) expect(entry).toBe(entry.toLowerCase().trim());
  });
});
