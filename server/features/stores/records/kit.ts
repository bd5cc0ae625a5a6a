import { type Connector, ShopError, type ShopSession, type ProductPublisher } from '#server/connectors/connector.ts';
import type { Shopify } from '#server/connectors/shopify/shopify.ts';
import type { Ground } from '#server/db/context.ts';
import type { SecretKey } from '#server/lib/secrets.ts';

export type StoreRef = { account_id: string; id: string };
export type Applied = { created: number; updated: number; unchanged: number };

/** What speaks to shops in the running process: the connectors, and what they are called with. */
export type StoresKit = {
  ground: Ground;
  key: SecretKey;
  shopify: Shopify;
  woocommerce: Connector;
  /** Whether shops on this machine may be called: in tests and with the sandbox. */
  allowPrivate: boolean;
  publicUrl: string;
  /** The name that a shop's consent page asks for. */
  appName: string;
  /** First imports of more orders than this go by a bulk read (shopify.md §2.5). */
  bulkAbove: number;
};

/** Whole days in UTC, both ends within. */
export type DayRange = { from: string; to: string };

export const importKind = 'store_import';

/** What speaks to a store's shop. Throws `ShopError` for a store without one. */
export function connectorOf(kit: StoresKit, store: { platform: string }): Connector {
  const found = [kit.shopify, kit.woocommerce].find(({ platform }) => platform === store.platform);
  if (found) return found;
  throw new ShopError('refused', 'This store has no shop that can be asked.');
}

/** Imports and looks at one shop run one at a time. */
export const queueOf = (domain: string): string => `shop:${domain}`;

/** What a shop reports runs beside them: live orders do not wait for an import that takes minutes. */
export const hookQueueOf = (domain: string): string => `hooks:${domain}`;

export const sessionOf = (store: { account_id: string; id: string; domain: string }): ShopSession => ({
  account_id: store.account_id,
  store_id: store.id,
  domain: store.domain,
});

/** What putting products into shops needs of this feature. Shops fetch pictures by https, the sandbox by any address. */
export function publishingAt(kit: StoresKit): { publisher: ProductPublisher; picturesAt: string | null } {
  const reachable = kit.allowPrivate || kit.publicUrl.startsWith('https://');
  return { publisher: kit.shopify.publisher, picturesAt: reachable ? kit.publicUrl : null };
}
