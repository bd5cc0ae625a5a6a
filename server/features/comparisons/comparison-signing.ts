import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import type { SignedReport } from '#contract/comparisons.ts';
import type { SecretKey } from '#server/lib/secrets.ts';

/** What reports are signed with, and what hides addresses in digests; both follow from the installation's secret. */
export type ComparisonKeys = { signing: KeyObject; publicKey: string; address: Uint8Array };

/** Everything that JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** PKCS #8 in front of the 32 bytes of an Ed25519 key (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

const derive = (key: SecretKey, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(0), `comparisons:${purpose}`, 32));

export function comparisonKeys(key: SecretKey): ComparisonKeys {
  const pkcs8 = Buffer.concat([ed25519Prefix, derive(key, 'signing')]);
  const signing = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(signing).export({ format: 'der', type: 'spki' }).toString('base64');
  return { signing, publicKey, address: derive(key, 'address') };
}

/** JSON in the one form that is signed: keys in order, no space (RFC 8785, for whole numbers). */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Signs the canonical text of a report. */
export const signText = (keys: ComparisonKeys, text: string): string =>
  sign(null, Buffer.from(text, 'utf8'), keys.signing).toString('base64url');

/** Whether the text is what was signed with the key. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false; // no key, or none of this kind
  }
}

/** Whether a report's own parts fit together; whose key it is, the caller must know. */
export function isWhole({ report, hash, signature, public_key }: SignedReport): boolean {
  const text = canonical(report as Json); // it came in a call's body, so it is JSON
  return hashOf(text) === hash && isSigned(text, signature, public_key);
}
