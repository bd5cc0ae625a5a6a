import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { loginName } from '#server/db/app-login.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { isAlive, isServerOf, readLockFile } from '#server/db/embedded-process.ts';
import { migrate } from '#server/db/migrate.ts';
import { groupRoles } from '#server/db/roles.ts';
import { scratchFolder } from './scratch-folder.ts';

/** A PostgreSQL for tests; plain data, so that it can travel to other processes. */
export type TestServer = {
  /** Connection string of the maintenance database, as an administrator: creates and drops databases and logins. */
  adminUrl: string;
  /** The same as the owner of the databases, who is no superuser, as a deployment has it. */
  ownerUrl: string;
  /** The same as the login of calls and jobs, which owns nothing. */
  appUrl: string;
  /** A migrated database to copy. */
  template: string;
  /** Begins the name of each database of this run. */
  prefix: string;
};

const NAME = /^tradewind_test_(\d+)_[0-9a-f]{6}_/;

const OWNER = 'tradewind_test_owner';
const APP = 'tradewind_test_calls';

/** Starts the shared test server (or uses TEST_DATABASE_URL's) and migrates one template database as its owner. */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const external = process.env.TEST_DATABASE_URL || undefined;
  const prefix = `tradewind_test_${process.pid}_${randomBytes(3).toString('hex')}_`;
  const embedded = external ? undefined : await startShared();
  const adminUrl = external ?? embedded?.url('postgres') ?? '';
  const password = createHash('sha256').update(adminUrl).digest('hex');
  const ownerUrl = loginUrl(adminUrl, OWNER, password);
  const server = {
    adminUrl,
    ownerUrl,
    appUrl: loginUrl(adminUrl, APP, password),
    template: `${prefix}template`,
    prefix,
  };
  // Only this machine's process numbers tell which runs are over.
  await dropDatabases(adminUrl, (name) => {
    const pid = Number(NAME.exec(name)?.[1]);
    return !external && pid > 0 && !isAlive(pid);
  });
  try {
    await ensureOwner(adminUrl, password);
    await createOn(adminUrl, server.template);
    await migrate({ url: databaseUrl(ownerUrl, server.template), log: () => {} });
    await ensureLogin(adminUrl, APP, `NOINHERIT PASSWORD '${password}'`);
    await onServer(adminUrl, `grant ${groupRoles.join(', ')} to ${APP}`);
  } catch (error) {
    await embedded?.stop(); // a running child would keep the process from ending with the error
    throw error;
  }
  return {
    ...server,
    async stop() {
      await dropDatabases(adminUrl, (name) => name.startsWith(prefix));
      await embedded?.stop();
    },
  };
}

/** One cluster per checkout: kept between runs, shared by runs at the same time, adopted after a killed run. */
async function startShared() {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 12);
  const dataDir = join(scratchFolder, `tradewind-test-${process.getuid?.() ?? 0}-${checkout}`);
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
  const start = () =>
    startEmbedded({ dataDir, log: () => {}, durable: false, systemDir: join(scratchFolder, 'tradewind-test-system') });
  try {
    return await start();
  } catch (error) {
    const data = join(dataDir, 'postgres', 'data');
    const lock = readLockFile(data);
    if (lock && isServerOf(lock.pid, data)) throw error; // another run is using it
    rmSync(dataDir, { recursive: true, force: true }); // written without fsync, so a power cut may have broken it
    return await start();
  }
}

/** The login that OPERATING.md describes. Roles that an administrator made before are its own to give. */
async function ensureOwner(adminUrl: string, password: string): Promise<void> {
  await ensureLogin(adminUrl, OWNER, `CREATEROLE PASSWORD '${password}'`);
  const made = await onServer(
    adminUrl,
    `select rolname from pg_roles where rolname in ('${groupRoles.join("', '")}')
     and not exists (select from pg_auth_members m where m.roleid = pg_roles.oid and m.member = '${OWNER}'::regrole and m.admin_option)`,
  );
  for (const { rolname } of made) await onServer(adminUrl, `grant ${String(rolname)} to ${OWNER} with admin option`);
}

/** Runs that start together on one server create the same login. */
async function ensureLogin(adminUrl: string, name: string, attributes: string): Promise<void> {
  await onServer(
    adminUrl,
    `do $$ begin create role ${name} login ${attributes}; exception when duplicate_object or unique_violation then null; end $$`,
  );
}

/** Creates a database that belongs to a login, empty or as a copy of `template`. */
export async function createOn(
  adminUrl: string,
  name: string,
  { template = 'template1', owner = OWNER }: { template?: string; owner?: string } = {},
): Promise<void> {
  const [id, source] = [pg.escapeIdentifier(name), pg.escapeIdentifier(template)];
  await onServer(adminUrl, `create database ${id} template ${source} owner ${pg.escapeIdentifier(owner)}`);
}

/** Drops a database with the login that a portal made for it, and ends what is still connected. */
export async function dropOn(adminUrl: string, name: string): Promise<void> {
  await onServer(
    adminUrl,
    `drop database if exists ${pg.escapeIdentifier(name)} with (force)`,
    `drop role if exists ${pg.escapeIdentifier(loginName(name))}`,
  );
}

/** The connection string of another database of the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  return adminUrl.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${encodeURIComponent(name)}`);
}

/** The same server and database under another login. */
export function loginUrl(url: string, user: string, password: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}user=${encodeURIComponent(user)}&password=${encodeURIComponent(password)}`;
}

async function dropDatabases(adminUrl: string, isOurs: (name: string) => boolean): Promise<void> {
  const rows = await onServer(adminUrl, 'select datname from pg_database');
  for (const row of rows) {
    const name = String(row.datname);
    if (isOurs(name)) await dropOn(adminUrl, name);
  }
}

/** Runs statements one by one; answers the rows of the first. */
export async function onServer(
  adminUrl: string,
  sql: string,
  ...more: readonly string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    for (const next of more) await client.query(next);
    return rows;
  } finally {
    await client.end();
  }
}
