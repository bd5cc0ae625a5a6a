import { featureEvent } from '#server/db/feature-event.ts';

/** A picture was kept that everybody may see by its hash. */
export const pictureKept = featureEvent<{ sha256: string }>();
