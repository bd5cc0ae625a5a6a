import pg from 'pg';
import { createPool } from '#server/db/client.ts';
import { enqueue } from '#server/db/queue.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import type { Config } from '#server/lib/config.ts';
import { allFiguresSoon } from '#server/features/products/figures/figures.service.ts';
import { refreshAllSoon } from '#server/features/suggestions/suggestions-refresh.service.ts';
import type { Log } from '#server/lib/log.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import type { ShopApp } from '../shop/runtime.ts';
import { shopControlOnly } from '../shop/start-shops.ts';
import { openStore } from '../store.ts';
import { hasten } from './haste.ts';
import { openPortal, type Portal, startThread } from './portal.ts';
import { seedBank } from './seed-bank.ts';
import { seedReceiving } from './seed-deliveries.ts';
import { seedConversations } from './seed-conversations.ts';
import { seedManual } from './seed-manual.ts';
import { seedClaims } from './seed-claims.ts';
import { endPastTasks, rememberWebhooks, spreadMoments } from './seed-finish.ts';
import { importOrders, seedHistory } from './seed-history.ts';
import { seedHouse } from './seed-house.ts';
import { judgeParcels, tellScans } from './seed-parcels.ts';
import { seedStock } from './seed-stock.ts';
import { seedPrices } from './seed-prices.ts';
import { seedStockOrders } from './seed-stock-orders.ts';
import { type Account, type Context, seedMerchant } from './seed-merchant.ts';
import { seedSearches } from './seed-searches.ts';
import { seedShops } from './seed-shops.ts';
import { seedWork } from './seed-work.ts';
import { demoNow, makeWorld, type Size, type World } from './world.ts';

export type SeedOptions = {
  size: Size;
  /** The portal's settings; its database is migrated and empty. */
  config: Config;
  databaseUrl: string;
  blobs: Blobs;
  log: Log;
  sandbox: { databaseUrl: string; app: ShopApp };
  /** The real present; the demo's is the last six o'clock (UTC) before it, but what waits for review reaches until the real one. */
  now?: Date;
  /** Told how long each part took, in milliseconds. */
  onPart?: (part: string, ms: number) => void;
};
export type Login = { name: string; email: string; password: string };

const atOnce = 4;
/** Of statistics that serve the fill alone: for plans that know whether a table holds ten rows or thousands. */
const roughly = 5;

/** Fills the portal and the sandbox's shops with the demo workspace; answers its logins. */
export async function seedDemo(options: SeedOptions): Promise<{ world: World; logins: Login[] }> {
  const { config, blobs, log } = options;
  const poolOf = () => createPool({ url: options.databaseUrl, max: atOnce + 2, log, name: 'tradewind-demo' });
  const owner = new pg.Pool({ connectionString: options.databaseUrl, max: 2, options: '-c synchronous_commit=off' });
  const shops = await openStore(options.sandbox.databaseUrl);
  const portal = openPortal({ pools: { account: poolOf(), all: poolOf() }, log, config, blobs });
  try {
    const real = options.now ?? new Date();
    const world = makeWorld({ now: demoNow(real), size: options.size });
    const endHaste = await hasten(owner);
    await fill(options, { portal, shops, owner, world, real });
    await Promise.all([endHaste(), analyzeChanged(owner)]);
    return { world, logins: loginsOf(world) };
  } finally {
    await portal.db.account.destroy();
    await portal.db.all.destroy();
    await owner.end();
    await shops.end();
  }
}

/**
 * Statistics of the tables of which a twentieth changed since theirs were made, by the fill itself or by the database's own worker; from
 * a third of the usual sample, which tells as much of so small tables.
 */
async function analyzeChanged(owner: pg.Pool): Promise<void> {
  const found = await owner.query<{ name: string }>(
    `SELECT t.relid::regclass::text AS name FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid
     WHERE t.n_mod_since_analyze > c.reltuples / 20`,
  );
  if (found.rows.length > 0) await analyze(owner, 33, found.rows.map(({ name }) => name).join(', '));
}

/** Statistics of these tables, or of all, from a sample of `target` × 300 rows of each. */
async function analyze(owner: pg.Pool, target: number, tables = ''): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(`SET default_statistics_target = ${target}`);
    await client.query(`ANALYZE ${tables}`);
  } finally {
    client.release(true); // with its setting
  }
}

type Filled = { portal: Portal; shops: pg.Pool; owner: pg.Pool; world: World; real: Date };

async function fill(options: SeedOptions, { portal, shops, owner, world, real }: Filled): Promise<void> {
  const timed = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const done = await work();
    options.onPart?.(part, Math.round(performance.now() - start));
    return done;
  };
  const { config } = options;
  const control = shopControlOnly(shops, options.sandbox.app);
  const callbackUrl = `${config.PUBLIC_URL}/api/webhooks/shopify/${options.sandbox.app.clientId}`;
  const beginning = new Date(world.now.getTime() - 400 * 86_400_000);
  const passwordHash = await hashPassword(world.password);
  const [written, house] = await Promise.all([
    timed('shops', () => seedShops({ pool: shops, control, callbackUrl }, world)),
    timed('house', () => seedHouse(portal, startThread(portal, beginning), world, passwordHash)),
  ]);
  const base = config.SHOPIFY_SHOP_URL.replace(/\/?\{shop\}$/, '');
  const contextOf = (): Context => ({
    portal,
    thread: startThread(portal, world.now),
    house,
    world,
    real,
    shops: written,
    base,
    passwordHash,
  });
  const opened: { context: Context; account: Account }[] = [];
  await timed('accounts', () =>
    eachOf(world.merchants, async (merchant) => {
      const context = contextOf();
      opened.push({ context, account: await seedMerchant(context, merchant) });
    }),
  );
  // the one with the most orders takes the longest: it begins first
  opened.sort((a, b) => ordersOf(b.account) - ordersOf(a.account));
  // Fresh tables have no statistics, and plans without them are slow.
  await timed('statistics', () => analyze(owner, roughly));
  const largest = new Set(opened.slice(0, 2)); // what comes after them changes no plan
  await timed('orders and history', () =>
    eachOf(opened, async (one) => {
      const { context, account } = one;
      await importOrders(context, account);
      if (largest.has(one))
        await analyze(owner, roughly, 'orders, order_lines, order_products, order_recipients, order_terms');
      await seedHistory(context, account);
      await tellScans(context, account);
    }),
  );
  const analyzed = analyzeChanged(owner); // beside what one connection does
  await timed('finish', async () => {
    for (const { context, account } of opened)
      if (account.merchant.key === 'harbour') await seedSearches(context, account);
    await spreadMoments(startThread(portal, world.now));
    await rememberWebhooks(startThread(portal, world.now), world.now);
    await judgeParcels(startThread(portal, world.now));
    const received: string[] = [];
    for (const { context, account } of opened)
      if (account.merchant.key === 'harbour') received.push(...(await seedReceiving(context, account)));
    await seedStock(startThread(portal, world.now), opened, house.staff.warehouse[0], received);
    for (const { context, account } of opened)
      if (account.merchant.key === 'harbour') {
        await seedStockOrders(context, account);
        await seedPrices(context, account);
        await seedClaims(context, account);
        await seedManual(context, account);
        await seedConversations(context, account);
        await seedWork(context, account);
      }
    await seedBank({ thread: startThread(portal, real), house, real });
    await endPastTasks(owner);
    await startThread(portal, world.now).allAccounts(async (ctx) => {
      await refreshAllSoon(ctx);
      await allFiguresSoon(ctx);
      for (const task of ['statistics_fold', 'statistics_months']) await enqueue(ctx, task, {});
    });
  });
  await analyzed;
}

const ordersOf = ({ stores }: Account): number => stores.reduce((sum, { store }) => sum + store.orders.length, 0);

/** Several merchants at the same time, each with a clock of its own; no two share a row. */
async function eachOf<T>(merchants: readonly T[], work: (merchant: T) => Promise<void>): Promise<void> {
  const left = [...merchants];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function loginsOf({ merchants, staff, password }: World): Login[] {
  const names: Record<string, string> = {
    harbour: 'Owner of a large merchant',
    small: 'Small merchant',
    fresh: 'New merchant, empty account',
  };
  const owners = merchants.flatMap(({ key, people: [owner] }) =>
    names[key] && owner ? [{ name: names[key], email: owner.email, password }] : [],
  );
  const served = staff
    .filter(({ username }) => ['admin', 'agent', 'finance', 'warehouse'].includes(username))
    .map(({ roles: [role = ''], email }) => ({ name: `Provider’s ${role}`, email, password }));
  return [...owners, ...served];
}
