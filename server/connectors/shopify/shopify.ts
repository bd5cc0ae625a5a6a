import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Ground } from '../../db/context.ts';
import type { SecretKey } from '../../lib/secrets.ts';
import { capabilitiesOf } from '../capabilities.ts';
import type { Connector, OrderCensus, ProductPublisher, ShopStates } from '../connector.ts';
import { bulkReader } from './bulk.ts';
import { orderCensus } from './census.ts';
import { fulfiller } from './fulfillment.ts';
import { shopifyGraphql } from './graphql.ts';
import { userErrors } from './graphql-answer.ts';
import { type OAuth, shopifyOAuth } from './oauth.ts';
import { orderReader } from './orders.ts';
import { pacing } from './pacing.ts';
import { productReader } from './products.ts';
import { productPublisher } from './publishing.ts';
import { expandScopes } from './scopes.ts';
import { shopAddress } from './shop-url.ts';
import { storeTokens, type Tokens } from './tokens.ts';
import { listSubscriptions, subscribe } from './webhooks.ts';

const identitySchema = z.object({
  shop: z.object({
    name: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    plan: z.object({ publicDisplayName: z.string() }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});
const uninstallSchema = z.object({ appUninstall: z.object({ userErrors }).nullable() });

export type ShopifyDeps = {
  ground: Ground;
  key: SecretKey;
  /** `https://{shop}`; the sandbox has its own. */
  shopUrl: string;
  states: ShopStates;
  wait?: (ms: number) => Promise<void>;
  bulkPollMs?: number;
};

export type Shopify = Connector & {
  oauth: OAuth;
  tokens: Tokens;
  address: (domain: string) => string;
  census: OrderCensus;
  publisher: ProductPublisher;
};

const realWait = async (ms: number) => {
  await pause(ms);
};

/** The Shopify connector: one per process, for every store. */
export function createShopify(deps: ShopifyDeps): Shopify {
  const { ground } = deps;
  const wait = deps.wait ?? realWait;
  const address = shopAddress(deps.shopUrl);
  const oauth = shopifyOAuth({ address, now: () => ground.clock.now(), wait });
  const tokens = storeTokens({ ground, key: deps.key, oauth, states: deps.states });
  const graphql = shopifyGraphql({
    address,
    tokens,
    states: deps.states,
    pacing: pacing(() => performance.now()),
    wait,
    log: ground.log,
    userAgent: 'Tradewind',
  });
  const orders = orderReader(graphql);
  const products = productReader(graphql);
  const bulk = bulkReader({ graphql, wait, pollMs: deps.bulkPollMs ?? 2_000, readOne: orders.one });
  const work = fulfiller(graphql);
  return {
    platform: 'shopify',
    capabilities: capabilitiesOf('shopify'),
    oauth,
    tokens,
    address,
    census: orderCensus(graphql),
    publisher: productPublisher(graphql, products),
    async identity(shop) {
      const { shop: found, currentAppInstallation } = await graphql.call(shop, 'ShopIdentity', {}, identitySchema);
      return {
        name: found.name,
        currency: found.currencyCode,
        time_zone: found.ianaTimezone,
        plan: found.plan.publicDisplayName,
        scopes: expandScopes(currentAppInstallation.accessScopes.map(({ handle }) => handle)),
      };
    },
    changedOrders: orders.changed,
    order: orders.one,
    countOrders: orders.count,
    bulkOrders: bulk.orders,
    changedProducts: products.changed,
    product: products.one,
    countProducts: products.count,
    planShipment: work.plan,
    ship: work.ship,
    updateTracking: work.updateTracking,
    cancelForeign: work.cancelForeign,
    releaseHolds: work.releaseHolds,
    subscriptions: (shop, callbackUrl) => listSubscriptions(graphql, shop, callbackUrl),
    subscribe: (shop, callbackUrl) => subscribe(graphql, shop, callbackUrl),
    async disconnect(shop) {
      await graphql.call(shop, 'AppSelfUninstall', {}, uninstallSchema, { once: true });
    },
  };
}
