import { bareValues } from '#testing/app-values.ts';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopSession } from '#server/connectors/connector.ts';
import { createShopify } from '#server/connectors/shopify/shopify.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { merchant, type Person } from '#testing/people.ts';
import { type PortalCall, portalClient } from '#testing/portal-client.ts';
import { freePort } from '#testing/free-port.ts';
import { startServerProcess } from '#testing/server-process.ts';
import { importWhileLive } from './import-live.ts';
import { timed } from './measure.ts';
import { withDatabase } from './portal.ts';
import { type Passed, startProxy } from './recording-proxy.ts';
import { ratio, type Table } from './table.ts';

type Row = (string | number)[];
const bulkAbove = 2_000; // as the stores feature has it
const app = { clientId: 'bench-app', secret: 'bench-secret-of-the-app' };
const key = randomBytes(32).toString('base64');

/** A first import through consent, worker and connector, with the shop's real rate limits, beside only reading the same file. */
export async function importOrders({ full, small }: { full: boolean; small: boolean }): Promise<Table[]> {
  const live = await importWhileLive(small ? { orders: 2_500, products: 100 } : { orders: 30_000, products: 5_000 });
  if (small) return [live];
  const sizes = full ? [1_900, 5_000, 20_000] : [1_900, 5_000];
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await importOf(size)));
  return [
    live,
    {
      title: 'first import from the sandbox (Standard plan: 2,000 points, 100 per second)',
      columns: ['', 'seconds', 'orders/s', 'waited s', 'calls', 'throttled', 'of only reading'],
      rows,
      notes: [
        'Up to 2,000 orders come by pages, more by one bulk read; 60 products come first in either case.',
        'Waited: for points at the shop, and between two looks whether the bulk file is ready. Throttled: calls that the shop refused.',
      ],
    },
  ];
}

async function importOf(size: number): Promise<Row[]> {
  return withDatabase(async (database) => {
    const url = await database.createPortal('tradewind');
    const port = await freePort();
    const sandbox = await startSandbox({
      databaseUrl: await database.createEmpty('tradewind_sandbox'),
      app: { ...app, redirectUrls: [`http://localhost:${port}/shopify/auth`] },
      stripe: {
        secretKey: 'sk_test_bench',
        webhookSecret: 'whsec_bench',
        webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
      },
    });
    const proxy = await startProxy(sandbox.shopUrl);
    const env = {
      SECRET_KEY: key,
      SHOPIFY_CLIENT_ID: app.clientId,
      SHOPIFY_CLIENT_SECRET: app.secret,
      SHOPIFY_SHOP_URL: `${proxy.url}/{shop}`,
      ALLOW_PRIVATE_HOSTS: '1',
    };
    const server = await startServerProcess({ databaseUrl: url, port, env });
    try {
      const domain = await openShop(sandbox, size);
      const owner = await addMerchant(url);
      const imported = await timed(() => connect(sandbox, portalClient(server.url, owner.token), domain));
      const talk = proxy.passed.splice(0);
      if (imported.answer.orders !== size) throw new Error(`${imported.answer.orders} of ${size} orders arrived`);
      const session = { account_id: owner.account_id, store_id: imported.answer.storeId, domain };
      await sandbox.shops.setPoints(domain, 2_000);
      const alone = await readAlone(url, sandbox.shopUrl, session, size);
      const file = fileOf(talk);
      const name = `${size.toLocaleString('en-US')} orders`;
      return [
        [
          `${name}, imported`,
          ...figures(imported.ms, size),
          '',
          talk.length,
          talk.filter(({ throttled }) => throttled).length,
          ratio(imported.ms, alone.ms),
        ],
        [
          `${name}, only read by ${size > bulkAbove ? 'bulk' : 'pages'}`,
          ...figures(alone.ms, size),
          seconds(alone.waitedMs),
          '',
          '',
          ratio(1, 1),
        ],
        ...(file ? [await fileRow(name, file, size, alone.ms)] : []),
      ];
    } finally {
      await server.stop();
      await proxy.close();
      await sandbox.close();
    }
  });
}

async function openShop(sandbox: Sandbox, size: number): Promise<string> {
  const { domain } = await sandbox.shops.createShop({
    domain: 'bench-lamps.myshopify.com',
    plan: 'standard',
    products: Array.from({ length: 60 }, (_, n) => ({
      title: `Lamp ${n + 1}`,
      variants: [{ sku: `LAMP-${n + 1}`, price: 1_999, grams: 400, stock: 1_000 }],
    })),
  });
  const variants = (await sandbox.shops.products(domain)).flatMap((product) => product.variants.map(({ id }) => id));
  const newest = Date.now() - 60_000;
  const step = (50 * 86_400_000) / size; // all within the 60 days that an import reaches back
  await sandbox.shops.insertOrders(
    domain,
    Array.from({ length: size }, (_, n) => ({
      lines: Array.from({ length: 1 + (n % 10 > 6 ? 1 : 0) }, (_line, line) => ({
        variantId: variants[(n * 7 + line) % variants.length] ?? '',
        quantity: 1 + (n % 3),
      })),
      address: {
        first_name: 'Ada',
        last_name: `Miller ${n}`,
        address1: '1 Main St',
        city: 'Austin',
        province: 'Texas',
        province_code: 'TX',
        zip: '78701',
        country_code: 'US',
      },
      financialStatus: 'PAID' as const,
      createdAt: new Date(newest - n * step),
    })),
  );
  return domain;
}

async function addMerchant(url: string): Promise<Person> {
  const log = createLog('silent');
  const db = createDatabase(createPool({ url, max: 2, log }));
  try {
    return await merchant({ ground: { db, clock: systemClock, log, app: bareValues() }, clock: systemClock });
  } finally {
    await db.destroy();
  }
}

/** From the click on Connect until the store's import says that it is done. */
async function connect(
  sandbox: Sandbox,
  call: PortalCall,
  domain: string,
): Promise<{ storeId: string; orders: number }> {
  const { data: asked } = await call('GET', `/api/stores/authorize_url?domain=${domain}&import_days=60`);
  const back = new URL(await sandbox.shops.consent(String(asked.authorize_url)));
  const { data: store } = await call('POST', '/api/stores/authorize', Object.fromEntries(back.searchParams));
  for (;;) {
    const { data: now } = await call('GET', `/api/stores/${store.id}`);
    if (now.import_job?.state === 'failed') throw new Error(`the import failed: ${now.import_job.failure}`);
    if (now.import_job?.state === 'done') {
      const { data: after } = await call('GET', `/api/stores/${store.id}`); // orders were counted before the job was read
      return { storeId: String(store.id), orders: Number(after.orders) };
    }
    await sleep(100);
  }
}

type Reading = { ms: number; waitedMs: number };

/** What the import must read at least: the same orders by the same connector, with nothing done to them. */
async function readAlone(url: string, shopUrl: string, shop: ShopSession, size: number): Promise<Reading> {
  const log = createLog('silent');
  const db = createDatabase(createPool({ url, max: 2, log }));
  const nothing = async () => {};
  let waitedMs = 0;
  const shopify = createShopify({
    ground: { db, clock: systemClock, log, app: bareValues() },
    key: secretKey(key),
    shopUrl: `${shopUrl}/{shop}`,
    states: { needsReauth: nothing, refused: nothing, accepted: nothing },
    wait: async (ms) => {
      waitedMs += ms;
      await sleep(ms);
    },
  });
  const since = new Date(Date.now() - 60 * 86_400_000);
  try {
    const { ms } = await timed(async () => {
      if (size > bulkAbove) return shopify.bulkOrders(shop, since, nothing);
      for (let cursor: string | null = null; ; ) {
        const page: Awaited<ReturnType<typeof shopify.changedOrders>> = await shopify.changedOrders(
          shop,
          since,
          cursor,
        );
        cursor = page.next;
        if (cursor === null) return undefined;
      }
    });
    return { ms, waitedMs };
  } finally {
    await db.destroy();
  }
}

/** Address of the file in the last answer that names one. */
function fileOf(passed: readonly Passed[]): string | undefined {
  const found = passed
    .map(({ body }) => /"url":"(http[^"]+)"/.exec(body)?.[1])
    .findLast((address) => address?.includes('bulk'));
  return found?.replaceAll('\\/', '/');
}

async function fileRow(name: string, address: string, size: number, aloneMs: number): Promise<Row> {
  const { ms } = await timed(async () => {
    const answer = await fetch(address);
    if (!answer.ok || !answer.body) throw new Error(`the bulk file answered ${answer.status}`);
    const source = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]); // Node's type of the same stream
    for await (const line of createInterface({ input: source })) JSON.parse(line);
  });
  return [`${name}, only the file`, ...figures(ms, size), '', '', '', ratio(ms, aloneMs)];
}

const seconds = (ms: number) => (ms / 1000).toFixed(2);
const figures = (ms: number, size: number): [string, number] => [seconds(ms), (size / ms) * 1000];
