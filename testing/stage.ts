import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, buildApp } from '#server/app.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import type { Ground } from '#server/db/context.ts';
import { startWorker } from '#server/db/worker.ts';
import { appValues } from '#server/lib/app-values.ts';
import { type Blobs, blobFolder } from '#server/lib/blob-folder.ts';
import { systemClock } from '#server/lib/clock.ts';
import { type Config, readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { createMailer } from '#server/lib/mail.ts';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { type Databases, type TestDatabase, testDatabases } from './database.ts';
import { freePort } from './free-port.ts';

/** Everything that runs on a user's machine, in this process: portal, worker and sandbox on databases of their own. */
export type Stage = {
  url: string;
  app: App;
  ground: Ground;
  config: Config;
  sandbox: Sandbox;
  /** Where the portal keeps its files. */
  blobs: Blobs;
  databaseUrl: string;
  /** Ends the portal's server and worker; the browsers' pages stay. */
  stopPortal(): Promise<void>;
  /** Starts it again on the same address, database and files. */
  startPortal(): Promise<void>;
  close(): Promise<void>;
};

const clientId = 'stage-app';

export async function openStage(
  env: Record<string, string> = {},
  databases: Databases = testDatabases,
): Promise<Stage> {
  const [database, shops] = [await databases.createMigrated(), await databases.createEmpty()];
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const secrets = { app: secret(), stripe: `sk_test_${secret()}`, webhook: `whsec_${secret()}`, carrier: secret() };
  const sandbox = await startSandbox({
    databaseUrl: shops.url,
    app: { clientId, secret: secrets.app, redirectUrls: [`${url}/shopify/auth`] },
    stripe: { secretKey: secrets.stripe, webhookSecret: secrets.webhook, webhookUrl: `${url}/api/webhooks/stripe` },
    carrier: { key: secrets.carrier, secret: secrets.carrier, webhookUrl: `${url}/api/webhooks/carrier/tracking` },
    shopPort: 0,
    paymentPort: 0,
    smtpPort: 0,
  });
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    CALLS_PER_MINUTE: '0',
    DATABASE_URL: database.url,
    SHOPIFY_CLIENT_ID: clientId,
    SHOPIFY_CLIENT_SECRET: secrets.app,
    SHOPIFY_SHOP_URL: `${sandbox.shopUrl}/{shop}`,
    STRIPE_API_URL: sandbox.paymentUrl,
    STRIPE_SECRET_KEY: secrets.stripe,
    STRIPE_WEBHOOK_SECRET: secrets.webhook,
    CARRIER_FEED_URL: `${sandbox.shopUrl}/carrier`,
    CARRIER_FEED_KEY: secrets.carrier,
    CARRIER_FEED_SECRET: secrets.carrier,
    SMTP_URL: sandbox.smtpUrl,
    PICTURE_HOSTS: '127.0.0.1,localhost',
    ALLOW_PRIVATE_HOSTS: '1',
    ...env,
  });
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-stage-'));
  const { close: closePortal, ...portal } = await openPortal(config, database, folder);
  const stage: Stage = {
    url,
    config,
    sandbox,
    databaseUrl: database.url,
    ...portal,
    stopPortal: closePortal,
    async startPortal() {
      const { close, ...started } = await openPortal(config, database, folder);
      Object.assign(stage, started, { stopPortal: close });
    },
    async close() {
      await stage.stopPortal();
      await rm(folder, { recursive: true, force: true });
      await sandbox.close();
      await database.drop();
      await shops.drop();
    },
  };
  return stage;
}

async function openPortal(config: Config, database: TestDatabase, folder: string) {
  const log = createLog(config.LOG_LEVEL);
  const pool = createPool({ url: database.appUrl, max: 12, log });
  const mailer = config.SMTP_URL ? createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) : null;
  const blobs = blobFolder(folder);
  const ground: Ground = { db: createDatabase(pool), clock: systemClock, log, app: appValues(config, blobs) };
  const app = await buildApp({ config, ground, pool, log, mailer });
  await app.prepare();
  const worker = await startWorker({
    url: database.url,
    ground,
    tasks: app.tasks,
    // The clock starts nothing here: at ten past, shops that a story made up would be found out to answer nobody.
    crontab: '',
    concurrency: 4,
  });
  await app.fastify.listen({ host: '127.0.0.1', port: config.PORT });
  return {
    app,
    ground,
    blobs,
    async close() {
      await worker.stop();
      await app.close();
      mailer?.close();
      await ground.db.destroy();
    },
  };
}

const secret = () => randomBytes(18).toString('hex');
