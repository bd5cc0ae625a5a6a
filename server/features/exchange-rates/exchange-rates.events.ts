import { featureEvent } from '#server/db/feature-event.ts';

/** Rates of these days became known. */
export const ratesKnown = featureEvent<{ from: string; to: string }>();
