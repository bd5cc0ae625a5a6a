import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobFolder } from '../lib/blob-folder.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { contentOf } from '#testing/whole-database.ts';
import { backUp } from './backup.ts';
import { createBackupFolder, openBackupFolder } from './backup-folder.ts';
import { MIGRATIONS, migrate, readMigrations } from './migrate.ts';
import { restore, type RestoreOptions } from './restore.ts';

const secretKey = randomBytes(32).toString('base64');
const releases = { release: '1.0.0', now: new Date('2026-11-22T20:00:00Z') };
let folder: string;
let source: TestDatabase;
let dataDir: string;
let plain: string;
let sealed: string;
let missing: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradewind-restore-'));
  dataDir = join(folder, 'source');
  source = await createTestDatabase();
  const { sha256, size } = await blobFolder(join(dataDir, 'files')).put(Buffer.from('a picture'));
  missing = '0'.repeat(64);
  await query(
    source.url,
    `INSERT INTO pictures (sha256, mime, width, height, size) VALUES ('${sha256}', 'image/webp', 1, 1, ${size}), ('${missing}', 'image/webp', 1, 1, 1)`,
  );
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ secretKey }));
  plain = await backUpTo('plain');
  sealed = await backUpTo('sealed', 'one passphrase');
});
afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function backUpTo(name: string, passphrase?: string, url = source.url): Promise<string> {
  const path = join(folder, name);
  const report = await backUp({ url, dataDir, path, passphrase, secretKey, ...releases });
  expect(report).toMatchObject({ files: 1, missing: url === source.url ? [missing] : [] });
  return path;
}

let targets = 0;
/** A restore into a folder of its own that must not come to the database, unless it is given one. */
const into = (path: string, options: Partial<RestoreOptions> = {}) =>
  restore({
    path,
    dataDir: join(folder, `target${(targets += 1)}`),
    log: () => {},
    openDatabase: () => Promise.reject(new Error('the database was opened')),
    ...options,
  });

const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));

function changed(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}

describe('a restore is refused before anything is changed', () => {
  it('when any byte of the backup is another, a file is gone or one was added', async () => {
    const copy = join(folder, 'damaged');
    cpSync(plain, copy, { recursive: true });
    for (const file of filesOf(copy)) {
      const bytes = readFileSync(file);
      const ends = file.endsWith('manifest.json') ? [0, bytes.length - 1] : [];
      for (const at of [bytes.length >> 1, ...ends]) {
        writeFileSync(file, changed(bytes, at));
        await expect(into(copy), `${file} at ${at}`).rejects.toThrow(/damaged/);
      }
      rmSync(file);
      await expect(into(copy), file).rejects.toThrow(/damaged|is no backup/);
      writeFileSync(file, bytes);
    }
    writeFileSync(join(copy, 'more'), 'x');
    await expect(into(copy)).rejects.toThrow(/does not belong to this backup/);
    rmSync(copy, { recursive: true });
  });

  it('when an encrypted one was changed, even by whoever knows its format', async () => {
    const copy = join(folder, 'changed');
    cpSync(sealed, copy, { recursive: true });
    const file = join(copy, 'manifest.json');
    const [head = '', body = ''] = readFileSync(file, 'utf8').split('\n');
    const forged = [
      [head, Buffer.from(changed(Buffer.from(body, 'base64'), 100)).toString('base64')],
      [head.replace('"cost":65536', '"cost":32768'), body],
    ];
    for (const lines of forged) {
      const text = `${lines.join('\n')}\n`;
      writeFileSync(file, `${text}${createHash('sha256').update(text).digest('hex')}\n`);
      await expect(into(copy, { passphrase: 'one passphrase' })).rejects.toThrow(/not the passphrase/);
    }
    rmSync(copy, { recursive: true });
  });

  it('without the passphrase, and with another', async () => {
    await expect(into(sealed)).rejects.toThrow(/Set BACKUP_PASSPHRASE/);
    await expect(into(sealed, { passphrase: 'another' })).rejects.toThrow(/not the passphrase/);
    const { manifest } = await openBackupFolder(plain, undefined);
    const reported = filesOf(sealed)
      .map((file) => `${file}\n${readFileSync(file, 'latin1')}`)
      .join();
    expect(manifest.files).toHaveLength(1);
    for (const hidden of [secretKey, manifest.files[0]?.slice(2) ?? '', 'ledger'])
      expect(reported).not.toContain(hidden);
  });

  it('by a release that does not know all of its migrations', async () => {
    const { manifest } = await openBackupFolder(plain, undefined);
    const path = join(folder, 'newer');
    const newer = await createBackupFolder(path, undefined);
    const migrations = [...manifest.migrations, { name: '9999_later.sql', checksum: '1' }];
    await newer.finish({ ...manifest, release: '9.0.0', migrations });
    await expect(into(path)).rejects.toThrow(/9999_later\.sql, which this release does not know.*9\.0\.0/);
  });

  it('with another SECRET_KEY than the one that sealed its values', async () => {
    const other = randomBytes(32).toString('base64');
    await expect(into(plain, { secretKey: other })).rejects.toThrow(/SECRET_KEY is not the key/);
  });

  it('into a folder or a database that is in use', async () => {
    await expect(into(plain, { dataDir })).rejects.toThrow(/already holds files or secrets/);
    await expect(into(plain, { openDatabase: () => Promise.resolve(source.url) })).rejects.toThrow(/is not empty/);
    await expect(into(join(folder, 'nothing'))).rejects.toThrow(/is no backup/);
  });
});

it('goes on after an interruption, and no portal starts on the half-restored database', async () => {
  const target = await createEmptyDatabase();
  const place = { dataDir: join(folder, 'interrupted'), openDatabase: () => Promise.resolve(target.url) };
  try {
    const cut = into(plain, place);
    cut.catch(() => {});
    while (!(await endRestore(target.url))) await sleep(5);
    await expect(cut).rejects.toThrow(/terminat|not queryable/i);
    await expect(migrate({ url: target.url, log: () => {} })).rejects.toThrow(/restore .* was not finished/);
    await expect(into(sealed, { openDatabase: place.openDatabase, passphrase: 'one passphrase' })).rejects.toThrow(
      /another backup/,
    );
    await into(plain, place);
    expect(await contentOf(target.url)).toEqual(await contentOf(source.url));
    await migrate({ url: target.url, log: () => {} });
  } finally {
    await target.drop();
  }
});

/** Ends the restore's connection while its rows come in; false while they do not. */
async function endRestore(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ended = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tradewind restore' AND query LIKE 'COPY%FROM STDIN'`,
    );
    return (ended.rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

it('brings a backup of an older schema to this release', async () => {
  const [older, target] = [await createEmptyDatabase(), await createEmptyDatabase()];
  try {
    const names = readMigrations(MIGRATIONS).map(({ name }) => name);
    await migrate({ url: older.url, only: names.slice(0, -1), log: () => {} });
    const path = await backUpTo('older', undefined, older.url);
    const reported: string[] = [];
    await into(path, { openDatabase: () => Promise.resolve(target.url), log: (sentence) => reported.push(sentence) });
    expect(reported.at(-1)).toMatch(/^Migrated the database: /);
    await migrate({ url: older.url, log: () => {} });
    expect(await contentOf(target.url)).toEqual(await contentOf(older.url));
  } finally {
    await older.drop();
    await target.drop();
  }
});
