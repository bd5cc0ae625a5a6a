import type { ShopProduct } from '#server/connectors/connector.ts';
import { featureEvent } from '#server/db/feature-event.ts';

/** What variants consist of changed, or can no longer be relied on: open orders with them, or with these SKUs, follow. */
export const mappingChanged = featureEvent<{
  accountId: string;
  which: { variantIds: readonly string[]; skuIds?: readonly string[] };
}>();

/** Products of a store were brought to what its shop says; `changed`: some of them were new or different here. */
export const productsApplied = featureEvent<{
  store: { account_id: string; id: string };
  products: readonly ShopProduct[];
  changed: boolean;
}>();
