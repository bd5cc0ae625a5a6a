import { bareValues } from './app-values.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, createPool } from '#server/db/client.ts';
import { type Ctx, entryFor, type Ground } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { merchant, type Person } from './people.ts';
import { type PortalCall, portalClient } from './portal-client.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type StageShop = { id: string; domain: string; variantIds: string[] };

/** A web process and a worker of their own on one database, and shops of one merchant that are connected and imported. */
export type ShopsStage = {
  web: ServerProcess;
  worker: ServerProcess;
  sandbox: Sandbox;
  owner: Person;
  app: { clientId: string; secret: string };
  stores: StageShop[];
  call: PortalCall;
  inAllAccounts<T>(action: (ctx: Ctx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Opens the stage on a migrated database and an empty one. The shops keep their real limits of the Standard plan. */
export async function openShopsStage(
  urls: { portal: string; sandbox: string },
  { bundle = false, ...options }: { shops: number; bundle?: boolean },
): Promise<ShopsStage> {
  const app = { clientId: 'shops-app', secret: randomBytes(16).toString('hex') };
  const port = await freePort();
  const sandbox = await startSandbox({
    databaseUrl: urls.sandbox,
    app: { ...app, redirectUrls: [`http://localhost:${port}/shopify/auth`] },
    stripe: { secretKey: 'sk_test_shops', webhookSecret: 'whsec_shops', webhookUrl: `http://127.0.0.1:${port}/stripe` },
    shopSettings: { accessTokenSeconds: 86_400 },
  });
  const env = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_CLIENT_SECRET: app.secret,
    SHOPIFY_SHOP_URL: `${sandbox.shopUrl}/{shop}`,
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOW_PRIVATE_HOSTS: '1',
    DATABASE_POOL: '12',
  };
  const web = await startServerProcess({ databaseUrl: urls.portal, port, env: { ...env, ROLE: 'web' }, bundle });
  const worker = await startServerProcess({ databaseUrl: urls.portal, env: { ...env, ROLE: 'worker' }, bundle });
  const log = createLog('silent');
  const ground: Ground = {
    db: createDatabase(createPool({ url: urls.portal, max: 4, log })),
    clock: systemClock,
    log,
    app: bareValues(),
  };
  const owner = await merchant({ ground, clock: systemClock });
  const call = portalClient(web.url, owner.token);
  const stores: StageShop[] = [];
  for (let n = 1; n <= options.shops; n += 1) stores.push(await addShop(sandbox, call, n));
  return {
    web,
    worker,
    sandbox,
    owner,
    app,
    stores,
    call,
    inAllAccounts: (action) => entryFor(ground, { kind: 'system', name: 'stage' }, 'stage').run('all_accounts', action),
    async close() {
      await web.stop();
      await worker.stop();
      await ground.db.destroy();
      await sandbox.close();
    },
  };
}

async function addShop(sandbox: Sandbox, call: PortalCall, n: number): Promise<StageShop> {
  const { domain } = await sandbox.shops.createShop({
    domain: `stage-${n}.myshopify.com`,
    plan: 'standard',
    products: [{ title: 'Lamp', variants: [{ sku: `LAMP-${n}`, price: 1_999, grams: 400, stock: 100_000 }] }],
  });
  const variantIds = (await sandbox.shops.products(domain)).flatMap((one) => one.variants.map(({ id }) => id));
  const { data: asked } = await call('GET', `/api/stores/authorize_url?domain=${domain}&import_days=60`);
  const back = new URL(await sandbox.shops.consent(String(asked.authorize_url)));
  const { data } = await call('POST', '/api/stores/authorize', Object.fromEntries(back.searchParams));
  return { id: await imported(call, String(data.id)), domain, variantIds };
}

/** Waits for the first import of a store. */
export async function imported(call: PortalCall, id: string): Promise<string> {
  for (;;) {
    const { data } = await call('GET', `/api/stores/${id}`);
    const { state, error } = data.import_job ?? {};
    if (state === 'failed') throw new Error(`the first import failed: ${error}`);
    if (state === 'done') return id;
    await sleep(100);
  }
}
