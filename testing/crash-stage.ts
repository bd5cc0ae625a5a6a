import { bareValues } from './app-values.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { createDatabase, createPool } from '#server/db/client.ts';
import { type AccountCtx, type Ctx, entryFor, forAccount, type Ground } from '#server/db/context.ts';
import * as ledger from '#server/features/ledger/ledger.service.ts';
import { mapVariants } from '#server/features/products/mapping/map-variants.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { givenChannel, givenPrice } from './order-fixtures.ts';
import { merchant, type Person } from './people.ts';
import { portalClient } from './portal-client.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The real server process with a shop, a merchant whose goods are mapped and priced, and money in the wallet. */
export type CrashStage = {
  server: ServerProcess;
  /** What the server was started with. */
  settings: Record<string, string>;
  sandbox: Sandbox;
  ground: Ground;
  owner: Person;
  store: { id: string; domain: string };
  app: { clientId: string; secret: string };
  /** The shop's variants. */
  variantIds: string[];
  /** Minor units put into the wallet. */
  deposit: number;
  inAllAccounts<T>(action: (ctx: Ctx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const domain = 'crash-lamps.myshopify.com';
const deposit = 5_000_000_00;

/** Opens the stage on two databases: the portal's, migrated, and an empty one for the sandbox. `env` goes to the portal. */
export async function openCrashStage(
  urls: { portal: string; sandbox: string },
  env: Record<string, string> = {},
): Promise<CrashStage> {
  const app = { clientId: 'crash-app', secret: randomBytes(16).toString('hex') };
  const port = await freePort();
  const sandbox = await startSandbox({
    databaseUrl: urls.sandbox,
    app: { ...app, redirectUrls: [`http://localhost:${port}/shopify/auth`] },
    stripe: {
      secretKey: 'sk_test_crash',
      webhookSecret: 'whsec_crash',
      webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    },
    shopSettings: { accessTokenSeconds: 86_400 },
  });
  const { domain: shop } = await sandbox.shops.createShop({ domain, plan: 'plus', products });
  const settings = {
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_CLIENT_SECRET: app.secret,
    SHOPIFY_SHOP_URL: `${sandbox.shopUrl}/{shop}`,
    ALLOW_PRIVATE_HOSTS: '1',
    DATABASE_POOL: '10',
    ...env,
  };
  const server = await startServerProcess({ databaseUrl: urls.portal, port, env: settings, bundle: true });
  const log = createLog('silent');
  const pool = createPool({ url: urls.portal, max: 4, log });
  const ground: Ground = { db: createDatabase(pool), clock: systemClock, log, app: bareValues() };
  const inAllAccounts = <T>(action: (ctx: Ctx) => Promise<T>) =>
    entryFor(ground, { kind: 'system', name: 'crash' }, 'crash').run('all_accounts', action);
  const owner = await merchant({ ground, clock: systemClock });
  const store = { id: await connectStore(server.url, sandbox, owner.token, shop), domain: shop };
  await prepareGoods(ground, inAllAccounts, owner.account_id);
  await inAllAccounts((ctx) => fillWallet(forAccount(ctx, owner.account_id)));
  return {
    server,
    settings,
    sandbox,
    ground,
    owner,
    store,
    app,
    variantIds: (await sandbox.shops.products(shop)).flatMap(({ variants }) => variants.map(({ id }) => id)),
    deposit,
    inAllAccounts,
    async close() {
      await server.stop();
      await ground.db.destroy();
      await sandbox.close();
    },
  };
}

const products = Array.from({ length: 5 }, (_, index) => ({
  title: `Lamp ${index + 1}`,
  variants: [{ sku: `LAMP-${index + 1}`, price: 1_500 + index * 250, grams: 300 + index * 50, stock: 100_000 }],
}));

/** Consents as the shop's owner would, and waits for the first import. */
async function connectStore(url: string, sandbox: Sandbox, token: string, shop: string): Promise<string> {
  const call = portalClient(url, token);
  const asked = await call('GET', `/api/stores/authorize_url?domain=${shop}&import_days=60`);
  const back = new URL(await sandbox.shops.consent(String(asked.data.authorize_url)));
  const { data } = await call('POST', '/api/stores/authorize', Object.fromEntries(back.searchParams));
  for (;;) {
    const store = await call('GET', `/api/stores/${data.id}`);
    const { state, error } = store.data.import_job ?? {};
    if (state === 'failed') throw new Error(`the first import failed: ${error}`);
    if (state === 'done') return String(data.id);
    await sleep(100);
  }
}

async function prepareGoods(
  ground: Ground,
  inAllAccounts: CrashStage['inAllAccounts'],
  account_id: string,
): Promise<void> {
  const channel = await givenChannel({ ground });
  const variants = await inAllAccounts((ctx) =>
    ctx.db.selectFrom('store_variants').select(['id', 'sku']).where('account_id', '=', account_id).execute(),
  );
  for (const variant of variants) {
    const sku_id = uuid();
    await inAllAccounts(async (ctx) => {
      await ctx.db
        .insertInto('catalog_skus')
        .values({ id: sku_id, title: variant.sku, weight_g: 350, created_at: ctx.now })
        .execute();
      const components = [{ catalog_sku_id: sku_id, quantity: 1 }];
      await mapVariants(forAccount(ctx, account_id), [{ variant_id: variant.id, source: 'agent', components }]);
    });
    await givenPrice({ ground }, account_id, { sku_id, channel });
  }
}

async function fillWallet(ctx: AccountCtx): Promise<void> {
  await ledger.post(ctx, {
    kind: 'recharge',
    ref: { kind: 'recharges', id: uuid(), label: 'R-1' },
    idempotency_key: 'deposit',
    entries: [
      { ledger_account: ledger.bankOf('bank'), amount: -deposit, currency: 'USD' },
      { ledger_account: 'cash', amount: deposit, currency: 'USD' },
    ],
  });
}
