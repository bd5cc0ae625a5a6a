import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { Refusal } from './refusal.ts';
import { ensureRoles, groupRoles } from './roles.ts';
import { checkServer, sayNoConnection } from './server-checks.ts';

export type MigrateOptions = {
  /** The owner's connection string. */
  url: string;
  log: (sentence: string) => void;
  /** Folder of `NNNN_name.sql` files; the portal's own by default. */
  folder?: string;
  /** Runs only the first so many files, for a restore, which goes on with the rest when the rows are there. */
  first?: number;
  /** Also keeps the job queue's schema `graphile_worker` current, before our files: they refer to it. */
  jobQueue?: boolean;
  /** Connections that this process will need at most, compared with what the server allows. */
  connections?: number;
};

type Migration = { version: number; name: string; checksum: string; sql: string };

/** Where the portal's own migrations are. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const LOCK = 7_305_712;

/** Brings a database to this release's schema, one process at a time. Returns the names of the files that ran. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, log, folder = MIGRATIONS, jobQueue = true } = options;
  const files = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'tradewind migrate' });
  client.on('error', () => {}); // the query that is running reports it
  await client.connect().catch((error: unknown) => {
    throw sayNoConnection(error, 'DATABASE_URL') ?? error;
  });
  try {
    const isPortal = folder === MIGRATIONS;
    await checkServer(client, { connections: options.connections, roles: isPortal ? groupRoles : [] });
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (options.first === undefined) await refuseUnfinishedRestore(client);
    if (isPortal) await ensureRoles(client);
    if (jobQueue) await migrateJobQueue(url);
    await client.query(
      `create table if not exists public.schema_migrations (
				version integer primary key, name text not null, checksum text not null,
				applied_at timestamptz not null default now())`,
    );
    const pending = (await findPending(client, files)).filter(({ version }) => version <= (options.first ?? Infinity));
    for (const file of pending) {
      await apply(client, file);
      log(`Migrated the database: ${file.name}.`);
    }
    return pending.map((file) => file.name);
  } finally {
    await client.end(); // also lets the lock go
  }
}

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const found = await client.query<{ unfinished: boolean }>(
    "select to_regclass('public.restore_unfinished') is not null as unfinished",
  );
  if (found.rows[0]?.unfinished)
    throw new Refusal(
      'A restore into this database was not finished. Run "npm run restore" again with the same backup; nothing is lost.',
    );
}

async function migrateJobQueue(url: string): Promise<void> {
  const quiet = new Logger(() => () => {});
  await runMigrations({ connectionString: url, schema: 'graphile_worker', logger: quiet, maxPoolSize: 1 });
}

/** The migration files in order. Throws when a number is missing or used twice. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name, index) => {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (version !== index + 1) {
      const expected = String(index + 1).padStart(4, '0');
      throw new Refusal(
        `The migration ${name} is out of order: the next file in ${folder} must be ${expected}_name.sql, in lower case.`,
      );
    }
    const sql = readFileSync(join(folder, name), 'utf8');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function findPending(client: pg.Client, files: Migration[]): Promise<Migration[]> {
  const landed = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from public.schema_migrations order by version',
  );
  landed.rows.forEach((row, index) => {
    const file = files[row.version - 1];
    if (!file) {
      throw new Refusal(
        `The database has the migration ${row.name}, which this release does not know: it is older than the database. Start a newer release.`,
      );
    }
    if (row.version !== index + 1)
      throw new Refusal(`The database lacks migration ${index + 1} but has ${row.name}. Restore it from a backup.`);
    if (file.checksum !== row.checksum) {
      throw new Refusal(
        `The migration ${file.name} was changed after it had run on this database. Restore the file, and put the change into a new migration.`,
      );
    }
  });
  return files.slice(landed.rows.length);
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query('insert into public.schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      file.version,
      file.name,
      file.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (!(error instanceof pg.DatabaseError)) throw error;
    const hint = error.hint ? ` (${error.hint})` : '';
    throw new Refusal(
      `The migration ${file.name} failed${lineOf(file.sql, error.position)}: ${error.message}${hint}. Nothing of it was kept.`,
      { cause: error },
    );
  }
  await client.query('reset all'); // a file's plain SET must not reach the next one
}

function lineOf(sql: string, position: string | undefined): string {
  if (!position) return '';
  return ` at line ${sql.slice(0, Number(position)).split('\n').length}`;
}
