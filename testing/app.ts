import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { type App, buildApp } from '#server/app.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import type { Ground } from '#server/db/context.ts';
import { appValues } from '#server/lib/app-values.ts';
import { type Blobs, blobFolder } from '#server/lib/blob-folder.ts';
import { type FixedClock, fixedClock } from '#server/lib/clock.ts';
import { type Config, readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { createMailer } from '#server/lib/mail.ts';
import { type Databases, testDatabases } from './database.ts';

// oxlint-disable-next-line no-explicit-any -- tests look into answers freely
type Loose = any;

export type Answer = {
  status: number;
  body: {
    status: number;
    data?: Loose;
    meta?: Loose;
    message?: string;
    code?: string;
    errors?: Record<string, string[]>;
  };
};

export type TestApp = {
  app: App;
  ground: Ground;
  pool: pg.Pool;
  config: Config;
  clock: FixedClock;
  url: string;
  blobs: Blobs;
  /** A call through the real HTTP stack; `token` logs in, `key` is the Idempotency-Key. */
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; key?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  close(): Promise<void>;
};

/** The whole app on a database of its own, with a clock that stands still. */
export async function startTestApp(
  env: Record<string, string> = {},
  databases: Databases = testDatabases,
): Promise<TestApp> {
  const database = await databases.createMigrated();
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    SECRET_KEY: randomBytes(32).toString('base64'),
    CALLS_PER_MINUTE: '0',
    CALL_SECONDS: '60', // a busy machine must not turn a test's call into a refusal
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: database.url,
    ...env,
  });
  const log = createLog(config.LOG_LEVEL);
  const clock = fixedClock();
  const pool = createPool({ url: database.appUrl, max: 10, log });
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-files-'));
  const mailer = config.SMTP_URL ? createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) : null;
  const blobs = blobFolder(folder);
  const ground: Ground = { db: createDatabase(pool), clock, log, app: appValues(config, blobs) };
  const app = await buildApp({ config, ground, pool, log, mailer });
  await app.fastify.ready();
  return {
    app,
    ground,
    pool,
    config,
    clock,
    url: database.url,
    blobs,
    async call(method, path, options = {}) {
      const answer = await app.fastify.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(options.token && { authorization: `Bearer ${options.token}` }),
          ...(options.key && { 'idempotency-key': options.key }),
          ...options.headers,
        },
        ...(options.body !== undefined && { payload: options.body as object }),
      });
      return { status: answer.statusCode, body: bodyOf(answer) };
    },
    async close() {
      await app.close();
      mailer?.close();
      await rm(folder, { recursive: true, force: true });
      await ground.db.destroy();
      await database.drop();
    },
  };
}

function bodyOf(answer: LightMyRequestResponse): Answer['body'] {
  const isJson = String(answer.headers['content-type']).startsWith('application/json'); // a file has no body to look into
  return isJson && answer.body !== '' ? answer.json() : { status: answer.statusCode };
}
