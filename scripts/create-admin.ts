import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { v7 as uuid } from 'uuid';
import { createDatabase, createPool } from '#server/db/client.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { entryFor } from '#server/db/context.ts';
import { migrate } from '#server/db/migrate.ts';
import { createStaff } from '#server/features/session/session.service.ts';
import type { AppValues } from '#server/lib/app-values.ts';
import { blobFolder } from '#server/lib/blob-folder.ts';
import { systemClock } from '#server/lib/clock.ts';
import { readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';

// npm run create-admin -- <email>: an administrator who sets a password by the printed one-time link (P40).

async function main(email: string | undefined): Promise<void> {
  if (!email || !/^[^@\s]+@[^@\s]+$/.test(email))
    throw new Error('Name an e-mail address: npm run create-admin -- you@example.com');
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (process.env.NODE_ENV === 'production') readConfig(); // names what is missing: the link must lead to PUBLIC_URL
  const embedded = process.env.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: process.env.DATA_DIR || './var', log: () => undefined });
  try {
    const url = process.env.DATABASE_URL || (await embeddedDatabase(embedded));
    await migrate({ url, log: () => undefined });
    console.log(await linkFor(email.toLowerCase(), url));
  } finally {
    await embedded?.stop(); // a server that others use goes on
  }
}

async function embeddedDatabase(embedded: Awaited<ReturnType<typeof startEmbedded>> | null): Promise<string> {
  if (!embedded) throw new Error('There is no database.');
  if (!(await embedded.hasDatabase('tradewind'))) await embedded.createDatabase('tradewind');
  return embedded.url('tradewind');
}

async function linkFor(email: string, url: string): Promise<string> {
  const log = createLog('warn');
  const pool = createPool({ url, max: 2, log, name: 'tradewind create-admin' });
  const db = createDatabase(pool);
  const port = process.env.PORT || '8080';
  const publicUrl = (process.env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/$/, '');
  const app: AppValues = {
    publicUrl,
    brand: process.env.BRAND_NAME || 'Tradewind',
    seller: { name: '', address: '' }, // no invoice is written here
    workingHours: { opens: 0, closes: 24 * 60 },
    priceNoticeDays: 0,
    rechargeApprovedAlone: 0,
    pictureRules: { hosts: [], allowPrivate: false, maxBytes: 0 },
    shopUrl: 'https://{shop}',
    blobs: blobFolder(join(process.env.DATA_DIR || './var', 'files')),
  };
  try {
    const entry = entryFor({ db, clock: systemClock, log, app }, { kind: 'system', name: 'create-admin' }, uuid());
    const link = await entry.run('all_accounts', (ctx) => createStaff(ctx, { email, roles: ['admin'], publicUrl }));
    return `Open this link within 30 minutes to create the password of ${email}:\n${link}`;
  } finally {
    await db.destroy();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
