// An earlier release with its sandbox and its demo workspace, run by its own code; the folder is the first argument.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.argv[2] ?? '';
const load = (path) => import(pathToFileURL(join(root, path)).href);
const { startTestServer, createOn, databaseUrl } = await load('testing/test-server.ts');
const { buildApp } = await load('server/app.ts');
const { createDatabase, createPool } = await load('server/db/client.ts');
const { blobFolder } = await load('server/lib/blob-folder.ts');
const { fixedClock } = await load('server/lib/clock.ts');
const { readConfig } = await load('server/lib/config.ts');
const { createLog } = await load('server/lib/log.ts');
const { createMailer } = await load('server/lib/mail.ts');
const { runTasks } = await load('testing/run-tasks.ts');
const { startSandbox } = await load('sandbox/sandbox.ts');
const { seedDemo } = await load('sandbox/demo/seed.ts');
const { makeWorld, demoNow } = await load('sandbox/demo/world.ts');
const { entryFor } = await load('server/db/context.ts');

const secretKey = Buffer.alloc(32, 'an earlier release').toString('base64');

const server = await startTestServer();
const names = [];
async function makeDatabase(template) {
  const name = `${server.prefix}${names.push(template)}`;
  await createOn(server.adminUrl, name, template);
  return { name, url: databaseUrl(server.adminUrl, name), drop: async () => {} };
}
const [portal, shops] = [await makeDatabase(server.template), await makeDatabase()];
const url = `http://127.0.0.1:${await freePort()}`;
const app = { clientId: 'upgrade-app', secret: 'upgrade-secret', redirectUrls: [`${url}/shopify/auth`] };
const stripe = {
  secretKey: 'sk_test_upgrade',
  webhookSecret: 'whsec_upgrade',
  webhookUrl: `${url}/api/webhooks/stripe`,
};
const carrier = {
  key: 'carrier-key',
  secret: 'carrier-secret',
  webhookUrl: `${url}/api/webhooks/carrier/tracking`,
  now: () => clock.now(),
};
const sandbox = await startSandbox({
  databaseUrl: shops.url,
  app,
  stripe,
  carrier,
  shopSettings: { routingDelayMs: 0, bulkStepMs: 0 },
});
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  CALLS_PER_MINUTE: '0',
  DATABASE_URL: portal.url,
  SECRET_KEY: secretKey,
  PUBLIC_URL: url,
  ALLOW_PRIVATE_HOSTS: '1',
  PICTURE_HOSTS: '127.0.0.1,localhost',
  SHOPIFY_CLIENT_ID: app.clientId,
  SHOPIFY_CLIENT_SECRET: app.secret,
  SHOPIFY_SHOP_URL: `${sandbox.shopUrl}/{shop}`,
  STRIPE_API_URL: sandbox.paymentUrl,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  CARRIER_FEED_URL: `${sandbox.shopUrl}/carrier`,
  CARRIER_FEED_KEY: carrier.key,
  CARRIER_FEED_SECRET: carrier.secret,
  SMTP_URL: sandbox.smtpUrl,
});
const log = createLog('silent');
const clock = fixedClock(new Date());
const pool = createPool({ url: portal.url, max: 10, log });
const blobs = blobFolder(mkdtempSync(join(tmpdir(), 'tradewind-fill-')));
const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM });
const ground = { db: createDatabase(pool), clock, log };
const test = {
  app: await buildApp({ config, ground, pool, log, blobs, mailer }),
  ground,
  config,
  clock,
  blobs,
  url: portal.url,
};
await test.app.prepare();
await test.app.fastify.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
await seedDemo({
  size: 'small',
  config: test.config,
  databaseUrl: portal.url,
  blobs: test.blobs,
  log: test.ground.log,
  sandbox: { databaseUrl: shops.url, app },
});

const system = entryFor(test.ground, { kind: 'system', name: 'fill' }, 'fill');
const { sql } = await load('node_modules/kysely/dist/esm/index.js');
const rows = (text) => system.run('all_accounts', async ({ db }) => (await sql.raw(text).execute(db)).rows);
const first = async (text) => {
  const [row] = await rows(text);
  if (!row) throw new Error(`no row: ${text}`);
  return row;
};

/** A call that has to succeed; answers its data. */
async function call(token, method, path, body) {
  const headers = { 'idempotency-key': randomUUID(), ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await test.app.fastify.inject({
    method,
    url: path,
    headers,
    ...(body !== undefined && { payload: body }),
  });
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.payload}`);
  return answer.json().data;
}
const world = makeWorld({ now: demoNow(new Date()), size: 'small' });
const logIn = async (name) =>
  (await call(undefined, 'POST', '/api/login', { username: `${name}@demo.tradewind.test`, password: world.password }))
    .token;
const owner = await logIn('owner');
const [admin, agent, finance, warehouse] = [
  await logIn('admin'),
  await logIn('agent'),
  await logIn('finance'),
  await logIn('warehouse'),
];
const { account_id } = await first(
  "SELECT m.account_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = 'owner@demo.tradewind.test'",
);
const enqueue = (task, payload) =>
  system.run('all_accounts', ({ db }) =>
    sql`SELECT enqueue_task(${task}, ${JSON.stringify(payload)}::json)`.execute(db),
  );
const work = () => runTasks(test, { tolerant: true });

async function upload(token, path, name, type, bytes, purpose) {
  const boundary = 'upgrade-upload';
  const part = purpose ? `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n` : '';
  const head = `${part}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.payload}`);
  return answer.json().data;
}

/** Ends all of it; the database goes with its server's run. */
async function close() {
  await test.app.close();
  await ground.db.destroy();
  await sandbox.close();
  await server.stop();
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export const people = { owner, admin, agent, finance, warehouse };
export const databaseAddress = portal.url;
export { account_id, call, clock, close, enqueue, first, load, rows, sandbox, secretKey, test, upload, work };
