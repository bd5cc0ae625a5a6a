import { createHash, randomBytes } from 'node:crypto';

/** A fresh bearer secret (256 random bits, base64url) with the hash that is stored in its place. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** SHA-256 of a token in hex. The secret has full entropy, so no slow hash and no salt is needed: the row is found by its hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
