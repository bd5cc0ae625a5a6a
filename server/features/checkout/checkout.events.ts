import { featureEvent } from '#server/db/feature-event.ts';

/** The job that paid the orders of a selection has ended: with their invoice, or null where nothing was paid. */
export const selectionEnded = featureEvent<{
  account_id: string;
  selection: string;
  invoice: { id: string; number: string } | null;
}>();
