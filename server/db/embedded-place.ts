import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, canEnter, isRoot, ownAccount } from './embedded-account.ts';
import { readLockFile } from './embedded-process.ts';
import { Refusal, systemCode } from './refusal.ts';

/** Where one instance's database lives. `account` runs it; undefined = ourselves. */
export type Place = {
  /** Holds the cluster, the socket folder and the server's log. */
  home: string;
  data: string;
  logFile: string;
  account: Account | undefined;
  /** Set when the home is outside DATA_DIR and DATA_DIR/instance does not say so yet. */
  newInstance: string | undefined;
};

/** Where data goes when the unprivileged account cannot reach DATA_DIR (P40). */
export const SYSTEM_DIR = '/var/lib/tradewind';

/** Whether an embedded database was already made for this DATA_DIR, here or under the system folder. */
export function embeddedExists(dataDir: string): boolean {
  return existsSync(join(dataDir, 'instance')) || existsSync(join(dataDir, 'postgres', 'data'));
}

/** The folder of this DATA_DIR's embedded database, if it runs and `url` leads to its socket; undefined for other servers. */
export function databaseFolder(dataDir: string, url: string, systemDir = SYSTEM_DIR): string | undefined {
  const host = /[?&]host=([^&]+)/.exec(url)?.[1];
  if (!host || !embeddedExists(dataDir)) return undefined;
  const instance = readInstance(dataDir);
  const home = instance ? instanceHome(systemDir, instance) : join(realpathSync(dataDir), 'postgres');
  return readLockFile(join(home, 'data'))?.socketDir === decodeURIComponent(host) ? home : undefined;
}

/** Decides where the database of this DATA_DIR is or will be, and which account runs it. */
export function findPlace(options: { dataDir: string; systemDir: string }): Place {
  // Others may pass through root's DATA_DIR (the database's account must), but not list it.
  mkdirSync(options.dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const instance = readInstance(dataDir);
  if (instance) return existingPlace(instanceHome(options.systemDir, instance), dataDir);
  const inside = join(dataDir, 'postgres');
  if (existsSync(join(inside, 'data'))) return existingPlace(inside, dataDir);
  if (!isRoot()) return placeAt(makeFolder(inside, undefined), undefined);
  const account = ownAccount(dataDir);
  if (canEnter(dataDir, account) && canGive(inside, account)) return placeAt(inside, account);
  const id = randomBytes(8).toString('hex');
  const home = instanceHome(options.systemDir, id);
  if (!canGive(home, account)) {
    throw new Refusal(
      `PostgreSQL must not run as root, and ${home} cannot be given to another account. Start Tradewind as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  return { ...placeAt(home, account), newInstance: id };
}

/** Writes DATA_DIR/instance, once the database it names is complete. Throws when another start wrote one first. */
export function recordInstance(dataDir: string, id: string): void {
  const file = join(dataDir, 'instance');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${id}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file); // unlike rename, this never replaces another start's id
  } finally {
    rmSync(draft);
  }
}

function readInstance(dataDir: string): string | undefined {
  const file = join(dataDir, 'instance');
  if (!existsSync(file)) return undefined;
  const id = readFileSync(file, 'utf8').trim();
  if (/^[0-9a-f]{16}$/.test(id)) return id;
  throw new Refusal(
    `${file} does not hold an instance id. Restore it from a backup; the database belongs to the id it named.`,
  );
}

function instanceHome(systemDir: string, id: string): string {
  return join(systemDir, id, 'postgres');
}

function existingPlace(home: string, dataDir: string): Place {
  const data = join(home, 'data');
  let owner: Account;
  try {
    owner = statSync(data);
  } catch (error) {
    if (systemCode(error) === 'EACCES') throw foreign(home, 'another account');
    throw new Refusal(
      `${join(dataDir, 'instance')} says that the database is in ${home}, but ${data} is missing. Restore that folder from a backup, or remove ${dataDir} to begin with an empty database.`,
    );
  }
  const account = { uid: owner.uid, gid: owner.gid };
  if (!isRoot()) {
    if (owner.uid !== process.getuid?.()) throw foreign(home, `account ${owner.uid}`);
    return placeAt(home, undefined);
  }
  if (owner.uid === 0)
    throw new Refusal(
      `${data} belongs to root, under which PostgreSQL refuses to run. Give it back to the account it had.`,
    );
  if (!canEnter(home, account)) {
    throw new Refusal(
      `PostgreSQL runs as account ${account.uid}, which can no longer reach ${home}. Open the folders above it with "chmod o+x".`,
    );
  }
  return placeAt(home, account);
}

function foreign(home: string, owner: string): Refusal {
  return new Refusal(
    `The database in ${home} belongs to ${owner}. Start Tradewind as that account or as root, or set another DATA_DIR.`,
  );
}

function placeAt(home: string, account: Account | undefined): Place {
  return { home, data: join(home, 'data'), logFile: join(home, 'server.log'), account, newInstance: undefined };
}

function makeFolder(path: string, account: Account | undefined): string {
  mkdirSync(path, { recursive: true, mode: 0o711 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

function canGive(path: string, account: Account): boolean {
  try {
    makeFolder(path, account);
    return canEnter(path, account);
  } catch (error) {
    // Folders mapped into a container or from a network often cannot change owner.
    if (['EPERM', 'EINVAL', 'EACCES', 'EROFS'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

const PORT = 5432;
// The kernel's limit for a socket's path, without the closing zero.
const LONGEST_SOCKET = process.platform === 'darwin' ? 103 : 107;

/** A folder for the socket that only the database's account (and root) can enter, short enough for the kernel. */
export function socketFolder(place: Place, shortDir = '/tmp'): string {
  const inside = join(place.home, 'socket');
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET)
    return privateFolder(inside, place.account) ?? inside;
  const name = `tradewind-${createHash('sha256').update(place.home).digest('hex').slice(0, 16)}`;
  const short = privateFolder(join(shortDir, name), place.account);
  if (short) return short;
  // Someone else made a folder of that name: use one that nobody could foresee. The lock file remembers it.
  const made = mkdtempSync(join(shortDir, 'tradewind-'));
  return privateFolder(made, place.account) ?? made;
}

function privateFolder(path: string, account: Account | undefined): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  const owner = account?.uid ?? process.getuid?.();
  if (account && found.uid === 0 && found.isDirectory()) chownSync(path, account.uid, account.gid);
  else if (found.uid !== owner || !found.isDirectory()) return undefined;
  return (found.mode & 0o077) === 0 ? path : undefined;
}
