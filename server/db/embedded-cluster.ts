import { type SpawnOptions, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, initdbAccount } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import type { Place } from './embedded-place.ts';
import { isAlive } from './embedded-process.ts';
import { Refusal, systemCode } from './refusal.ts';

/** Nothing of our environment reaches the server: PGDATA, LD_PRELOAD or a locale would change what it does. */
export const SERVER_ENV: SpawnOptions['env'] = { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

const FRESH = /^new-(\d+)-/;

/** Makes the cluster if there is none. It is built beside its place and moved there whole, so a crash leaves nothing half made. */
export async function ensureCluster(place: Place, binaries: Binaries, durable: boolean): Promise<{ created: boolean }> {
  sweepUnfinished(place.home);
  if (existsSync(place.data)) {
    checkVersion(place.data);
    return { created: false };
  }
  const fresh = join(place.home, `new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const maker = place.account && initdbAccount();
  if (maker) chownSync(place.home, maker.uid, maker.gid);
  await runInitdb(binaries.initdb, fresh, maker, durable);
  if (place.account) {
    giveAway(fresh, place.account);
    chownSync(place.home, place.account.uid, place.account.gid);
  }
  try {
    renameSync(fresh, place.data);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error;
    rmSync(fresh, { recursive: true, force: true }); // another start was quicker
    return { created: false };
  }
  return { created: true };
}

async function runInitdb(
  initdb: string,
  folder: string,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  // The builtin C.UTF-8 sorts alike on every machine and knows upper and lower case of all languages.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // Trust is safe: the socket lies in a folder that only the database's account can enter.
  const access = ['--username=postgres', '--auth-local=trust', '--auth-host=reject'];
  const args = [`--pgdata=${folder}`, ...locale, ...access, ...(durable ? [] : ['--no-sync'])];
  try {
    await promisify(execFile)(initdb, args, { ...account, cwd: '/', env: SERVER_ENV });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Refusal(
      `The embedded database could not be created in ${folder}: ${said} Set DATABASE_URL to use a PostgreSQL server instead.`,
    );
  }
}

function giveAway(folder: string, account: Account): void {
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}

function sweepUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const maker = FRESH.exec(name)?.[1];
    // A fresh one belongs to a start that is still at work, maybe this very process.
    if (maker && !isAlive(Number(maker))) rmSync(join(home, name), { recursive: true, force: true });
  }
}

// The npm package is pinned; its major version changes only together with this number and a way to move the data.
const MAJOR = '18';

function checkVersion(data: string): void {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR) return;
  throw new Refusal(
    `The database in ${data} was made by PostgreSQL ${version}, but this release carries ${MAJOR}. Make a backup with the release that made it (npm run backup), and restore it with this one into an empty DATA_DIR.`,
  );
}
