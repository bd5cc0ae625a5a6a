import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { openAppLogin } from './db/app-login.ts';
import { createDatabase, createPool, isDatabaseLost } from './db/client.ts';
import type { Embedded } from './db/embedded.ts';
import { keepEmbedded } from './db/embedded-kept.ts';
import { databaseFolder } from './db/embedded-place.ts';
import { migrate } from './db/migrate.ts';
import { connectionsOf, jobsAtOnce, startWorker } from './db/worker.ts';
import { awaitReady } from './http/health.ts';
import { appValues } from './lib/app-values.ts';
import { blobFolder } from './lib/blob-folder.ts';
import { systemClock } from './lib/clock.ts';
import { type Config, readConfig } from './lib/config.ts';
import { watchDisk } from './lib/disk-space.ts';
import { createLog } from './lib/log.ts';
import { createMailer } from './lib/mail.ts';
import { parsing } from './lib/parsing/parsing-pool.ts';

type Log = ReturnType<typeof createLog>;
type Closing = { name: string; close(): Promise<void> | void };

/** The database of this process: the one that DATABASE_URL names, or the embedded one under DATA_DIR (P40). */
async function openDatabase(config: Config, log: Log, closing: Closing[], state: DatabaseState): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL;
  let running: Promise<Embedded> | undefined;
  let ending = false;
  closing.push({
    name: 'embedded database',
    async close() {
      ending = true;
      await (await running?.catch(() => undefined))?.stop();
    },
  });
  const options = { dataDir: config.DATA_DIR, log: (sentence: string) => log.info({}, sentence) };
  const embedded = await keepEmbedded(options, {
    ending: () => ending,
    started: (next) => {
      running = next;
    },
    report: (problem) => (state.problem = problem),
  });
  if (!(await embedded.hasDatabase('tradewind'))) await embedded.createDatabase('tradewind');
  return embedded.url('tradewind');
}

/** Why the embedded database is away; the launcher tells when it keeps it. */
type DatabaseState = { problem: string | null };

function listenToLauncher(state: DatabaseState): void {
  process.on('message', (message) => {
    if (typeof message !== 'object' || message === null || !('databaseProblem' in message)) return;
    state.problem = typeof message.databaseProblem === 'string' ? message.databaseProblem : null;
  });
}

async function start(config: Config, log: Log, closing: Closing[]): Promise<void> {
  const state: DatabaseState = { problem: null };
  listenToLauncher(state);
  const url = await openDatabase(config, log, closing, state);
  await migrate({ url, log: (sentence) => log.info({}, sentence), connections: connectionsOf(config) });
  const login = await openAppLogin({
    ownerUrl: url,
    appUrl: config.DATABASE_APP_URL,
    secretKey: config.SECRET_KEY,
  });
  if (login.problem) log.warn({}, login.problem);
  const pool = createPool({ url: login.url, max: config.DATABASE_POOL, log });
  const blobs = blobFolder(join(config.DATA_DIR, 'files'));
  const ground = { db: createDatabase(pool), clock: systemClock, log, app: appValues(config, blobs) };
  closing.push({ name: 'database connections', close: () => ground.db.destroy() });
  const mailer = config.SMTP_URL ? createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) : null;
  parsing.onFailure = (failure) => log.warn(failure, 'a parsing process did not finish its task');
  const folders = [config.DATA_DIR, databaseFolder(config.DATA_DIR, url)].filter((folder) => folder !== undefined);
  await mkdir(config.DATA_DIR, { recursive: true });
  const disk = await watchDisk({ folders, reserve: config.DISK_RESERVE_MB * 1_048_576, log });
  closing.push({ name: 'watch of the disk', close: () => disk.stop() });
  const databaseProblem = () => state.problem;
  const app = await buildApp({ config, ground, pool, log, mailer, disk, databaseProblem });
  await app.prepare();
  closing.push({ name: 'web server', close: () => app.close() });
  if (config.ROLE !== 'web') {
    const worker = await startWorker({
      url,
      ground,
      tasks: app.tasks,
      crontab: app.crontab,
      concurrency: jobsAtOnce,
      disk,
    });
    closing.push({ name: 'worker', close: () => worker.stop() });
  }
  if (config.ROLE !== 'worker') {
    const address = await app.fastify.listen({ host: config.HOST, port: config.PORT });
    log.info({ address }, 'listening');
  }
  await awaitReady(app.fastify, log);
  process.send?.({ ready: true, url: config.PUBLIC_URL });
}

async function stop(closing: Closing[], log: Log): Promise<void> {
  for (const part of closing.splice(0).reverse()) {
    try {
      await part.close();
    } catch (error) {
      log.warn({ err: error, part: part.name }, 'did not close cleanly');
    }
  }
}

async function main(): Promise<void> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  const log = createLog(config.LOG_LEVEL);
  const closing: Closing[] = [];
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    void stop(closing, log).then(() => process.exit(code));
  };
  process.on('SIGINT', () => end(0));
  process.on('SIGTERM', () => end(0));
  process.on('disconnect', () => end(0)); // the launcher is gone
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'unhandled rejection');
    // The queue drops such promises when the database goes away; it, like everything else, comes back with it.
    if (!isDatabaseLost(error)) end(1);
  });
  try {
    await start(config, log, closing);
  } catch (error) {
    log.error({ err: error }, 'the server could not start');
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    end(1);
  }
}

await main();
