import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A 256-bit key with the short name that is written in front of all it sealed, so that keys can be rotated. */
export type SecretKey = { id: string; bytes: Uint8Array };

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[A-Za-z0-9-]{1,32}$/;

/** Why a sealed text could not be opened; `reason` tells a wrong key from a damaged or swapped text. */
export class SealedTextError extends Error {
  override readonly name = 'SealedTextError';
  readonly reason: 'malformed' | 'other_key' | 'not_authentic';
  constructor(reason: SealedTextError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Builds a key from its base64 form; anything but 32 bytes is refused. */
export function secretKey(base64: string, id = 'k1'): SecretKey {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== 32) throw new Error('The secret key must be 32 bytes in base64.');
  if (!KEY_ID.test(id)) throw new Error('A key id consists of 1 to 32 letters, digits and hyphens.');
  return { id, bytes };
}

/**
 * Encrypts with AES-256-GCM. `aad` says where the text belongs (for example `stores:<id>:access_token`) and must be the same on opening,
 * so that a sealed text copied to another row does not open there. Form: `<key id>.<nonce + ciphertext + tag in base64url>`.
 */
export function seal(key: SecretKey, plaintext: string, aad: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(key.id, aad));
  const body = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${body.toString('base64url')}`;
}

/** Decrypts what `seal` made, or throws `SealedTextError`. */
export function open(key: SecretKey, sealed: string, aad: string): string {
  const dot = sealed.indexOf('.');
  const body = Buffer.from(sealed.slice(dot + 1), 'base64url');
  if (dot < 1 || body.length < NONCE_BYTES + TAG_BYTES)
    throw new SealedTextError('malformed', 'This is not a sealed text.');
  if (sealed.slice(0, dot) !== key.id)
    throw new SealedTextError('other_key', `This text was sealed with key ${sealed.slice(0, dot)}.`);
  const decipher = createDecipheriv(CIPHER, key.bytes, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(key.id, aad));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new SealedTextError(
      'not_authentic',
      'The sealed text was changed, belongs elsewhere or was sealed with another key.',
    );
  }
}

/** The id of the key a text was sealed with: chooses among a current and older keys. */
export function sealedKeyId(sealed: string): string | null {
  const id = sealed.slice(0, Math.max(sealed.indexOf('.'), 0));
  return KEY_ID.test(id) ? id : null;
}

function boundTo(keyId: string, aad: string): Buffer {
  return Buffer.from(`${keyId}\0${aad}`, 'utf8');
}
