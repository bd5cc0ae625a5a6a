import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { databaseFolder } from './embedded-place.ts';
import { readLockFile, waitForEnd } from './embedded-process.ts';

const root = process.getuid?.() === 0;
let folder: string;
let systemDir: string;
const opened: Embedded[] = [];

async function start(dataDir: string): Promise<Embedded & { said: string[] }> {
  const said: string[] = [];
  const embedded = await startEmbedded({ dataDir, systemDir, log: (sentence) => said.push(sentence) });
  opened.push(embedded);
  return { ...embedded, said };
}

async function query(embedded: Embedded, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: embedded.url('shop') });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  expect(await waitForEnd(pid, 30_000)).toBe(true);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(folder, 0o755);
  systemDir = join(folder, 'system');
});

afterAll(async () => {
  for (const embedded of opened.toReversed()) await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the embedded database', { timeout: 120_000 }, () => {
  it('starts, is joined by a second start, and ends with its last holder', async () => {
    const dataDir = join(folder, 'first');
    const first = await start(dataDir);
    expect(first.adopted).toBe(false);
    await first.createDatabase('shop');
    await query(first, 'create table orders as select 1 as id');
    const second = await start(dataDir);
    expect(second.adopted).toBe(true);
    expect(second.pid).toBe(first.pid);
    await first.stop();
    expect(await query(second, 'select id from orders')).toEqual([{ id: 1 }]);
    await second.stop();
    expect(await waitForEnd(first.pid, 0)).toBe(true);
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  });

  it("is recognized by its address from a server of one's own", async () => {
    const dataDir = join(folder, 'told');
    const embedded = await start(dataDir);
    const { socketDir } = readLockFile(join(dataDir, 'postgres', 'data')) ?? { socketDir: '' };
    const own = 'postgres://shop@/shop?host=/var/run/postgresql';
    expect(databaseFolder(dataDir, embedded.url('shop'), systemDir)).toBe(join(dataDir, 'postgres'));
    expect(databaseFolder(dataDir, `${own}&application_name=${socketDir}`, systemDir)).toBeUndefined();
    expect(databaseFolder(join(folder, 'none'), own, systemDir)).toBeUndefined();
    await embedded.stop();
  });

  it('makes, copies and drops databases', async () => {
    const embedded = await start(join(folder, 'databases'));
    await embedded.createDatabase('pattern');
    await embedded.createDatabase('shop', 'pattern');
    expect(await embedded.hasDatabase('shop')).toBe(true);
    await embedded.dropDatabase('shop');
    await embedded.dropDatabase('shop');
    expect(await embedded.hasDatabase('shop')).toBe(false);
    await embedded.stop();
  });

  it('keeps every committed row when the server is killed', async () => {
    const dataDir = join(folder, 'killed');
    const first = await start(dataDir);
    await first.createDatabase('shop');
    await query(first, 'create table orders as select generate_series(1, 500) as id');
    await kill(first.pid);
    await first.lost;
    const second = await start(dataDir);
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second, 'select count(*)::int as n from orders')).toEqual([{ n: 500 }]);
    await second.stop();
  });

  it("starts although the lock file's number belongs to another process by now", async () => {
    const dataDir = join(folder, 'reused');
    const first = await start(dataDir);
    const data = join(dataDir, 'postgres', 'data');
    const left = readFileSync(join(data, 'postmaster.pid'), 'utf8');
    await first.stop();
    const other = spawn('sleep', ['60']);
    try {
      writeFileSync(join(data, 'postmaster.pid'), left.replace(/^\d+/, String(other.pid)));
      const second = await start(dataDir);
      expect(second.adopted).toBe(false);
      expect(readLockFile(data)?.pid).toBe(second.pid);
      await second.stop();
    } finally {
      other.kill();
    }
  });

  it('lets two starts at once share one new server', async () => {
    const dataDir = join(folder, 'race');
    const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
    expect(one.pid).toBe(two.pid);
    await Promise.all([one.stop(), two.stop()]);
    expect(await waitForEnd(one.pid, 30_000)).toBe(true);
  });

  it('sweeps what a crash during creation left behind', async () => {
    const dataDir = join(folder, 'crashed');
    const dead = spawn('true');
    await new Promise((resolve) => dead.once('exit', resolve));
    const half = join(dataDir, 'postgres', `new-${dead.pid}-abcdef01`);
    mkdirSync(half, { recursive: true });
    chmodSync(dataDir, 0o755);
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const embedded = await start(dataDir);
    expect(existsSync(half)).toBe(false);
    await embedded.stop();
  });

  it("finds a short folder for the socket when DATA_DIR's path is long", async () => {
    const embedded = await start(join(folder, 'long, "odd" and ünusual '.repeat(6)));
    expect(embedded.url('shop')).toContain(encodeURIComponent('/tmp/tradewind-'));
    await embedded.createDatabase('shop');
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    const used = new URLSearchParams(embedded.url('shop').split('?')[1]).get('host') ?? '';
    expect(existsSync(used)).toBe(false);
  });

  it('answers on no network port, only in a folder closed to others, and writes durably', async () => {
    const embedded = await start(join(folder, 'first'));
    const shown = await query(
      embedded,
      "select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes') order by 1",
    );
    expect(shown.map((row) => row.setting)).toEqual(['on', 'on', '', 'on']);
    const socketDir = new URLSearchParams(embedded.url('shop').split('?')[1]).get('host') ?? '';
    expect(statSync(socketDir).mode & 0o077).toBe(0);
    await embedded.stop();
  });

  it.runIf(root)('as root keeps the data under the system folder when DATA_DIR is below a closed one', async () => {
    const closed = join(folder, 'home');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'var');
    const first = await start(dataDir);
    const id = readFileSync(join(dataDir, 'instance'), 'utf8').trim();
    const data = join(systemDir, id, 'postgres', 'data');
    expect(first.said.join()).toContain(join(systemDir, id));
    expect(statSync(data).uid).not.toBe(0);
    await first.createDatabase('shop');
    await query(first, 'create table orders as select 7 as id');
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second, 'select id from orders')).toEqual([{ id: 7 }]);
    await second.stop();
    rmSync(join(systemDir, id), { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/is missing\. Restore that folder from a backup/);
    expect(readdirSync(systemDir)).toEqual([]);
  });
});
