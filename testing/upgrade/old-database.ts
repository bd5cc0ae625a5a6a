import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { readSequences, writeTables } from '#server/db/backup-tables.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillTables } from '#server/db/restore-tables.ts';

const file = new URL('./7df2bea.json.br', import.meta.url);

const told = z.object({
  secretKey: z.string(),
  account_id: z.string(),
  /** Names of the tasks that the release knew, and may have queued. */
  tasks: z.array(z.string()),
  /** Tokens of sessions that were open, by name. */
  tokens: z.record(z.string(), z.string()),
  now: z.coerce.date(),
  /** GET calls that were answered with 200, and how many rows they had; null where it is no list. */
  answers: z.array(z.object({ person: z.string(), path: z.string(), rows: z.number().nullable() })),
  balances: z.array(z.object({ account_id: z.string(), ledger_account: z.string(), amount: z.string() })),
});

const kept = told.extend({
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() })),
  /** Rows of each table as COPY writes them, by the name that a backup gives them. */
  rows: z.record(z.string(), z.string()),
});

/** A database as an earlier release left it, and what that release told its people. */
export type OldDatabase = z.infer<typeof kept>;

export const readOutput = (line: string) => told.extend({ url: z.string() }).parse(JSON.parse(line));

/** Writes the fixture from the filled database at `url`; answers the size of the file in bytes. */
export async function packOldDatabase({ url, ...rest }: ReturnType<typeof readOutput>): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows: Record<string, string> = {};
  try {
    const ran = await client.query('SELECT version, name, checksum FROM schema_migrations ORDER BY version');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await writeTables(client, {
      async add(name, zipped) {
        rows[name] = gunzipSync(await buffer(zipped)).toString();
      },
      finish: () => Promise.resolve(0),
      abandon: () => Promise.resolve(),
    });
    const sequences = await readSequences(client);
    const text = JSON.stringify(kept.parse({ ...rest, migrations: ran.rows, tables, sequences, rows }));
    const packed = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 },
    });
    writeFileSync(file, packed);
    return packed.length;
  } finally {
    await client.end();
  }
}

/** Makes an empty database the one of the earlier release, by its own migrations; answers what is known about it. */
export async function loadOldDatabase(url: string): Promise<OldDatabase> {
  const old = kept.parse(JSON.parse(brotliDecompressSync(readFileSync(file)).toString()));
  await migrate({ url, only: old.migrations.map(({ name }) => name), log: () => {} });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    const nothing = {
      created_at: '',
      release: '',
      postgres: '',
      queue_schema: 0,
      secret_key: null,
      files: [],
      missing: [],
    };
    await fillTables(client, {
      manifest: { ...nothing, migrations: [], entries: [], tables: old.tables, sequences: old.sequences },
      id: '',
      verify: () => Promise.resolve(),
      read: (name) => Promise.resolve(Readable.from([gzipSync(old.rows[name] ?? '', { level: 1 })])),
    });
    // the history as that release kept it: by number
    await client.query('DROP TABLE schema_migrations');
    await client.query(`CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL,
      checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    for (const { version, name, checksum } of old.migrations)
      await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
        version,
        name,
        checksum,
      ]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  return old;
}
