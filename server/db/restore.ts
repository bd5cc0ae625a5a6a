import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import { blobFolder } from '../lib/blob-folder.ts';
import { blobEntry, fingerprintOf, KEPT_FILES } from './backup.ts';
import { type BackupReader, openBackupFolder, writeDurably } from './backup-folder.ts';
import { isRoot } from './embedded-account.ts';
import { MIGRATIONS, migrate, readMigrations } from './migrate.ts';
import { Refusal } from './refusal.ts';
import { fillTables } from './restore-tables.ts';

const SECRETS = 'secrets.json';
const secrets = z.object({ secretKey: z.string().optional() });

export type RestoreOptions = {
  /** The backup's folder. */
  path: string;
  passphrase?: string | undefined;
  /** Brings up the database to restore into, once the backup is known to be whole; the owner's connection string. */
  openDatabase: () => Promise<string>;
  dataDir: string;
  /** SECRET_KEY of the environment; undefined: the one in the backup's secrets.json. */
  secretKey?: string | undefined;
  log: (sentence: string) => void;
};

export type RestoreReport = { rows: number; files: number; missing: string[] };

/**
 * Makes a portal of a backup. The target must be empty, or hold what an interrupted restore of the same backup left. All
 * rows come in one transaction, the last step: until then no portal starts on the database.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { dataDir, log } = options;
  const backup = await openBackupFolder(options.path, options.passphrase);
  const known = knownMigrations(backup);
  log('Checking every file of the backup…');
  await backup.verify();
  await checkSecretKey(backup, options.secretKey);
  await assertFolderUnused(dataDir, backup);
  const url = await options.openDatabase();
  const client = new pg.Client({ connectionString: url, application_name: 'tradewind restore' });
  client.on('error', () => {}); // the query that is running reports it
  await client.connect();
  try {
    await markDatabase(client, backup);
    await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
    if (!existsSync(markOf(dataDir))) await writeDurably(markOf(dataDir), `${backup.id}\n`);
    await migrate({ url, only: known, log: () => {} });
    log('Restoring the files…');
    await restoreFiles(backup, dataDir);
    log('Restoring the database…');
    await restoreRows(client, backup);
  } finally {
    await client.end();
  }
  await rm(markOf(dataDir));
  await migrate({ url, log });
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, files: backup.manifest.files.length, missing: backup.manifest.missing };
}

/** Names of the migrations that the backup has; throws a Refusal when it has one that this release does not know. */
function knownMigrations({ manifest }: BackupReader): string[] {
  const files = new Map(readMigrations(MIGRATIONS).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of manifest.migrations) {
    if (files.get(name) !== checksum)
      throw new Refusal(
        `The backup has the migration ${name}, which this release does not know: release ${manifest.release} or a newer one made it. Restore it with that release.`,
      );
  }
  return manifest.migrations.map(({ name }) => name);
}

async function checkSecretKey(backup: BackupReader, given: string | undefined): Promise<void> {
  const { secret_key: wanted } = backup.manifest;
  if (!wanted || (given && fingerprintOf(given) === wanted)) return;
  if (given)
    throw new Refusal(
      'SECRET_KEY is not the key that the backed up portal had: its sealed values could not be read. Set SECRET_KEY to that key, or unset it where the backup holds the key.',
    );
  const held = backup.manifest.entries.some(({ name }) => name === SECRETS)
    ? secrets.safeParse(JSON.parse(await text(await backup.read(SECRETS)))).data?.secretKey
    : undefined;
  if (!held || fingerprintOf(held) !== wanted)
    throw new Refusal(
      'The backed up portal had its SECRET_KEY in its environment. Set SECRET_KEY to the same key to restore.',
    );
}

/** Names the backup whose restore into this folder has begun and is not finished. */
const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

async function assertFolderUnused(dataDir: string, backup: BackupReader): Promise<void> {
  const used = existsSync(join(dataDir, SECRETS)) || (await readdir(join(dataDir, 'files')).catch(() => [])).length > 0;
  if (!used || (await readFile(markOf(dataDir), 'utf8').catch(() => '')).trim() === backup.id) return;
  throw new Refusal(
    `${dataDir} already holds files or secrets of a portal. Set DATA_DIR to an empty folder; nothing was changed.`,
  );
}

/** Claims an empty database, so that no portal starts on it before all is there; an interrupted restore goes on. */
async function markDatabase(client: pg.Client, backup: BackupReader): Promise<void> {
  const found = await client.query<{ marked: boolean; used: boolean }>(`
    SELECT to_regclass('public.restore_unfinished') IS NOT NULL AS marked, EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema$)') AS used`);
  if (found.rows[0]?.marked) {
    const { rows } = await client.query<{ backup: string }>('SELECT backup FROM public.restore_unfinished');
    if (rows[0]?.backup === backup.id) return;
    throw new Refusal(
      'The restore of another backup into this database was not finished. Finish that one, or name an empty database.',
    );
  }
  if (found.rows[0]?.used)
    throw new Refusal(
      'The database to restore into is not empty. Name an empty one: another DATA_DIR, or another DATABASE_URL. Nothing was changed.',
    );
  await client.query('BEGIN');
  await client.query('CREATE TABLE public.restore_unfinished (backup text NOT NULL)');
  await client.query('INSERT INTO public.restore_unfinished VALUES ($1)', [backup.id]);
  await client.query('COMMIT');
}

async function restoreFiles(backup: BackupReader, dataDir: string): Promise<void> {
  const blobs = blobFolder(join(dataDir, 'files'));
  for (const sha256 of backup.manifest.files) {
    if (!(await blobs.has(sha256))) await blobs.put(await backup.read(blobEntry(sha256)));
  }
  for (const name of KEPT_FILES) {
    if (!backup.manifest.entries.some((entry) => entry.name === name)) continue;
    const aside = join(dataDir, `${name}.${randomUUID()}`);
    await writeDurably(aside, await text(await backup.read(name)));
    await rename(aside, join(dataDir, name));
  }
}

async function restoreRows(client: pg.Client, backup: BackupReader): Promise<void> {
  await client.query('BEGIN');
  try {
    await fillTables(client, backup);
    await client.query('DROP TABLE public.restore_unfinished');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  await client.query('ANALYZE');
}
