import { setTimeout as pause } from 'node:timers/promises';
import { type Ctx, entryFor, type Ground } from '../../db/context.ts';
import type { SecretKey } from '../../lib/secrets.ts';
import { capabilitiesOf } from '../capabilities.ts';
import { type Connector, ShopError, type ShopSession, type ShopStates } from '../connector.ts';
import { findAccess, findHookSecret, noteSentBy } from './keys.ts';
import { orderReader } from './orders.ts';
import { courtesy } from './pacing.ts';
import { productReader } from './products.ts';
import { wooRest } from './rest.ts';
import { shopSettings } from './settings.ts';
import { tracker } from './tracking.ts';
import { listSubscriptions, subscribe, unsubscribe } from './webhooks.ts';

export type WooCommerceDeps = {
  ground: Ground;
  key: SecretKey;
  states: ShopStates;
  /** Tests and the sandbox only: shops on this machine. */
  allowPrivate: boolean;
  wait?: (ms: number) => Promise<void>;
};

const realWait = async (ms: number) => {
  await pause(ms);
};

/** The WooCommerce connector (REST, version 3): one per process, for every store. */
export function createWooCommerce(deps: WooCommerceDeps): Connector {
  const { ground, key } = deps;
  const inAccount = <T>(shop: ShopSession, action: (ctx: Ctx) => Promise<T>): Promise<T> =>
    entryFor(ground, { kind: 'system', name: 'woocommerce' }, 'woocommerce').run(
      { account_id: shop.account_id },
      action,
    );
  const refOf = (shop: ShopSession) => ({ account_id: shop.account_id, id: shop.store_id });
  const rest = wooRest({
    access: (shop) => inAccount(shop, (ctx) => findAccess(ctx, key, refOf(shop))),
    noteSentBy: (shop, sentBy) => inAccount(shop, (ctx) => noteSentBy(ctx, refOf(shop), sentBy)),
    states: deps.states,
    courtesy: courtesy(() => performance.now()),
    allowPrivate: deps.allowPrivate,
    wait: deps.wait ?? realWait,
    log: ground.log,
  });
  const settings = shopSettings(rest, () => performance.now());
  const orders = orderReader(rest);
  const products = productReader(rest, settings.facts);
  const tracking = tracker(rest, orders);
  return {
    platform: 'woocommerce',
    capabilities: capabilitiesOf('woocommerce'),
    identity: settings.identity,
    changedOrders: orders.changed,
    order: orders.one,
    countOrders: orders.count,
    bulkOrders: () => Promise.reject(new ShopError('refused', 'WooCommerce has no bulk reads.')),
    changedProducts: products.changed,
    product: products.one,
    countProducts: products.count,
    planShipment: tracking.plan,
    ship: tracking.ship,
    updateTracking: tracking.updateTracking,
    subscriptions: (shop, callbackUrl) => listSubscriptions(rest, shop, callbackUrl),
    async subscribe(shop, callbackUrl) {
      const hook = await inAccount(shop, (ctx) => findHookSecret(ctx, key, shop.store_id));
      if (!hook) throw new ShopError('needs_reauth', 'We don’t have access to the store. Re-authorize it.');
      await subscribe(rest, shop, callbackUrl, hook.secret);
    },
    disconnect: (shop) => unsubscribe(rest, shop),
  };
}
