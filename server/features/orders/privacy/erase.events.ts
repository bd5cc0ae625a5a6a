import { featureEvent } from '#server/db/feature-event.ts';

/** The buyers of these orders are erased (P12): whoever keeps words or files about orders empties theirs, in the same transaction. */
export const buyersErased = featureEvent<{ accountId: string; orderIds: readonly string[] }>();
