import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedExists } from '#server/db/embedded-place.ts';
import { Refusal } from '#server/db/refusal.ts';

const schema = z.object({
  /** Absent when SECRET_KEY came from the environment. */
  secretKey: z.string().optional(),
  appSecret: z.string(),
  stripeSecretKey: z.string(),
  stripeWebhookSecret: z.string(),
});

export type Secrets = z.infer<typeof schema>;

/** Reads DATA_DIR/secrets.json, and writes it before the first start of the embedded database (P41). */
export function loadSecrets(dataDir: string, ownKey: string | undefined): Secrets {
  const file = join(dataDir, 'secrets.json');
  const secrets = existsSync(file) ? read(file) : undefined;
  if (secrets && (secrets.secretKey || ownKey)) return secrets;
  if (embeddedExists(dataDir) && !ownKey) {
    const lack = secrets ? `${file} holds no secret key` : `${file} is missing`;
    throw new Refusal(
      `There is a database for ${dataDir}, but ${lack}: the tokens in the database could not be read. Restore the file from a backup, set SECRET_KEY, or remove ${dataDir} to begin with an empty database.`,
    );
  }
  const fresh: Secrets = {
    ...(ownKey ? {} : { secretKey: randomBytes(32).toString('base64') }),
    appSecret: secrets?.appSecret ?? `shpss_${randomBytes(16).toString('hex')}`,
    stripeSecretKey: secrets?.stripeSecretKey ?? `sk_test_${randomBytes(24).toString('hex')}`,
    stripeWebhookSecret: secrets?.stripeWebhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  write(dataDir, file, fresh);
  return fresh;
}

/** The key that seals values of the database; undefined where DATA_DIR holds none. */
export function readSecretKey(dataDir: string): string | undefined {
  const file = join(dataDir, 'secrets.json');
  return existsSync(file) ? read(file).secretKey : undefined;
}

function read(file: string): Secrets {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Refusal(`${file} cannot be read as this instance's secrets. Restore it from a backup.`);
  }
}

function write(dataDir: string, file: string, secrets: Secrets): void {
  // Root's folder stays open to pass through: the database's account lives below it.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(handle); // data sealed with a key that a power cut takes away would be lost
  closeSync(handle);
  renameSync(draft, file);
}
