import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, readLockFile, waitForEnd } from '#server/db/embedded-process.ts';
import { createEmptyDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';

// The launcher with small stand-ins for the three entries: they note what they were given and stay until they are told to go.
const root = fileURLToPath(new URL('..', import.meta.url));
const stay = `
import { appendFileSync } from 'node:fs';
const note = (word) => appendFileSync(process.env.NOTES, JSON.stringify({ name: NAME, word, pid: process.pid, env: process.env }) + '\\n');
note('start');
process.on('SIGTERM', () => { note('asked'); process.exit(0); });
process.on('disconnect', () => process.exit(0));
const { createServer } = await import('node:net');
createServer().listen(Number(NAME === 'portal' ? process.env.PORT : process.env.SANDBOX_PORT), '127.0.0.1', () => process.send({ ready: true }));
`;
const seed = `
import pg from ${JSON.stringify(fileURLToPath(import.meta.resolve('pg')))};
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
if (process.env.SEED_FAILS) process.exit(3);
await client.query("insert into users (id, kind, email, username) values (gen_random_uuid(), 'merchant', 'a@example.com', 'owner')");
await client.end();
process.send({ ready: true, logins: [{ name: 'Owner', email: 'a@example.com', password: 'secret' }] });
process.disconnect();
`;

type Launched = {
  process: ChildProcess;
  output: () => string;
  message: Promise<Record<string, unknown>>;
  ended: Promise<number | null>;
};
type Note = { name: string; word: string; pid: number; env: Record<string, string> };

let folder: string;
let dataDir: string;
let port: number;
const launched: Launched[] = [];

function start(env: Record<string, string> = {}): Launched {
  const entries = {
    portal: join(folder, 'portal.mts'),
    sandbox: join(folder, 'sandbox.mts'),
    demo: join(folder, 'demo.mts'),
  };
  const code = `import(${JSON.stringify(join(root, 'scripts/launch.ts'))}).then(({ launch }) => launch({ root: ${JSON.stringify(root)}, dev: false, built: Promise.resolve(), entries: ${JSON.stringify(entries)} }))`;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), NOTES: join(folder, 'notes'), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += String(data)));
  child.stderr?.on('data', (data) => (output += String(data)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const message = new Promise<Record<string, unknown>>((resolve, reject) => {
    child.once('message', (body) => resolve(body as Record<string, unknown>)); // the launcher sends only objects
    void ended.then(() => reject(new Error(`The launcher ended: ${output}`)));
  });
  message.catch(() => {});
  const result = { process: child, output: () => output, message, ended };
  launched.push(result);
  return result;
}

function notes(): Note[] {
  const file = join(folder, 'notes');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Note); // written by the stand-ins above
}

const database = () => readLockFile(join(dataDir, 'postgres', 'data'));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'launch-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'var');
  port = await freePort();
  writeFileSync(join(folder, 'portal.mts'), `const NAME = 'portal';${stay}`);
  writeFileSync(join(folder, 'sandbox.mts'), `const NAME = 'sandbox';${stay}`);
  writeFileSync(join(folder, 'demo.mts'), seed);
});

afterEach(async () => {
  for (const one of launched.splice(0)) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  const left = database();
  if (left && isAlive(left.pid)) {
    process.kill(left.pid, 'SIGINT');
    await waitForEnd(left.pid, 30_000);
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('the launcher', { timeout: 120_000 }, () => {
  it('starts everything, fills an empty database once, keeps its secrets, and ends in order on one Ctrl-C', async () => {
    const first = start();
    const reported = await first.message;
    expect(reported).toMatchObject({
      ready: true,
      url: `http://localhost:${port}`,
      logins: [{ email: 'a@example.com' }],
    });
    expect(first.output()).toMatch(/Tradewind is ready: http:\/\/localhost:\d+/);
    expect(first.output()).toMatch(/Owner {2}a@example\.com {2}secret/);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
    const [portal, sandbox] = ['portal', 'sandbox'].map((name) => notes().find((note) => note.name === name)?.env);
    expect(portal?.SHOPIFY_CLIENT_SECRET).toBe(sandbox?.SANDBOX_APP_SECRET);
    expect(portal?.STRIPE_WEBHOOK_SECRET).toBe(sandbox?.SANDBOX_STRIPE_WEBHOOK_SECRET);
    expect(portal?.SHOPIFY_SHOP_URL).toBe(`http://127.0.0.1:${sandbox?.SANDBOX_PORT}/{shop}`);
    expect(Buffer.from(portal?.SECRET_KEY ?? '', 'base64')).toHaveLength(32);
    first.process.kill('SIGINT');
    first.process.kill('SIGINT'); // as npm does
    expect(await first.ended).toBe(0);
    expect(notes().filter((note) => note.word === 'asked')).toHaveLength(2);
    expect(database()).toBeUndefined();

    const second = start();
    expect(await second.message).toMatchObject({ logins: [{ email: 'a@example.com' }] });
    expect(second.output()).not.toContain('Filling');
    expect(notes().findLast((note) => note.name === 'portal')?.env.SECRET_KEY).toBe(portal?.SECRET_KEY);
  });

  it('names a missing setting before it looks for the database or starts anything', async () => {
    const refused = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/SECRET_KEY: must be 32 random bytes in base64/);
    expect(refused.output()).not.toMatch(/Invalid input|isn’t responding|at .*\.ts:/);
    expect(notes()).toEqual([]);
    expect(database()).toBeUndefined();
  });

  it('takes its processes along when it is killed, and the next start joins the database', async () => {
    const first = start({ DEMO: '0' });
    await first.message;
    const server = database()?.pid ?? 0;
    first.process.kill('SIGKILL');
    for (const note of notes()) expect(await waitForEnd(note.pid, 30_000)).toBe(true);
    expect(isAlive(server)).toBe(true);
    const second = start({ DEMO: '0' });
    await second.message;
    expect(second.output()).toContain('Joined the PostgreSQL that was already running');
    expect(database()?.pid).toBe(server);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(isAlive(server)).toBe(false);
  });

  it('starts the database again when only that is killed', async () => {
    const one = start({ DEMO: '0' });
    await one.message;
    const server = database()?.pid ?? 0;
    process.kill(server, 'SIGKILL');
    await expect
      .poll(() => database()?.status === 'ready' && database()?.pid !== server, { timeout: 60_000 })
      .toBe(true);
    expect(one.output()).toContain('starting it again');
    one.process.kill('SIGINT');
    expect(await one.ended).toBe(0);
    expect(database()).toBeUndefined();
  });

  it('begins the demo workspace again after an interrupted one', async () => {
    const first = start({ SEED_FAILS: '1' });
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain('The demo workspace ended before it was ready (exit code 3)');
    const second = start();
    await second.message;
    expect(second.output()).toContain('left unfinished by a former start');
  });

  it('refuses a database of the user’s own whose demo workspace was left unfinished', async () => {
    const own = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    await client.query(
      "DO $$BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(), 'demo workspace: unfinished'); END$$",
    );
    await client.end();
    const one = start({ DATABASE_URL: own.url, DEMO: '1' });
    expect(await one.ended).toBe(1);
    expect(one.output()).toContain('left the demo workspace in the database of DATABASE_URL unfinished');
    await own.drop();
  });

  it('ends everything when one of its processes dies', async () => {
    const one = start({ DEMO: '0' });
    await one.message;
    process.kill(notes().find((note) => note.name === 'sandbox')?.pid ?? 0, 'SIGKILL');
    expect(await one.ended).toBe(1);
    expect(one.output()).toContain('The sandbox ended unexpectedly (SIGKILL)');
    expect(database()).toBeUndefined();
  });

  it('refuses, in a sentence, a taken port, missing secrets and a demo in production', async () => {
    const first = start({ DEMO: '0' });
    await first.message;
    const blocked = start({ DEMO: '0' });
    expect(await blocked.ended).toBe(1);
    expect(blocked.output()).toMatch(/^Port \d+ is taken by another program\. Stop that program/);
    first.process.kill('SIGINT');
    await first.ended;
    rmSync(join(dataDir, 'secrets.json'));
    const unsealed = start({ DEMO: '0' });
    expect(await unsealed.ended).toBe(1);
    expect(unsealed.output()).toMatch(/secrets\.json is missing: the tokens in the database could not be read/);
    const production = start({ DEMO: '1', NODE_ENV: 'production' });
    expect(await production.ended).toBe(1);
    expect(production.output()).toContain('DEMO=1 is refused when NODE_ENV=production');
    const bare = start({ NODE_ENV: 'production', DATA_DIR: join(folder, 'never') });
    expect(await bare.ended).toBe(1);
    expect(bare.output()).toMatch(/DATABASE_URL: must be set in production\n {2}PUBLIC_URL: must be set in production/);
    expect(existsSync(join(folder, 'never', 'postgres'))).toBe(false); // L2: nothing was begun
  });
});
