import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { createLog } from '#server/lib/log.ts';
import { createOwnerPool } from './client.ts';
import { migrationTime, numbered } from './migration-names.ts';
import { Refusal } from './refusal.ts';
import { ensureRoles, groupRoles } from './roles.ts';
import { checkServer, sayNoConnection } from './server-checks.ts';

export type MigrateOptions = {
  /** The owner's connection string. */
  url: string;
  log: (sentence: string) => void;
  /** Folder of `.sql` files named by `migrationTime` or by number; the portal's own by default. */
  folder?: string;
  /** Names of the only files to run, for a restore, which runs the others when the rows are there. */
  only?: readonly string[];
  /** Also keeps the job queue's schema `graphile_worker` current, before our files: they refer to it. */
  jobQueue?: boolean;
  /** Connections that this process will need at most, compared with what the server allows. */
  connections?: number;
};

type Migration = { name: string; checksum: string; sql: string };

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
    if (!options.only) await assertRestoreFinished(client);
    if (isPortal) await ensureRoles(client);
    if (jobQueue) await migrateJobQueue(url);
    await openHistory(client);
    const pending = (await findPending(client, files)).filter(({ name }) => options.only?.includes(name) ?? true);
    for (const file of pending) {
      await apply(client, file);
      log(`Migrated the database: ${file.name}.`);
    }
    return pending.map((file) => file.name);
  } finally {
    await client.end(); // also lets the lock go
  }
}

async function assertRestoreFinished(client: pg.Client): Promise<void> {
  const found = await client.query<{ unfinished: boolean }>(
    "select to_regclass('public.restore_unfinished') is not null as unfinished",
  );
  if (found.rows[0]?.unfinished)
    throw new Refusal(
      'A restore into this database was not finished. Run "npm run restore" again with the same backup; nothing is lost.',
    );
}

/** Keeps the queue's schema current; its connection has ended when this does. */
export async function migrateJobQueue(url: string): Promise<void> {
  const quiet = new Logger(() => () => {});
  const pool = createOwnerPool({ url, max: 1, log: createLog('silent') });
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger: quiet });
  } finally {
    // A pool says that it ended before its connection has; a server that stops in between would tell a connection nobody hears.
    const closed = new Promise<void>((resolve) => {
      if (pool.totalCount === 0) resolve();
      pool.once('remove', () => resolve());
    });
    await pool.end();
    await closed;
  }
}

/** The history of what ran, by name; releases that numbered their files kept it by number. */
async function openHistory(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists public.schema_migrations (
       version integer, name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const byNumber = await client.query(
    `select from pg_attribute where attrelid = 'public.schema_migrations'::regclass and attname = 'version' and attnotnull`,
  );
  if (byNumber.rowCount)
    await client.query(
      `alter table public.schema_migrations drop constraint schema_migrations_pkey, alter version drop not null,
         add primary key (name)`,
    );
}

/** The migration files in the sequence in which they run: the numbered ones, then by time. Throws at any other name. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name, index) => {
    if (!migrationTime(name) && Number(numbered.exec(name)?.[1]) !== index + 1)
      throw new Refusal(
        `${name} in ${folder} is not named like a migration: 20261123t1015_name.sql, by its time (UTC), in lower case.`,
      );
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * The files that have not run here. One may be older than the last that ran: it was written at the same time as that one
 * and came into the release later.
 */
async function findPending(client: pg.Client, files: Migration[]): Promise<Migration[]> {
  const history = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  );
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const row of history.rows) {
    const file = byName.get(row.name);
    if (!file) {
      throw new Refusal(
        `The database has the migration ${row.name}, which this release does not know: it is older than the database. Start a newer release.`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new Refusal(
        `The migration ${file.name} was changed after it had run on this database. Restore the file, and put the change into a new migration.`,
      );
    }
  }
  const applied = new Set(history.rows.map(({ name }) => name));
  const pending = files.filter(({ name }) => !applied.has(name));
  const lacking = pending.find(({ name }) => numbered.test(name) && history.rows.some((row) => row.name > name));
  if (lacking)
    throw new Refusal(`The database lacks migration ${lacking.name} but has later ones. Restore it from a backup.`);
  return pending;
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    // releases that number their migrations read `version`, to say that they are older than this database
    await client.query('insert into public.schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      numbered.exec(file.name)?.[1] ?? null,
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
