import type pg from 'pg';

/** The app (the portal) as it is registered with the sandbox's Shopify. */
export type ShopApp = {
  clientId: string;
  secret: string;
  /** Allow-listed redirection URLs; compared exactly. */
  redirectUrls: string[];
  /** Where compliance topics go; without it they go where the shop's own subscriptions went. */
  complianceUrl?: string;
};

/** Behaviour of the sandbox's Shopify that tests shorten. */
export type ShopSettings = {
  /** Fulfilment orders appear this long after their order (shopify.md §2.8). */
  routingDelayMs: number;
  /** Gaps between the attempts of one webhook delivery, compressed from Shopify's 4 hours. */
  hookRetryMs: number[];
  /** A receiver must have answered within this time. */
  hookTimeoutMs: number;
  /** Life of an access token, in seconds. */
  accessTokenSeconds: number;
  /** Visiting the consent page of an unknown shop creates a small demo shop. */
  createUnknownShops: boolean;
  /** A bulk operation stays CREATED and RUNNING at least this long each. */
  bulkStepMs: number;
};

export const DEFAULT_SETTINGS: ShopSettings = {
  routingDelayMs: 1500,
  hookRetryMs: [1_000, 3_000, 8_000, 20_000, 60_000, 120_000, 300_000, 600_000],
  hookTimeoutMs: 5_000,
  accessTokenSeconds: 3_600,
  createUnknownShops: true,
  bulkStepMs: 50,
};

/** What every part of the sandbox's Shopify works with. */
export type ShopRuntime = {
  pool: pg.Pool;
  app: ShopApp;
  settings: ShopSettings;
  /** Public address of the sandbox's HTTP server, without a trailing slash; known once it listens. */
  baseUrl: () => string;
  now: () => Date;
  /** Tells the webhook sender that deliveries may be waiting. */
  poke: () => void;
};
