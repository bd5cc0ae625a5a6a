import type { Ctx } from '#server/db/context.ts';
import { insertHistory, saveStates, type ParcelHistory } from './parcels-history.db.ts';
import { parcelState } from './parcel-state.ts';

/**
 * Keeps what carriers said of many parcels in the past, in one go: the history of clients who come from elsewhere, and of
 * the demo workspace. Parcels that have not arrived are put where their events say; no order moves and no shop is told.
 */
export async function recordHistories(ctx: Ctx, parcels: readonly ParcelHistory[]): Promise<void> {
  await insertHistory(ctx, parcels);
  const states = parcels
    .filter(({ settled }) => !settled)
    .map(({ account_id, parcel_id, words }) => {
      const events = words.map((word) => ({ ...word, at: new Date(word.at) }));
      return { account_id, parcel_id, ...parcelState(events, false) };
    });
  await saveStates(ctx, states);
}
