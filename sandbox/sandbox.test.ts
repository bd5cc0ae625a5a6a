import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createEmptyDatabase } from '#testing/database.ts';
import { expect, test } from 'vitest';
import { readSandboxConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

const SETTINGS = {
  SANDBOX_APP_CLIENT_ID: 'client',
  SANDBOX_APP_SECRET: 'secret',
  SANDBOX_APP_REDIRECT_URLS: 'http://localhost:8080/shopify/auth, http://127.0.0.1:8080/shopify/auth',
  SANDBOX_STRIPE_SECRET_KEY: 'sk_test_1',
  SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SANDBOX_STRIPE_WEBHOOK_URL: 'http://127.0.0.1:8080/api/webhooks/stripe',
  SANDBOX_PORT: '0',
  SANDBOX_PAYMENT_PORT: '0',
  SANDBOX_SMTP_PORT: '0',
};

test('shops, mail box and payment provider start together and end without a trace', async () => {
  const database = await createEmptyDatabase();
  const sandbox = await startSandbox({
    databaseUrl: database.url,
    app: { clientId: 'client', secret: 'secret', redirectUrls: [] },
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', webhookUrl: 'http://127.0.0.1:1/' },
  });
  for (const url of [`${sandbox.shopUrl}/`, sandbox.mailUrl]) expect((await fetch(url)).status, url).toBe(200);
  expect(sandbox.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
  await sandbox.close();
  await expect(fetch(sandbox.shopUrl)).rejects.toThrow('fetch failed');
  await database.drop();
});

test('what was in the shops is there after a restart', async () => {
  const database = await createEmptyDatabase();
  const options = {
    databaseUrl: database.url,
    app: { clientId: 'client', secret: 'secret', redirectUrls: [] },
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', webhookUrl: 'http://127.0.0.1:1/' },
  };
  const first = await startSandbox(options);
  await first.shops.createDemoShop('kept.myshopify.com');
  await first.close();
  const second = await startSandbox(options);
  expect(await second.shops.products('kept.myshopify.com')).toHaveLength(6);
  await second.close();
  await database.drop();
});

test('the process says that it is ready and ends with its launcher', async () => {
  const database = await createEmptyDatabase();
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'test', ...SETTINGS, SANDBOX_DATABASE_URL: database.url },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const [message] = (await once(child, 'message')) as [{ ready: boolean; shopUrl: string }];
  expect(message.ready).toBe(true);
  expect((await fetch(message.shopUrl)).status).toBe(200);
  child.disconnect();
  expect((await ended)[0]).toBe(0);
  await database.drop();
});

test('settings are checked and a wrong one is named', () => {
  const url = { SANDBOX_DATABASE_URL: 'postgres://x/y' };
  expect(readSandboxConfig({ ...SETTINGS, ...url }).app.redirectUrls).toHaveLength(2);
  expect(() => readSandboxConfig({ ...SETTINGS, ...url, NODE_ENV: 'production' })).toThrow(
    'the sandbox does not run in production',
  );
  expect(() => readSandboxConfig(SETTINGS)).toThrow('SANDBOX_DATABASE_URL');
  expect(() => readSandboxConfig({ ...SETTINGS, ...url, SANDBOX_PORT: 'many' })).toThrow('SANDBOX_PORT');
});
