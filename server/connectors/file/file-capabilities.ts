import type { Capabilities } from '../connector.ts';

/** A store that lives by files: nothing is asked of a shop and nothing is told to one. */
export const fileCapabilities: Capabilities = {
  webhooks: false,
  products: false,
  pushesTracking: false,
  partialShipments: true,
  needsAuthorization: false,
};
