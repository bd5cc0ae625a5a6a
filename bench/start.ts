import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '#server/db/embedded.ts';
import { freePort } from '#testing/free-port.ts';
import { buildWeb } from './build.ts';
import { timed } from './measure.ts';
import { ratio, type Table } from './table.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
type Row = (string | number)[];

/** Seconds from `npm start` to its ready line, into an empty folder and into a used one, beside the database alone. */
export async function start(): Promise<Table[]> {
  await buildWeb();
  const floor = await inFolder(async (folder) => ({
    cold: await databaseAlone(folder),
    warm: await databaseAlone(folder),
  }));
  const rows: Row[] = [
    ['PostgreSQL alone, new cluster', seconds(floor.cold), ''],
    ['PostgreSQL alone, there already', seconds(floor.warm), ''],
  ];
  for (const [name, demo] of [
    ['DEMO=0', '0'],
    ['demo workspace', '1'],
  ] as const) {
    rows.push(...(await inFolder((folder) => measure(name, demo, folder, floor))));
  }
  return [
    {
      title: 'npm start, seconds to ready',
      columns: ['', 'seconds', 'of PostgreSQL alone'],
      rows,
      notes: ['The web app is built and the packages are installed before.'],
    },
  ];
}

async function measure(
  name: string,
  demo: '0' | '1',
  folder: string,
  floor: { cold: number; warm: number },
): Promise<Row[]> {
  const env = { DATA_DIR: folder, PORT: String(await freePort()), ...(demo === '0' && { DEMO: '0' }) };
  const rows: Row[] = [];
  for (const [state, least] of [
    ['cold', floor.cold],
    ['warm', floor.warm],
  ] as const) {
    let ms = await untilReady(env);
    // The sources changed meanwhile: that start built the web app, which is not what is measured.
    if (ms === 'built') ms = await untilReady(env);
    if (typeof ms !== 'number') return [...rows, [`${name}, ${state}`, 'did not start', '']];
    rows.push([`${name}, ${state}`, seconds(ms), ratio(ms, least)]);
  }
  return rows;
}

/** Milliseconds until it told its starter that it is ready, or why that says nothing. */
async function untilReady(settings: Record<string, string>): Promise<number | 'built' | 'ended'> {
  const portal = await startPortal(settings);
  if (!portal) return 'ended';
  await portal.stop();
  return portal.built ? 'built' : portal.ms;
}

type StartedPortal = { ms: number; built: boolean; stop(): Promise<void> };

/** `npm start` until it told its starter that it is ready; null when it ended instead. `stop` ends it as Ctrl-C would. */
export async function startPortal(settings: Record<string, string>): Promise<StartedPortal | null> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings, LOG_LEVEL: 'error' };
  delete env.DATABASE_URL;
  const started = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let built = false;
  child.stdout?.on('data', (chunk: Buffer) => {
    built ||= chunk.includes('Building the web app');
  });
  const ended = once(child, 'exit');
  const isReady = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  const ms = performance.now() - started;
  if (!isReady) return null;
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { ms, built, stop };
}

async function databaseAlone(folder: string): Promise<number> {
  const { ms, answer } = await timed(() => startEmbedded({ dataDir: folder, log: () => {} }));
  await answer.stop();
  return ms;
}

/** Something under /tmp that the database's account can enter, and gone afterwards. */
export async function inFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-bench-'));
  chmodSync(folder, 0o711);
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(2);
