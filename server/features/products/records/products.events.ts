import type { ShopProduct } from '#server/connectors/connector.ts';
import { featureEvent } from '#server/db/feature-event.ts';

/** Variants are about to consist of something else: open orders with them keep (`kept`) what they consist of until now, or follow. */
export const mappingChanges = featureEvent<{ accountId: string; variantIds: readonly string[]; kept: boolean }>();

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
