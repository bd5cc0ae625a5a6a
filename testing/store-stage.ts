import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type Carrier, startCarrier } from '#sandbox/carrier/carrier.ts';
import { openStore } from '#sandbox/store.ts';
import type { ShopControl } from '#sandbox/shop/control.ts';
import { startShops } from '#sandbox/shop/start-shops.ts';
import { startWoo } from '#sandbox/woo/woo.ts';
import type { WooControl } from '#sandbox/woo/woo-control.ts';
import { createShopify } from '#server/connectors/shopify/shopify.ts';
import { createWooCommerce } from '#server/connectors/woocommerce/woocommerce.ts';
import { entryFor } from '#server/db/context.ts';
import { comparisonKeys } from '#server/features/comparisons/comparison-signing.ts';
import { comparisonsTasks } from '#server/features/comparisons/comparisons.jobs.ts';
import { storeStates } from '#server/features/stores/health/refusals.service.ts';
import { storesKit } from '#server/features/stores/stores.routes.ts';
import { syncTasks } from '#server/features/sync/sync.jobs.ts';
import { storesTasks } from '#server/features/stores/stores.jobs.ts';
import type { StoresKit } from '#server/features/stores/records/kit.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createEmptyDatabase } from './database.ts';
import type { Person } from './people.ts';
import { runTasks } from './run-tasks.ts';
import { freePort } from './free-port.ts';

const app = { clientId: 'test-client', secret: 'test-client-secret' };

export type StoreStage = {
  test: TestApp;
  shops: ShopControl;
  woo: WooControl;
  carrier: Carrier;
  shopUrl: string;
  app: typeof app;
  /** The feature with other limits: waits that take no time, a lower limit for bulk reads. */
  kit(options?: { bulkAbove?: number; wait?: (ms: number) => Promise<void> }): StoresKit;
  /** Runs what is due, of the app or of a kit with other limits; throws a task's first error. */
  run(kit?: StoresKit): Promise<void>;
  /** Asks refusing shops often and long enough (eleven minutes) for their stores' status to follow. */
  proveRefusals(): Promise<void>;
  /** Goes through consent as the merchant would; answers the parameters that the shop sends back. */
  consent(person: Person, domain: string, days?: number): Promise<Record<string, string>>;
  /** Connects a shop and lets its first import run; answers the store's id. */
  connect(person: Person, domain: string): Promise<string>;
  close(): Promise<void>;
};

/** The whole app, listening, beside the sandbox's shops; both by the one clock of the test. */
export async function startStoreStage(): Promise<StoreStage> {
  const database = await createEmptyDatabase();
  const pool = await openStore(database.url);
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const place: { test?: TestApp } = {};
  const now = () => place.test?.clock.now() ?? new Date();
  const address = { url: '' };
  const woo = startWoo({ pool, now, baseUrl: () => address.url });
  const secrets = { key: 'carrier-key', secret: 'carrier-secret' };
  const carrier = await startCarrier({
    pool,
    now,
    ...secrets,
    webhookUrl: `${publicUrl}/api/webhooks/carrier/tracking`,
  });
  const shops = await startShops({
    pool,
    app: { ...app, redirectUrls: [`${publicUrl}/shopify/auth`] },
    port: 0,
    now,
    plugins: [woo.plugin, carrier.plugin],
    settings: { routingDelayMs: 0, bulkStepMs: 0 },
  });
  address.url = shops.url;
  const started = await startTestApp({
    ALLOW_PRIVATE_HOSTS: '1',
    TRUST_PROXY: '1',
    PUBLIC_URL: publicUrl,
    SHOPIFY_SHOP_URL: `${shops.url}/{shop}`,
    CARRIER_FEED_URL: `${shops.url}/carrier`,
    CARRIER_FEED_KEY: secrets.key,
    CARRIER_FEED_SECRET: secrets.secret,
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_CLIENT_SECRET: app.secret,
  });
  place.test = started;
  await started.app.prepare();
  await started.app.fastify.listen({ host: '127.0.0.1', port: Number(new URL(publicUrl).port) });
  return {
    test: started,
    shops: shops.control,
    woo: woo.control,
    carrier,
    shopUrl: shops.url,
    app,
    kit: kitOf(started),
    ...actions(started, shops.control),
    async close() {
      await shops.close();
      await woo.close();
      await carrier.close();
      await pool.end();
      await started.close();
      await database.drop();
    },
  };
}

const noWait = () => Promise.resolve();

function kitOf(test: TestApp): StoreStage['kit'] {
  return (options = {}) => {
    const { ground, config } = test;
    const kit = storesKit(test);
    const shopify = createShopify({
      ground,
      key: kit.key,
      shopUrl: config.SHOPIFY_SHOP_URL,
      states: storeStates(ground, 'shopify'),
      wait: options.wait ?? noWait,
      bulkPollMs: 5,
    });
    const wait = options.wait ?? noWait;
    const states = storeStates(ground, 'woocommerce');
    const woocommerce = createWooCommerce({ ground, key: kit.key, states, allowPrivate: true, wait });
    return { ...kit, shopify, woocommerce, bulkAbove: options.bulkAbove ?? kit.bulkAbove };
  };
}

/** Everything that is done with a kit of its own. */
const tasksOf = (kit: StoresKit) => ({
  ...storesTasks(kit),
  ...syncTasks(kit),
  ...comparisonsTasks({ shops: kit, keys: comparisonKeys(kit.key) }),
});

function actions(test: TestApp, shops: ShopControl): Pick<StoreStage, 'run' | 'proveRefusals' | 'consent' | 'connect'> {
  const run = (kit?: StoresKit) => runTasks(test, { tasks: kit ? tasksOf(kit) : {} });
  const consent = async (person: Person, domain: string, days = 60) => {
    const asked = await test.call('GET', `/api/stores/authorize_url?domain=${domain}&import_days=${days}`, {
      token: person.token,
    });
    expect(asked).toMatchObject({ status: 200 });
    const { authorize_url } = asked.body.data as { authorize_url: string };
    return Object.fromEntries(new URL(await shops.consent(authorize_url)).searchParams);
  };
  const probe = () =>
    test.app.tasks.stores_probe?.(entryFor(test.ground, { kind: 'system', name: 'test' }, uuid()), {});
  return {
    run,
    async proveRefusals() {
      await probe();
      await probe();
      test.clock.advance(11 * 60_000);
      await probe();
    },
    consent,
    async connect(person, domain) {
      const done = await test.call('POST', '/api/stores/authorize', {
        token: person.token,
        body: await consent(person, domain),
      });
      expect(done).toMatchObject({ status: 200, body: { data: { status: 'connected' } } });
      await run();
      return (done.body.data as { id: string }).id;
    },
  };
}
