import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { audit } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { open, type SecretKey, seal } from '#server/lib/secrets.ts';
import * as rows from './statements.db.ts';

/** A key that signs statements, with its private part open. */
export type SigningKey = { id: string; private_key: KeyObject };

const place = (id: string) => `statement_keys:${id}`;
/** An Ed25519 key in DER has its 32 bytes at the end. */
const rawLength = 32;

/** The key that signs now; the first statement makes the first key. */
export async function currentKey(ctx: Ctx, sealing: SecretKey): Promise<SigningKey> {
  await rows.lockKeys(ctx);
  const row = (await rows.findKeys(ctx)).find(({ valid_until }) => valid_until === null);
  if (!row) return newKey(ctx, sealing);
  const der = Buffer.from(open(sealing, row.private_sealed, place(row.id)), 'base64');
  return { id: row.id, private_key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}

async function newKey(ctx: Ctx, sealing: SecretKey): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-rawLength);
  const id = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await rows.insertKey(ctx, {
    id,
    public_key: raw.toString('base64'),
    private_sealed: seal(sealing, der, place(id)),
    valid_from: ctx.now,
  });
  return { id, private_key: privateKey };
}

/** Replaces the key: the old one signs no more and stays published. */
export async function rotateKey(ctx: StaffCtx, sealing: SecretKey) {
  await rows.lockKeys(ctx);
  await rows.endKeys(ctx);
  const { id } = await newKey(ctx, sealing);
  await audit(ctx, { action: 'statements.rotateKey', entity: 'statement_keys', account_id: null, details: { id } });
  return { done: true as const };
}

/** Signs a text in UTF-8; answers the signature in base64. */
export const signText = ({ private_key }: SigningKey, text: string): string =>
  sign(null, Buffer.from(text, 'utf8'), private_key).toString('base64');

/** Public parts of all keys that ever signed, as the world may read them. */
export async function publishedKeys(ctx: Ctx) {
  const found = await rows.findKeys(ctx);
  return found.map(({ id, public_key, valid_from, valid_until }) => ({
    id,
    algorithm: 'Ed25519' as const,
    public_key,
    from: valid_from.toISOString(),
    until: valid_until?.toISOString() ?? null,
  }));
}
