import { featureEvent } from '#server/db/feature-event.ts';

/** Units of orders were cancelled, or what was paid for orders changed: open claims about them follow. */
export const unitsCancelled = featureEvent<{ accountId: string; orderIds: readonly string[] }>();
