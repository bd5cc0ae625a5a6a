import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { countCoreSeconds } from '#scripts/core-seconds.mjs';
import { demoFlags, startChild } from '#scripts/launch-children.ts';
import { databasesOn, withDatabase } from './portal.ts';
import type { Table } from './table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What filling the demo workspace takes, part by part, and whether what it holds is in proportion; fails when it is not. */
export async function demo(): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-bench-demo-'));
  try {
    return await withDatabase(async (server) => {
      const databases = databasesOn(server);
      const [portal, shops] = [await databases.createMigrated(), await databases.createEmpty()];
      const took = await fill({ url: portal.url, shops: shops.url, folder });
      return [took, await proportions(portal.url)];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By the process that `npm start` fills it with. */
async function fill({ url, shops, folder }: { url: string; shops: string; folder: string }): Promise<Table> {
  const rows: string[][] = [];
  const cores = countCoreSeconds();
  const child = startChild({
    name: 'The demo workspace',
    entry: join(root, 'sandbox', 'demo', 'main.ts'),
    root,
    flags: demoFlags,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: folder,
      SECRET_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: url,
      SHOPIFY_CLIENT_ID: 'bench',
      SHOPIFY_CLIENT_SECRET: 'bench',
      SHOPIFY_SHOP_URL: 'http://127.0.0.1:9/{shop}',
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_WEBHOOK_SECRET: 'whsec_bench',
      SANDBOX_DATABASE_URL: shops,
      SANDBOX_APP_CLIENT_ID: 'bench',
      SANDBOX_APP_SECRET: 'bench',
      SANDBOX_APP_REDIRECT_URLS: 'http://127.0.0.1:9/shopify/auth',
      SANDBOX_STRIPE_SECRET_KEY: 'sk_test_bench',
      SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_bench',
      SANDBOX_STRIPE_WEBHOOK_URL: 'http://127.0.0.1:9/stripe',
    },
    onMessage: ({ part, ms }) =>
      rows.push([String(part), (Number(ms) / 1000).toFixed(1), cores.soFar()?.toFixed(1) ?? '']),
  });
  const how = await child.ended;
  cores.end();
  if (how !== 'exit code 0') throw new Error(`the fill ended with ${how}`);
  return {
    title: 'Filling the demo workspace',
    columns: ['', 'seconds', 'core-seconds until then'],
    rows,
    notes: [
      'Shops and house are filled side by side. The process, its start of a second or two (in the core-seconds only) and the database count.',
    ],
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
