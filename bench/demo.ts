import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { seedDemo } from '#sandbox/demo/seed.ts';
import { countCoreSeconds } from '#scripts/core-seconds.mjs';
import { blobFolder } from '#server/lib/blob-folder.ts';
import { readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { databasesOn, withDatabase } from './portal.ts';
import type { Table } from './table.ts';

const app = { clientId: 'bench', secret: 'bench', redirectUrls: ['http://127.0.0.1:9/shopify/auth'] };

/** What filling the demo workspace takes, part by part, and whether what it holds is in proportion; fails when it is not. */
export async function demo(): Promise<Table[]> {
  const files = mkdtempSync(join(tmpdir(), 'tradewind-bench-demo-'));
  try {
    return await withDatabase(async (server) => {
      const databases = databasesOn(server);
      const [portal, shops] = [await databases.createMigrated(), await databases.createEmpty()];
      const took = await fill({ url: portal.url, shops: shops.url, files });
      return [took, await proportions(portal.url)];
    });
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

async function fill({ url, shops, files }: { url: string; shops: string; files: string }): Promise<Table> {
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: url,
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_CLIENT_SECRET: app.secret,
    SHOPIFY_SHOP_URL: 'http://127.0.0.1:9/{shop}',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  });
  const rows: string[][] = [];
  const start = performance.now();
  const cores = countCoreSeconds();
  await seedDemo({
    size: 'full',
    config,
    databaseUrl: url,
    blobs: blobFolder(files),
    log: createLog('warn'),
    sandbox: { databaseUrl: shops, app },
    onPart: (part, ms) => rows.push([part, (ms / 1000).toFixed(1), cores.soFar()?.toFixed(1) ?? '']),
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  rows.push(['all', seconds, cores.end()?.toFixed(1) ?? '']);
  return {
    title: 'Filling the demo workspace',
    columns: ['', 'seconds', 'core-seconds until then'],
    rows,
    notes: ['Shops and house are filled side by side. The process and the database count.'],
  };
}

type Share = { name: string; of: string; share: string; least: number; most: number };
const shares: readonly Share[] = [
  {
    name: 'blocked',
    of: 'all orders',
    share: `count(*) FILTER (WHERE stage <> 'quoting' AND EXISTS (
      SELECT FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id))::float / count(*)`,
    least: 0.025,
    most: 0.035,
  },
  {
    name: 'partly shipped',
    of: 'orders under way',
    share: `count(*) FILTER (WHERE stage = 'partially_shipped')::float / count(*) FILTER (WHERE stage IN ('partially_shipped', 'shipped'))`,
    least: 0.07,
    most: 0.09,
  },
  {
    name: 'claimed',
    of: 'orders that left',
    share: `(SELECT count(*) FROM claims)::float / count(*) FILTER (WHERE EXISTS (
      SELECT FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id))`,
    least: 0.018,
    most: 0.022,
  },
  {
    name: 'exceptions',
    of: 'all orders',
    share: 'count(*) FILTER (WHERE watched)::float / count(*)',
    least: 0.001,
    most: 0.03,
  },
];

async function proportions(url: string): Promise<Table> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = shares.map(({ share }, n) => `${share} AS s${n}`).join(', ');
    const { rows } = await client.query<Record<string, number>>(`SELECT ${columns} FROM orders o`);
    const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
    const found = shares.map((share, n) => ({ ...share, is: rows[0]?.[`s${n}`] ?? Number.NaN }));
    const off = found.filter(({ is, least, most }) => !(is >= least && is <= most));
    if (off.length > 0)
      throw new Error(`out of proportion: ${off.map(({ name, is }) => `${name} ${percent(is)}`).join(', ')}`);
    return {
      title: 'Proportions of the demo workspace',
      columns: ['', 'share', 'at least', 'at most', 'of'],
      rows: found.map(({ name, of, is, least, most }) => [name, percent(is), percent(least), percent(most), of]),
    };
  } finally {
    await client.end();
  }
}
