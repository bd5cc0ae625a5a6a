import type { Capabilities } from '#contract/store-capabilities.ts';
import type { Platform } from './connector.ts';

const none: Capabilities = {
  reads_shop: false,
  bulk_reads: false,
  compares_orders: false,
  webhooks: false,
  tells_removal: false,
  pushes_tracking: false,
  cancels_fulfilments: false,
  releases_holds: false,
  publishes_products: false,
  partial_shipments: false,
  authorization: 'none',
  scopes: false,
  privacy_requests: false,
};

const byPlatform: Record<Platform, Capabilities> = {
  shopify: {
    reads_shop: true,
    bulk_reads: true,
    compares_orders: true,
    webhooks: true,
    tells_removal: true,
    pushes_tracking: true,
    cancels_fulfilments: true,
    releases_holds: true,
    publishes_products: true,
    partial_shipments: true,
    authorization: 'consent',
    scopes: true,
    privacy_requests: true,
  },
  // A removed key shows only when it is used (shopify.md §5.2); there is no app, so there are no scopes to grant.
  woocommerce: {
    ...none,
    reads_shop: true,
    webhooks: true,
    pushes_tracking: true,
    partial_shipments: true,
    authorization: 'consent_or_keys',
  },
  // A store that lives by files: nothing is asked of a shop and nothing is told to one.
  file: { ...none, partial_shipments: true },
};

const isPlatform = (text: string): text is Platform => Object.hasOwn(byPlatform, text);

/** What can be done with shops of a platform, by the word in the store's row. */
export function capabilitiesOf(platform: string): Capabilities {
  return isPlatform(platform) ? byPlatform[platform] : none;
}

/** Platforms whose stores can do something. */
export const platformsThat = (can: (capabilities: Capabilities) => boolean): Platform[] =>
  Object.keys(byPlatform)
    .filter(isPlatform)
    .filter((platform) => can(byPlatform[platform]));

/** The host that a shop keeps its product pictures on, where that is the shop's own; null where one host serves all shops. */
export function pictureHostOf(platform: string, domain: string): string | null {
  if (platform !== 'woocommerce' || !URL.canParse(`https://${domain}`)) return null;
  return new URL(`https://${domain}`).hostname;
}
