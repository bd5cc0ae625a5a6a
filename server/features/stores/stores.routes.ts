import { stores } from '#contract/stores.ts';
import { createShopify } from '#server/connectors/shopify/shopify.ts';
import { createWooCommerce } from '#server/connectors/woocommerce/woocommerce.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { authorize, shopifyAppOf, startAuthorization } from './store-authorization.service.ts';
import { listSubscriptions, repairSubscriptions, storeHealth } from './store-health.service.ts';
import { linkInstall, openFromShop, pendingInstall } from './store-install.service.ts';
import { disconnectStore, leaving } from './store-leaving.service.ts';
import { finishShopLogin, redeemShopCode } from './store-login.service.ts';
import { getSettings, saveSettings } from './store-settings.service.ts';
import { storeStates } from './store-refusals.service.ts';
import { syncStore } from './store-look.service.ts';
import { storesTasks } from './stores.jobs.ts';
import type { StoresKit } from './stores-kit.ts';
import * as service from './stores.service.ts';
import { connectByKeys } from './store-woo-connect.service.ts';
import { receiveWooKey, startWoo, wooOutcome } from './store-woo-consent.service.ts';
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
    get: (ctx, { params }) => service.getStore(ctx, ctx.actor.account_id, params.id),
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
    settings: (ctx, { params }) => getSettings(ctx, params.id),
    saveSettings: (ctx, { params, body }) => saveSettings(ctx, params.id, body),
    shopifyApp: (ctx, { query }, { request }) => shopifyAppOf(ctx, kit, query.shop, request.hostname),
    openFromShop: (ctx, { body }, { request }) => openFromShop(ctx, kit, body.query, request.hostname),
    finishShopLogin: { manual: (entry, { body }, { request }) => finishShopLogin(entry, kit, body, request.hostname) },
    enterFromShop: {
      manual: (entry, { body }, { request }) =>
        entry.run('desk', async (ctx) => openShopSession(ctx, await redeemShopCode(ctx, body), originOf(request))),
    },
    pendingInstall: (ctx, { body }) => pendingInstall(ctx, kit, body.pending_install),
    linkInstall: {
      manual: (entry, { body }, { request }) => linkInstall(entry, kit, body, request),
    },
    startWoo: (ctx, { body }, { request }) => startWoo(ctx, kit, body, request.hostname),
    receiveWooKey: {
      manual: async (entry, { body }) => {
        await entry.run('desk', (ctx) => receiveWooKey(ctx, kit, body)); // nobody is logged in: the secret says whose it is
        return { done: true as const };
      },
    },
    wooOutcome: (ctx, { body }) => wooOutcome(ctx, body.user_id),
    connectWoo: { manual: (entry, { body }) => connectByKeys(entry, kit, body) },
  });
  return storesTasks(kit);
}
