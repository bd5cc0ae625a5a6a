import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import {
  decryptedFile,
  decryptText,
  encrypting,
  encryptText,
  type KeySource,
  keyOf,
  newKeySource,
} from './backup-crypto.ts';
import { Refusal, systemCode } from './refusal.ts';

const MANIFEST = 'manifest.json';
const FORMAT = 1;

const heading = z.object({
  tradewind_backup: z.literal(FORMAT),
  /** Null: not encrypted. */
  key: z.object({ salt: z.string(), cost: z.number().int().max(1_048_576) }).nullable(),
});

const manifest = z.object({
  created_at: z.string(),
  /** Version of the portal, and of the server that the database was on. */
  release: z.string(),
  postgres: z.string(),
  /** The files that had been run on the database, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The number of the queue's own schema. */
  queue_schema: z.number(),
  /** Tells the key that seals values in the database; null where there was none. */
  secret_key: z.string().nullable(),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() })),
  /** Hashes of the files that go with the database. */
  files: z.array(z.string()),
  /** Hashes of files that the database names and that were not there, or were damaged. */
  missing: z.array(z.string()),
  /** Every file of the folder but the manifest: how it is called there, its size in bytes and its SHA-256 as it is stored. */
  entries: z.array(z.object({ name: z.string(), stored: z.string(), size: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifest>;
export type Contents = Omit<Manifest, 'entries'>;
type Entry = Manifest['entries'][number];

/** A backup that is being written. */
export type BackupWriter = {
  add(name: string, source: Readable): Promise<void>;
  /** Writes the manifest and gives the folder its name; its size in bytes. */
  finish(contents: Contents): Promise<number>;
  abandon(): Promise<void>;
};

/** Begins a backup beside `path`, which shows only when it is complete. Everything in it is for its owner alone. */
export async function createBackupFolder(path: string, passphrase: string | undefined): Promise<BackupWriter> {
  const aside = `${path}.unfinished`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await mkdir(aside, { mode: 0o700 });
  const source = passphrase ? newKeySource() : null;
  const key = passphrase && source ? keyOf(passphrase, source) : null;
  const entries: Entry[] = [];
  return {
    async add(name, content) {
      // Names of files are hashes of what is in them: encrypted, they tell nothing.
      const stored = key ? `entries/${String(entries.length + 1).padStart(7, '0')}` : name;
      const target = join(aside, stored);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let size = 0;
      const counting = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      const out = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
      if (key) await pipeline(content, encrypting(key, name), counting, out);
      else await pipeline(content, counting, out);
      entries.push({ name, stored, size, sha256: hash.digest('hex') });
    },
    async finish(contents) {
      const text = JSON.stringify({ ...contents, entries });
      await writeDurably(join(aside, MANIFEST), manifestText(text, source, key));
      await rename(aside, path);
      await syncFolder(dirname(path));
      return entries.reduce((sum, entry) => sum + entry.size, 0);
    },
    abandon: () => rm(aside, { recursive: true, force: true }),
  };
}

/** Three lines: what it is, the manifest (encrypted with the rest), and the hash of both. */
function manifestText(text: string, source: KeySource | null, key: Buffer | null): string {
  const head = JSON.stringify({ tradewind_backup: FORMAT, key: source });
  const lines = `${head}\n${key ? encryptText(key, text, head) : text}\n`;
  return `${lines}${sha256(lines)}\n`;
}

/** A complete backup whose manifest is read; `verify` reads all the rest. */
export type BackupReader = {
  manifest: Manifest;
  /** Tells this backup from any other. */
  id: string;
  /** Reads every file once and throws a Refusal when a byte of one is not what was written. */
  verify(): Promise<void>;
  read(name: string): Promise<Readable>;
};

/** Opens a backup; throws a Refusal when it is none, is damaged, or has another passphrase. */
export async function openBackupFolder(path: string, passphrase: string | undefined): Promise<BackupReader> {
  const text = await readFile(join(path, MANIFEST), 'utf8').catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
    throw new Refusal(`${path} is no backup: it has no ${MANIFEST}. Name a folder that "npm run backup" has written.`);
  });
  const [head = '', body = '', hash = '', ...rest] = text.split('\n');
  if (sha256(`${head}\n${body}\n`) !== hash || rest.join() !== '') throw damaged(join(path, MANIFEST));
  const read = heading.safeParse(JSON.parse(head));
  if (!read.success)
    throw new Refusal(`${path} was written by a newer release. Restore it with that release or one after it.`);
  const key = openKey(path, read.data.key, passphrase);
  const content = key ? decryptManifest(key, body, head) : body;
  const found = manifest.parse(JSON.parse(content));
  const byName = new Map(found.entries.map((entry) => [entry.name, entry]));
  return {
    manifest: found,
    id: hash,
    async verify() {
      const stored = new Set([MANIFEST, ...found.entries.map((entry) => entry.stored)]);
      for (const file of await readdir(path, { recursive: true, withFileTypes: true })) {
        const name = relative(path, join(file.parentPath, file.name));
        if (!file.isDirectory() && !stored.has(name))
          throw new Refusal(`${join(path, name)} does not belong to this backup. Remove it, or take another copy.`);
      }
      for (const entry of found.entries) await verifyEntry(path, entry);
    },
    async read(name) {
      const entry = byName.get(name);
      if (!entry) throw new Refusal(`The backup ${path} holds no ${name}.`);
      const file = join(path, entry.stored);
      return key ? decryptedFile(file, key, name) : createReadStream(file);
    },
  };
}

function openKey(path: string, source: KeySource | null, passphrase: string | undefined): Buffer | null {
  if (!source) return null;
  if (passphrase) return keyOf(passphrase, source);
  throw new Refusal(`The backup ${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`);
}

function decryptManifest(key: Buffer, body: string, head: string): string {
  try {
    return decryptText(key, body, head);
  } catch {
    throw new Refusal('This is not the passphrase that the backup was made with. Set BACKUP_PASSPHRASE to that one.');
  }
}

async function verifyEntry(path: string, entry: Entry): Promise<void> {
  const file = join(path, entry.stored);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw damaged(file);
    throw error;
  }
  if (hash.digest('hex') !== entry.sha256) throw damaged(file);
}

function damaged(file: string): Refusal {
  return new Refusal(
    `The backup is damaged: ${file} is not what was written. Nothing was restored. Take another copy, or another backup.`,
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes a file for its owner alone, complete on the disk when it resolves. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
