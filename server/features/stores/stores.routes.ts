import type { FastifyRequest } from 'fastify';
import { stores } from '#contract/stores.ts';
import { createShopify } from '#server/connectors/shopify/shopify.ts';
import { createWooCommerce } from '#server/connectors/woocommerce/woocommerce.ts';
import type { Ctx, MerchantActor } from '#server/db/context.ts';
import type { Deliver } from '#server/db/outbox.ts';
import type { Tasks } from '#server/db/queue.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { secretKey } from '#server/lib/secrets.ts';
import { deliverParcel } from './parcel-push.ts';
import { deliverUnfulfil } from './store-unfulfil.ts';
import { authorize, shopifyAppOf, startAuthorization } from './store-authorization.service.ts';
import { listSubscriptions, repairSubscriptions, storeHealth } from './store-health.service.ts';
import { linkInstall, type MoveSession, openFromShop, pendingInstall } from './store-install.service.ts';
import { disconnectStore, leaving } from './store-leaving.service.ts';
import { finishShopLogin } from './store-login.service.ts';
import { getSettings, saveSettings } from './store-settings.service.ts';
import { storeStates } from './store-refusals.service.ts';
import { shopifyWebhookRoutes, wooWebhookRoutes } from './store-webhooks.routes.ts';
import { syncStore } from './store-look.service.ts';
import { storesTasks } from './stores.jobs.ts';
import type { StoresKit, StoresNeeds } from './stores-kit.ts';
import * as service from './stores.service.ts';
import { connectByKeys } from './store-woo-connect.service.ts';
import { receiveWooKey, startWoo, wooOutcome } from './store-woo-consent.service.ts';

const bulkAbove = 2_000;

/** What linking a store asks of sessions. */
type SessionActs = {
  moveSession(ctx: Ctx<MerchantActor>, accountId: string, request: FastifyRequest): ReturnType<MoveSession>;
};

/** The kit of the running process: its connector, its key, the acts of other features. */
export function storesKit({ ground, config }: Pick<Host, 'ground' | 'config'>, needs: StoresNeeds): StoresKit {
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
    needs,
    bulkAbove,
  };
}

/** Mounts the feature; answers its background tasks and its outbox handlers. */
export function storesRoutes(
  host: Host,
  kit: StoresKit,
  session: SessionActs,
): { tasks: Tasks; outbox: Record<string, Deliver> } {
  const { needs } = kit;
  mount(host, 'stores', stores, {
    list: (ctx, { query }) => service.listStores(ctx, query, needs),
    get: (ctx, { params }) => service.getStore(ctx, ctx.actor.account_id, params.id, needs),
    options: (ctx, { query }) => service.storeOptions(ctx, query),
    createFileStore: (ctx, { body }) => service.createFileStore(ctx, body, needs),
    authorizeUrl: (ctx, { query }, { request }) => startAuthorization(ctx, kit, query, request.hostname),
    authorize: { manual: (entry, { body }, { request }) => authorize(entry, kit, body, request.hostname) },
    reauthorizeStores: (ctx) => service.reauthorizeStores(ctx),
    sync: (ctx, { params, body }) => syncStore(ctx, params.id, body, needs),
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
    pendingInstall: (ctx, { body }) => pendingInstall(ctx, kit, body.pending_install),
    linkInstall: {
      manual: (entry, { body }, { request }) =>
        linkInstall(entry, kit, body, request.hostname, (ctx, id) => session.moveSession(ctx, id, request)),
    },
    startWoo: (ctx, { body }, { request }) => startWoo(ctx, kit, body, request.hostname),
    receiveWooKey: {
      manual: async (entry, { body }) => {
        await entry.run('desk', (ctx) => receiveWooKey(ctx, kit, body)); // nobody is logged in: the secret says whose it is
        return { done: true as const };
      },
    },
    wooOutcome: (ctx, { body }) => wooOutcome(ctx, kit, body.user_id),
    connectWoo: { manual: (entry, { body }) => connectByKeys(entry, kit, body) },
  });
  shopifyWebhookRoutes(host, kit);
  wooWebhookRoutes(host, kit);
  return {
    tasks: storesTasks(kit),
    outbox: { shop_fulfillment: deliverParcel(kit), shop_unfulfil: deliverUnfulfil(kit) },
  };
}
