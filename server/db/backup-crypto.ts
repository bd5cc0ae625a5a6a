import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';

/** What a passphrase makes a key with; it is kept readable beside what the key seals. */
export type KeySource = { salt: string; cost: number };

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const BLOCK = 8; // scrypt's block size

/** A new salt, and the cost of today: 64 MB and some 0.2 s a guess. */
export const newKeySource = (): KeySource => ({ salt: randomBytes(16).toString('base64'), cost: 65_536 });

/** The 256-bit key of a passphrase (scrypt). */
export function keyOf(passphrase: string, { salt, cost }: KeySource): Buffer {
  return scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, {
    N: cost,
    r: BLOCK,
    p: 1,
    maxmem: 160 * cost * BLOCK,
  });
}

/** Encrypts a stream with AES-256-GCM: nonce, ciphertext, tag. `name` is bound to it: it opens under no other name. */
export function encrypting(key: Buffer, name: string): Transform {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(name));
  return new Transform({
    construct(done) {
      this.push(nonce);
      done();
    },
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final());
      this.push(cipher.getAuthTag());
      done();
    },
  });
}

/** Decrypts a file that `encrypting` wrote. The stream fails at its end when a byte, the name or the key is another. */
export async function decryptedFile(path: string, key: Buffer, name: string): Promise<Transform> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < NONCE + TAG) throw new Error(`${path} is too short`);
    const nonce = Buffer.alloc(NONCE);
    const tag = Buffer.alloc(TAG);
    await file.read(nonce, 0, NONCE, 0);
    await file.read(tag, 0, TAG, size - TAG);
    const decipher = decipherOf(key, nonce, tag, name);
    if (size > NONCE + TAG) {
      // errors of the file reach the reader through the decipher
      pipeline(createReadStream(path, { start: NONCE, end: size - TAG - 1 }), decipher, () => {});
    } else decipher.end();
    return decipher;
  } finally {
    await file.close();
  }
}

/** The same for a text. */
export function encryptText(key: Buffer, text: string, name: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Throws when a byte, the name or the key is another. */
export function decryptText(key: Buffer, sealed: string, name: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = decipherOf(key, bytes.subarray(0, NONCE), bytes.subarray(-TAG), name);
  return decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
}

function decipherOf(key: Buffer, nonce: Buffer, tag: Buffer, name: string): DecipherGCM {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
  return decipher;
}
