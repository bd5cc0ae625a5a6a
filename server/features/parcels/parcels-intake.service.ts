import type { CarrierCall, TrackingProvider, CarrierEvent } from '#server/connectors/carriers/tracking-provider.ts';
import { type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as rows from './parcel-events.db.ts';
import { parcelState } from './parcel-state.ts';
import { lookAgain } from './parcels-alerts.service.ts';
import { followParcel, saveUnderway } from '#server/features/orders/index.ts';
import { insertHistory, markRegistered, type ParcelHistory } from './parcels.db.ts';

export const callTask = 'carrier_call';

/** Clocks of carriers may be a day off; an event of the far future would never be followed by another. */
const ahead = 26 * 3_600_000;

/** Checks a call and keeps what it says, to be worked off after the answer. Throws `CarrierCallError`. */
export async function receiveCall(entry: Entry, provider: TrackingProvider, call: CarrierCall): Promise<void> {
  const { delivery_id, words } = provider.readCall(call);
  await entry.run('all_accounts', async (ctx) => {
    if (!(await rows.insertCall(ctx, provider.name, delivery_id, words))) return;
    const payload = { feed: provider.name, delivery_id };
    await enqueue(ctx, callTask, payload, { key: `${callTask}:${provider.name}:${delivery_id}` });
  });
}

/** Works off a kept call; may be repeated. */
export async function workOff(
  entry: Entry,
  { feed, delivery_id }: { feed: string; delivery_id: string },
): Promise<void> {
  const words = await entry.run('all_accounts', (ctx) => rows.findCall(ctx, feed, delivery_id));
  if (!words) return;
  await takeTrackingEvents(entry, words);
  await entry.run('all_accounts', (ctx) => rows.markDone(ctx, feed, delivery_id));
}

/** What carriers said reaches every parcel that is followed by those numbers, each in a transaction of its own. */
export async function takeTrackingEvents(entry: Entry, words: readonly CarrierEvent[]): Promise<void> {
  const byNumber = groupBy(words, ({ number }) => number);
  const followed = await entry.run('all_accounts', (ctx) => rows.findFollowed(ctx, [...byNumber.keys()]));
  const parcels = groupBy(followed, ({ parcel_id }) => parcel_id);
  for (const numbers of parcels.values()) {
    const [parcel] = numbers;
    if (!parcel) continue;
    const reported = numbers.flatMap(({ number }) => byNumber.get(number) ?? []);
    await entry.run({ account_id: parcel.account_id }, (ctx) => applyTrackingEvents(ctx, parcel, reported));
  }
}

/** Keeps words of one parcel and lets its order follow where the parcel is after all that is known of it. */
export async function applyTrackingEvents(
  ctx: Ctx,
  parcel: rows.Followed,
  words: readonly CarrierEvent[],
): Promise<void> {
  const locked = await rows.lockFollowed(ctx, parcel);
  if (!locked) return;
  const latest = new Date(ctx.now.getTime() + ahead).toISOString();
  const reported = words.map((word) => (word.at > latest ? { ...word, at: ctx.now.toISOString() } : word));
  await rows.insertWords(ctx, parcel, reported);
  const state = parcelState(await rows.findCounting(ctx, parcel), locked.handed_over);
  const changed = await followParcel(forAccount(ctx, parcel.account_id), parcel.parcel_id, state);
  if (changed) await lookAgain(forAccount(ctx, parcel.account_id), [locked.order_id]);
}

/**
 * Keeps what carriers said of many parcels in the past, in one go: the history of clients who come from elsewhere, and of
 * the demo workspace. Parcels that have not arrived are put where their events say; no order moves and no shop is notified.
 */
export async function recordHistories(ctx: Ctx, parcels: readonly ParcelHistory[]): Promise<void> {
  await insertHistory(ctx, parcels);
  const states = parcels
    .filter(({ settled }) => !settled)
    .map(({ account_id, parcel_id, words }) => {
      const events = words.map((word) => ({ ...word, at: new Date(word.at) }));
      return { account_id, parcel_id, ...parcelState(events, false) };
    });
  await saveUnderway(ctx, states);
  await markRegistered(ctx, states);
}
