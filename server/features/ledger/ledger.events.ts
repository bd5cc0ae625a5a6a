import { featureEvent } from '#server/db/feature-event.ts';

/** Money left an account's wallet: less of it is available than before. */
export const balanceFell = featureEvent<{ account_id: string }>();
