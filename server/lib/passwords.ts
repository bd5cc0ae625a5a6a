import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import type { Phrase } from './refusal-texts.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 128;

// OWASP's password storage advice for argon2id: 19 MiB, two passes, one lane (argon2id is the library's default algorithm).
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Hashes a password with argon2id; the parameters and the salt are part of the result. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), PARAMETERS);
}

/** Whether the password belongs to the hash. A hash that cannot be read counts as no match. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (password.length > MAX_LENGTH * 4) return false; // no work for absurd inputs; no such password can have been set
  try {
    return await verify(passwordHash, canonical(password));
  } catch {
    return false;
  }
}

let decoy: Promise<string> | undefined;

/** Does the work of one verification and says no: unknown users must take as long as known ones, or the login tells who is registered. */
export async function dummyVerify(password: string): Promise<false> {
  decoy ??= hashPassword('a password that nobody has');
  await verifyPassword(await decoy, password);
  return false;
}

/** What is wrong with a new password, or null. `email` is the address of the account. */
export function passwordProblem(password: string, email: string): Phrase | null {
  const length = [...canonical(password)].length;
  if (length < MIN_LENGTH) return { text: 'session.password_too_short', params: { least: MIN_LENGTH } };
  if (length > MAX_LENGTH) return { text: 'session.password_too_long', params: { most: MAX_LENGTH } };
  const plain = canonical(password).toLowerCase().trim();
  const address = email.trim().toLowerCase();
  const mailbox = address.split('@')[0] ?? '';
  if (address !== '' && (plain === address || (mailbox !== '' && withoutTail(plain) === mailbox)))
    return { text: 'session.password_is_email' };
  if (isRepetitive(plain)) return { text: 'session.password_repetitive' };
  if (COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(withoutTail(plain)))
    return { text: 'session.password_common' };
  return null;
}

// The same text typed on two systems may arrive composed or decomposed.
function canonical(password: string): string {
  return password.normalize('NFKC');
}

// "password" + "123!" is as well known as "password": years, digits and signs at the end do not make it another word.
function withoutTail(plain: string): string {
  return plain.replace(/[\d\W_]+$/u, '');
}

function isRepetitive(plain: string): boolean {
  return new Set(plain).size <= 3;
}
