import { createHash, createHmac, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import pg from 'pg';
import { BLOBS_KEPT } from './backup-lock.ts';
import { type BackupWriter, type Contents, createBackupFolder } from './backup-folder.ts';
import { namedBlobs, readSequences, writeTables } from './backup-tables.ts';
import { Refusal } from './refusal.ts';

export type BackupOptions = {
  /** The owner's connection string. */
  url: string;
  dataDir: string;
  /** Folder that the backup becomes; must not be there yet. */
  path: string;
  /** Encrypts all of it. */
  passphrase?: string | undefined;
  /** The key that seals values in the database, base64; undefined: the one in DATA_DIR/secrets.json. */
  secretKey?: string | undefined;
  release: string;
  now: Date;
};

export type BackupReport = {
  size: number;
  tables: number;
  rows: number;
  files: number;
  /** Files that the database names and that are not there, or damaged. */
  missing: string[];
};

/** Files of DATA_DIR that belong to the instance: its secrets and the demo's logins. */
export const KEPT_FILES = ['secrets.json', 'demo.json'];

/**
 * Writes a backup while the portal works, or while it is stopped. The database comes first, as it is at one moment; then the
 * files. Files that are added meanwhile do no harm, and none is removed meanwhile.
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'tradewind backup' });
  client.on('error', () => {}); // the query that is running reports it
  await client.connect();
  try {
    await keepBlobs(client);
    const backup = await createBackupFolder(options.path, options.passphrase);
    try {
      return await write(client, backup, options);
    } catch (error) {
      await backup.abandon();
      throw error;
    }
  } finally {
    await client.end(); // also lets the lock go
  }
}

async function keepBlobs(client: pg.Client): Promise<void> {
  await client.query("SET lock_timeout = '60s'");
  const taken = await client.query('SELECT pg_advisory_lock($1)', [BLOBS_KEPT]).catch(() => null);
  if (!taken) throw new Refusal('Another backup of this portal is running. Try again when it has ended.');
}

async function write(client: pg.Client, backup: BackupWriter, options: BackupOptions): Promise<BackupReport> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const about = await describeDatabase(client);
  const tables = await writeTables(client, backup);
  const sequences = await readSequences(client);
  const named = await namedBlobs(client);
  await client.query('COMMIT');
  for (const name of KEPT_FILES) {
    const file = join(options.dataDir, name);
    if (existsSync(file)) await backup.add(name, createReadStream(file));
  }
  const files = await writeBlobs(join(options.dataDir, 'files'), backup);
  const there = new Set(files);
  const missing = named.filter((sha256) => !there.has(sha256));
  const size = await backup.finish({
    ...about,
    created_at: options.now.toISOString(),
    release: options.release,
    secret_key: options.secretKey ? fingerprintOf(options.secretKey) : null,
    tables,
    sequences,
    files,
    missing,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { size, tables: tables.length, rows, files: files.length, missing };
}

async function describeDatabase(
  client: pg.Client,
): Promise<Pick<Contents, 'postgres' | 'migrations' | 'queue_schema'>> {
  const portal = await client.query<{ made: boolean }>(
    "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS made",
  );
  if (!portal.rows[0]?.made)
    throw new Refusal('This database holds no portal. Start the portal once, or name the right DATABASE_URL.');
  const migrations = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM public.schema_migrations ORDER BY name',
  );
  const server = await client.query<{ postgres: string; queue_schema: number }>(
    `SELECT current_setting('server_version') AS postgres, max(id) AS queue_schema FROM graphile_worker.migrations`,
  );
  return { migrations: migrations.rows, ...(server.rows[0] ?? { postgres: '', queue_schema: 0 }) };
}

/** Copies every stored file; answers the hashes of those whose bytes still have the hash by which they are called. */
async function writeBlobs(folder: string, backup: BackupWriter): Promise<string[]> {
  const whole: string[] = [];
  for (const part of existsSync(folder) ? (await readdir(folder)).toSorted() : []) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue;
    for (const name of (await readdir(join(folder, part))).toSorted()) {
      const sha256 = `${part}${name}`;
      const file = await open(join(folder, part, name), 'r').catch(() => null);
      if (!file) continue; // nothing referred to it: it was on its way out when the backup began
      const hash = createHash('sha256');
      await backup.add(blobEntry(sha256), hashed(file.createReadStream(), hash));
      if (hash.digest('hex') === sha256) whole.push(sha256);
    }
  }
  return whole;
}

/** How a stored file is called in a backup. */
export const blobEntry = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256.slice(2)}`;

function hashed(source: Readable, hash: Hash): Readable {
  const seen = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  pipeline(source, seen, () => {}); // whoever reads it hears of its failure
  return seen;
}

/** Tells a key from others without telling the key. */
export const fingerprintOf = (secretKey: string): string =>
  createHmac('sha256', Buffer.from(secretKey, 'base64')).update('tradewind backup').digest('hex');
