import { featureEvent } from '#server/db/feature-event.ts';

/** Stock became available: orders that wait for it, those that wait longest first, or all orders with these SKUs. */
export const stockReleased = featureEvent<{
  accountId: string;
  which: { orderIds: readonly string[] } | { skuIds: readonly string[] };
}>();

/** Units of an order came back and are in stock again. */
export const unitsReturned = featureEvent<{ accountId: string; orderId: string }>();
