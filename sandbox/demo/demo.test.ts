import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blobFolder } from '#server/lib/blob-folder.ts';
import { readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { createEmptyDatabase, createTestDatabase } from '#testing/database.ts';
import { seedDemo } from './seed.ts';

it('seeds', async () => {
  const size = (process.env.SIZE ?? 'small') as 'small' | 'full';
  const database = await createTestDatabase();
  const shops = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const config = readConfig({
    NODE_ENV: 'test', LOG_LEVEL: 'warn', SECRET_KEY: randomBytes(32).toString('base64'), DATABASE_URL: database.url,
    SHOPIFY_CLIENT_ID: 'demo', SHOPIFY_CLIENT_SECRET: 'secret', SHOPIFY_SHOP_URL: 'http://127.0.0.1:8081/{shop}', STRIPE_SECRET_KEY: 'sk_test_x',
  });
  const start = performance.now();
  await seedDemo({ size, config, databaseUrl: database.url, blobs: blobFolder(folder), log: createLog('warn'),
    sandbox: { databaseUrl: shops.url, app: { clientId: 'demo', secret: 'secret', redirectUrls: [] } }, onPart: (part, ms) => process.stdout.write(`${part} ${ms} ms\n`) });
  process.stdout.write(`total ${performance.now() - start}\n`);
  if (process.env.KEEP) process.stdout.write(`${database.url}\n${shops.url}\n`);
  else { await database.drop(); await shops.drop(); }
  await rm(folder, { recursive: true });
  expect(1).toBe(1);
});
