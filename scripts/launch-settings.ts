import { createHmac } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Refusal } from '#server/db/refusal.ts';
import { type Config, readConfig } from '#server/lib/config.ts';
import type { Secrets } from './launch-secrets.ts';

/** What the launcher itself needs to know; the portal checks its own settings. */
export type Plan = {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Runs the sandbox beside the portal: never in production (P42). */
  sandbox: boolean;
  sandboxDatabaseUrl: string | undefined;
  /** Fills an empty database with the demo workspace (P40). */
  demo: boolean;
  embedded: boolean;
};

export type Ports = { shop: number; payment: number; smtp: number };

const SANDBOX_CLIENT_ID = 'tradewind-sandbox';

/** Reads the environment for the launcher. Empty values count as not set. */
export function readPlan(env: NodeJS.ProcessEnv, root: string): Plan {
  const port = Number(env.PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new Refusal(`PORT must be a number from 1 to 65000, not "${env.PORT}".`);
  }
  const production = env.NODE_ENV === 'production';
  const databaseUrl = env.DATABASE_URL || undefined;
  const sandboxDatabaseUrl = env.SANDBOX_DATABASE_URL || undefined;
  if (production && env.DEMO === '1') {
    throw new Refusal('DEMO=1 is refused when NODE_ENV=production. Remove one of the two.');
  }
  if (production) checkProduction(env);
  // With a database server of one's own, the sandbox comes only when it was asked for.
  const sandbox = !production && (!databaseUrl || env.DEMO === '1' || sandboxDatabaseUrl !== undefined);
  return {
    host: env.HOST || '127.0.0.1',
    port,
    dataDir: resolve(root, env.DATA_DIR || 'var'),
    databaseUrl,
    sandbox,
    sandboxDatabaseUrl,
    demo: sandbox && (databaseUrl ? env.DEMO === '1' : env.DEMO !== '0'),
    embedded: !databaseUrl || (sandbox && !sandboxDatabaseUrl),
  };
}

/** Throws a Refusal that names every setting that production demands and that is missing or wrong. */
function checkProduction(env: NodeJS.ProcessEnv): void {
  try {
    readConfig(env);
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

type Urls = { database: string; sandboxDatabase: string | undefined };

/** The portal's environment: real credentials win over the sandbox's. */
export function portalEnv(options: {
  env: NodeJS.ProcessEnv;
  plan: Plan;
  root: string;
  urls: Urls;
  secrets: Secrets | undefined;
  ports: Ports | undefined;
  /** Differs from PORT in development, where Vite answers there. */
  port: number;
}): NodeJS.ProcessEnv {
  const { env, plan, root, urls, secrets, ports, port } = options;
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const production = given.NODE_ENV === 'production';
  const generated = production || !secrets?.secretKey ? {} : { SECRET_KEY: secrets.secretKey };
  return {
    ...(production ? {} : { PUBLIC_URL: `http://localhost:${plan.port}` }),
    WEB_DIR: join(root, 'dist', 'web'),
    ...generated,
    ...given,
    ...(ports && secrets ? sandboxTargets(given, secrets, ports) : {}),
    HOST: port === plan.port ? plan.host : '127.0.0.1',
    PORT: String(port),
    DATA_DIR: plan.dataDir,
    DATABASE_URL: urls.database,
  };
}

/** The portal's settings, checked before anything is started or changed. Throws a Refusal that names each wrong one. */
export function checkSettings(options: {
  env: NodeJS.ProcessEnv;
  plan: Plan;
  root: string;
  secrets: Secrets | undefined;
}): Config {
  const { plan } = options;
  const urls = { database: plan.databaseUrl ?? '', sandboxDatabase: undefined };
  try {
    return readConfig(portalEnv({ ...options, urls, ports: undefined, port: plan.port }));
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A further secret of the sandbox: instances of before have none of their own for it. */
const derived = (secrets: Secrets, purpose: string) =>
  createHmac('sha256', secrets.stripeWebhookSecret).update(purpose).digest('hex');

/** Points at the sandbox whatever has no real credentials; the defaults of `.env.example` alone do not count as such. */
function sandboxTargets(given: NodeJS.ProcessEnv, secrets: Secrets, ports: Ports): NodeJS.ProcessEnv {
  const shops = {
    SHOPIFY_CLIENT_ID: SANDBOX_CLIENT_ID,
    SHOPIFY_CLIENT_SECRET: secrets.appSecret,
    SHOPIFY_SHOP_URL: `http://127.0.0.1:${ports.shop}/{shop}`,
    PICTURE_HOSTS: `${given.PICTURE_HOSTS ?? 'cdn.shopify.com'},127.0.0.1`,
    ALLOW_PRIVATE_HOSTS: '1', // the sandbox's shops are on this machine
  };
  const payments = {
    STRIPE_API_URL: `http://127.0.0.1:${ports.payment}`,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
  };
  const parcels = {
    CARRIER_FEED_URL: `http://127.0.0.1:${ports.shop}/carrier`,
    CARRIER_FEED_KEY: derived(secrets, 'carrier key'),
    CARRIER_FEED_SECRET: derived(secrets, 'carrier secret'),
  };
  return {
    ...(given.SHOPIFY_CLIENT_ID ? {} : shops),
    ...(given.CARRIER_FEED_KEY ? {} : parcels),
    ...(given.EXCHANGE_RATES_URL
      ? {}
      : { EXCHANGE_RATES_URL: `http://127.0.0.1:${ports.shop}/rates/eurofxref-hist-90d.xml` }),
    ...(given.STRIPE_SECRET_KEY ? {} : payments),
    ...(given.SMTP_URL ? {} : { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}` }),
  };
}

/** The sandbox's environment. */
export function sandboxEnv(options: {
  env: NodeJS.ProcessEnv;
  plan: Plan;
  urls: Urls;
  secrets: Secrets;
  ports: Ports;
}): NodeJS.ProcessEnv {
  const { env, plan, urls, secrets, ports } = options;
  const portal = (env.PUBLIC_URL || `http://localhost:${plan.port}`).replace(/\/$/, '');
  return {
    ...env,
    SANDBOX_DATABASE_URL: urls.sandboxDatabase,
    SANDBOX_PORT: String(ports.shop),
    SANDBOX_PAYMENT_PORT: String(ports.payment),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_APP_CLIENT_ID: SANDBOX_CLIENT_ID,
    SANDBOX_APP_SECRET: secrets.appSecret,
    SANDBOX_APP_REDIRECT_URLS: [
      ...new Set([`${portal}/shopify/auth`, `http://127.0.0.1:${plan.port}/shopify/auth`]),
    ].join(),
    SANDBOX_STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    SANDBOX_STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    SANDBOX_CARRIER_KEY: derived(secrets, 'carrier key'),
    SANDBOX_CARRIER_SECRET: derived(secrets, 'carrier secret'),
    SANDBOX_CARRIER_WEBHOOK_URL: `http://127.0.0.1:${plan.port}/api/webhooks/carrier/tracking`,
    SANDBOX_STRIPE_WEBHOOK_URL: `http://127.0.0.1:${plan.port}/api/webhooks/stripe`,
  };
}
