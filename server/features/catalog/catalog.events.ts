import { featureEvent } from '#server/db/feature-event.ts';

/** The catalogue offers something new, or one SKU is described otherwise or offered no longer (`skuId`). */
export const catalogChanged = featureEvent<{ skuId: string | null }>();
