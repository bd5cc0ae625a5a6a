import { featureEvent } from '#server/db/feature-event.ts';

/** New pictures can be searched: what was suggested for variants may be another thing now. */
export const picturesDescribed = featureEvent<object>();
