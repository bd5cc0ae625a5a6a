import { stores } from '#contract/stores.ts';
import { createShopify } from '#server/connectors/shopify/shopify.ts';
import { createWooCommerce } from '#server/connectors/woocommerce/woocommerce.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { authorize, shopifyAppOf, startAuthorization } from './connect/authorization.service.ts';
import { listSubscriptions, repairSubscriptions, storeHealth } from './health/health.service.ts';
import { linkInstall, openFromShop, pendingInstall } from './connect/install.service.ts';
import { disconnectStore, leaving } from './connect/leaving.service.ts';
import { finishShopLogin, redeemShopCode } from './connect/login.service.ts';
import * as service from './records/stores.service.ts';
import { storeStates } from './health/refusals.service.ts';
import { syncStore } from './health/look.service.ts';
import { storesTasks } from './stores.jobs.ts';
import type { StoresKit } from './records/kit.ts';
import { connectByKeys } from './connect/woo-connect.service.ts';
import { receiveWooKey, startWoo, wooOutcome } from './connect/woo-consent.service.ts';
import { originOf, openShopSession } from '#server/features/session/index.ts';

const bulkAbove = 2_000;

/** The kit of the running process: its connector, its key, its address. */
export function storesKit({ ground, config }: Pick<Host, 'ground' | 'config'>): StoresKit {
  const key = secretKey(config.SECRET_KEY);
  const shopify = createShopify({
    ground,
    key,
    shopUrl: config.SHOPIFY_SHOP_URL,
    states: storeStates(ground, 'shopify'),
  });
  const allowPrivate = config.ALLOW_PRIVATE_HOSTS;
  const states = storeStates(ground, 'woocommerce');
  const woocommerce = createWooCommerce({ ground, key, states, allowPrivate });
  return {
    ground,
    key,
    shopify,
    woocommerce,
    allowPrivate,
    publicUrl: config.PUBLIC_URL,
    appName: config.BRAND_NAME,
    bulkAbove,
  };
}

/** Mounts the feature; answers its background tasks. */
export function storesRoutes(host: Host, kit: StoresKit): Tasks {
  mount(host, 'stores', stores, {
    list: (ctx, { query }) => service.listStores(ctx, query),
    get: (ctx, { params }) => service.getStore(ctx, params.id),
    options: (ctx, { query }) => service.storeOptions(ctx, query),
    createFileStore: (ctx, { body }) => service.createFileStore(ctx, body),
    authorizeUrl: (ctx, { query }, { request }) => startAuthorization(ctx, kit, query, request.hostname),
    authorize: { manual: (entry, { body }, { request }) => authorize(entry, kit, body, request.hostname) },
    reauthorizeStores: (ctx) => service.reauthorizeStores(ctx),
    sync: (ctx, { params, body }) => syncStore(ctx, params.id, body),
    pause: async (ctx, { params, body }) => {
      await service.pauseStore(ctx, params.id, body.paused);
      return { done: true as const };
    },
    health: { manual: (entry, { params }) => storeHealth(entry, params.id) },
    subscriptions: { manual: (entry, { params }) => listSubscriptions(entry, kit, params.id) },
    repair: { manual: (entry, { params }) => repairSubscriptions(entry, kit, params.id) },
    leaving: (ctx, { params }) => leaving(ctx, params.id),
    disconnect: { manual: (entry, { params, body }) => disconnectStore(entry, kit, params.id, body.typed) },
    settings: (ctx, { params }) => service.getSettings(ctx, params.id),
    saveSettings: (ctx, { params, body }) => service.saveSettings(ctx, params.id, body),
    shopifyApp: (ctx, { query }, { request }) => shopifyAppOf(ctx, kit, query.shop, request.hostname),
    openFromShop: (ctx, { body }, { request }) => openFromShop(ctx, kit, body.query, request.hostname),
    finishShopLogin: { manual: (entry, { body }, { request }) => finishShopLogin(entry, kit, body, request.hostname) },
    enterFromShop: {
      manual: (entry, { body }, { request }) =>
        entry.run('all_accounts', async (ctx) =>
          openShopSession(ctx, await redeemShopCode(ctx, body), originOf(request)),
        ),
    },
    pendingInstall: (ctx, { body }) => pendingInstall(ctx, kit, body.pending_install),
    linkInstall: {
      manual: (entry, { body }, { request }) => linkInstall(entry, kit, body, request),
    },
    startWoo: (ctx, { body }, { request }) => startWoo(ctx, kit, body, request.hostname),
    receiveWooKey: {
      manual: async (entry, { body }) => {
        await entry.run('all_accounts', (ctx) => receiveWooKey(ctx, kit, body)); // nobody is logged in: the secret says whose it is
        return { done: true as const };
      },
    },
    wooOutcome: (ctx, { body }) => wooOutcome(ctx, body.user_id),
    connectWoo: { manual: (entry, { body }) => connectByKeys(entry, kit, body) },
  });
  return storesTasks(kit);
}
