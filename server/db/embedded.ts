import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, realpathSync, renameSync, statfsSync, statSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import { SERVER_ENV, ensureCluster } from './embedded-cluster.ts';
import { type Place, SYSTEM_DIR, findPlace, recordInstance, socketFolder } from './embedded-place.ts';
import { isAlive, isServerOf, readLockFile, removeStaleLock, waitForEnd } from './embedded-process.ts';
import { Refusal, systemCode } from './refusal.ts';

type Log = (sentence: string) => void;

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** False only for tests: without fsync a power cut may cost data. */
  durable?: boolean;
  /** Where data and programs go when root's own folders are closed to the database's account. */
  systemDir?: string;
};

/** A running embedded PostgreSQL. Several processes may hold it; the last one to stop ends it. */
export type Embedded = {
  url(database: string): string;
  /** The server was already running, left over by a killed process or held by another one. */
  adopted: boolean;
  /** Process number of the PostgreSQL server. */
  pid: number;
  hasDatabase(name: string): Promise<boolean>;
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Settles when the server ends without `stop()`. */
  lost: Promise<void>;
  /** Ends the server, unless another process holds it. `immediate` skips the checkpoint: the next start recovers. */
  stop(options?: { immediate?: boolean }): Promise<void>;
};

// The folder belongs to the database's account: root must not be led elsewhere by a link in it.
const LOG_FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
const START_LIMIT = 120_000; // recovery after a crash may take long
const HOLD = 7_305_711; // the advisory lock that every holder of the server shares

/** Starts the PostgreSQL of the npm package under DATA_DIR, or joins the one that already runs there. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, durable = true, systemDir = SYSTEM_DIR } = options;
  let place = findPlace({ dataDir: options.dataDir, systemDir });
  const binaries = await findBinaries({ account: place.account, systemDir, log });
  const { created } = await ensureCluster(place, binaries, durable);
  if (place.newInstance) {
    place = claimInstance(place, place.newInstance, { dataDir: options.dataDir, systemDir });
    log(
      `PostgreSQL must not run as root and its account cannot reach ${options.dataDir}, so the database is in ${place.home}.`,
    );
  } else if (created) log(`Created the database in ${place.home}.`);
  place = { ...place, data: realpathSync(place.data) };
  const { keeper, pid, socketDir, adopted } = await joinOrStart(place, binaries, durable);
  if (adopted) log('Joined the PostgreSQL that was already running.');
  return holding({ place, keeper, pid, socketDir, adopted, log });
}

function claimInstance(place: Place, id: string, where: { dataDir: string; systemDir: string }): Place {
  try {
    recordInstance(where.dataDir, id);
    return place;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return findPlace(where); // another start was quicker
    throw error;
  }
}

type Joined = { keeper: pg.Client; pid: number; socketDir: string };

async function joinOrStart(place: Place, binaries: Binaries, durable: boolean): Promise<Joined & { adopted: boolean }> {
  const deadline = performance.now() + START_LIMIT;
  let problem = '';
  while (performance.now() < deadline) {
    const running = await joinServer(place, deadline);
    if (running) return { ...running, adopted: true };
    removeStaleLock(place.data);
    const server = launch(place, binaries, durable);
    const joined = await joinServer(place, deadline, server.pid);
    if (joined) return { ...joined, adopted: joined.pid !== server.pid };
    problem = server.said();
    // Another start won the race, or processes of a killed server still finish: both settle by themselves.
    if (!/lock file .* already exists|pre-existing shared memory block/s.test(problem)) break;
    await sleep(50);
  }
  throw new Refusal(
    `The embedded PostgreSQL did not start. ${fullDisk(place.data)}It said: ${problem || 'nothing'} (its log: ${place.logFile}). Set DATABASE_URL to use a PostgreSQL server instead.`,
  );
}

/** Less than one segment of its write-ahead log (16 MB) is no room to start in. */
const leastFree = 16 * 1024 * 1024;

/** A sentence where the disk is full: the server's log is on the same disk, and may end before it says so. */
function fullDisk(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < leastFree ? 'No space left on device: remove files or enlarge the disk. ' : '';
}

/** Connects as soon as the server of this cluster answers; undefined when there is none (any more). */
async function joinServer(place: Place, deadline: number, expected?: number): Promise<Joined | undefined> {
  while (performance.now() < deadline) {
    const lock = readLockFile(place.data);
    if (lock?.socketDir) {
      const keeper = await hold(lock.socketDir, place.data);
      if (keeper) return { keeper, pid: lock.pid, socketDir: lock.socketDir };
    }
    const awaited = expected ?? lock?.pid;
    const coming = expected ? isAlive(expected) : lock !== undefined && isServerOf(lock.pid, place.data);
    if (!awaited || !coming) return undefined;
    await sleep(5);
  }
  return undefined;
}

async function hold(socketDir: string, data: string): Promise<pg.Client | undefined> {
  const keeper = new pg.Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    application_name: 'tradewind',
    connectionTimeoutMillis: 5_000,
  });
  keeper.on('error', () => {}); // `lost` tells; while connecting the rejection does
  try {
    await keeper.connect();
    const shown = await keeper.query<{ data_directory: string }>('show data_directory');
    if (shown.rows[0]?.data_directory !== data) throw new Error('another cluster answers on this socket');
    // Waits while another holder is ending the server, and fails when it has.
    await keeper.query('select pg_advisory_lock_shared($1)', [HOLD]);
    return keeper;
  } catch {
    await keeper.end().catch(() => {});
    return undefined;
  }
}

function launch(place: Place, binaries: Binaries, durable: boolean): { pid: number; said: () => string } {
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketFolder(place).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    // A first import fills empty tables within seconds; until they are analyzed, the planner knows nothing of their sizes.
    autovacuum_naptime: durable ? '15s' : '1min',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = keepLogShort(place.logFile);
  const output = openSync(place.logFile, LOG_FLAGS, 0o600);
  // A session of its own: Ctrl-C in the terminal must reach our processes first and the database last.
  const server = spawn(binaries.postgres, ['-D', place.data, ...args], {
    ...place.account,
    cwd: '/',
    env: SERVER_ENV,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let failure = '';
  server.on('error', (error) => {
    failure = error.message;
  });
  server.unref();
  const said = () => failure || readFileSync(place.logFile).subarray(start).toString('utf8').trim().slice(-2_000);
  return { pid: server.pid ?? -1, said };
}

/** The log's length; beyond 10 MB it first becomes `server.log.1`. */
function keepLogShort(file: string): number {
  try {
    const { size } = statSync(file);
    if (size < 10_000_000) return size;
    renameSync(file, `${file}.1`);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  return 0;
}

function holding(held: Joined & { place: Place; adopted: boolean; log: Log }): Embedded {
  const { place, keeper, pid, socketDir, adopted, log } = held;
  let stopping: Promise<void> | undefined;
  const lost = new Promise<void>((resolve) => {
    keeper.once('end', () => {
      if (!stopping) resolve();
    });
  });
  const url = (database: string) =>
    `postgres://postgres@/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}&port=5432`;
  return {
    url,
    adopted,
    pid,
    lost,
    async hasDatabase(name) {
      const found = await keeper.query('select 1 from pg_database where datname = $1', [name]);
      return found.rowCount === 1;
    },
    async createDatabase(name, template = 'template1') {
      await keeper.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`);
    },
    async dropDatabase(name) {
      await keeper.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    },
    stop({ immediate = false } = {}) {
      stopping ??= endServer({ place, keeper, pid, socketDir, log, immediate });
      return stopping;
    },
  };
}

async function endServer(held: {
  place: Place;
  keeper: pg.Client;
  pid: number;
  socketDir: string;
  log: Log;
  immediate: boolean;
}): Promise<void> {
  const { place, keeper, pid, socketDir, log, immediate } = held;
  const alone = await isLastHolder(keeper);
  if (alone && isServerOf(pid, place.data)) {
    process.kill(pid, immediate ? 'SIGQUIT' : 'SIGINT'); // PostgreSQL's immediate and fast shutdown
    if (!(await waitForEnd(pid, 30_000))) {
      process.kill(pid, 'SIGQUIT');
      await waitForEnd(pid, 10_000);
    }
    if (!socketDir.startsWith(place.home)) await rmdir(socketDir).catch(() => {}); // the short one under /tmp
  } else if (isAlive(pid)) log('PostgreSQL keeps running: another process uses it.');
  await keeper.end().catch(() => {});
}

async function isLastHolder(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [HOLD]);
    const tried = await keeper.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [HOLD]);
    return tried.rows[0]?.alone === true;
  } catch {
    return true; // the connection is gone: what is left of the server may end
  }
}
