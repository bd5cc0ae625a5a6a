import {
  CarrierError,
  type TrackingProvider,
  type CarrierEvent,
} from '#server/connectors/carriers/tracking-provider.ts';
import { type Ctx, type Entry, forAccount } from '#server/db/context.ts';
import { takeTrackingEvents } from './parcels-intake.service.ts';
import * as rows from './parcels.db.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The provider calls by itself; asking finds what a lost call would have told. */
const askEvery = 6 * hour;
const lease = 10 * minute;
const longestPause = 2 * hour;
const most = 800;
/** A parcel that arrived may still come back. */
const returnsWithin = 30 * 24 * hour;

/** Registers numbers that are new and asks for those whose time has come. Answers how many were asked for. */
export async function askCarriers(entry: Entry, provider: TrackingProvider | null): Promise<number> {
  if (!provider) return 0;
  let asked = 0;
  for (;;) {
    const due = await entry.run('all_accounts', (ctx) =>
      rows.takeDue(ctx, new Date(ctx.now.getTime() + lease), provider.atOnce),
    );
    if (due.length === 0) return asked;
    await askFor(entry, provider, due);
    asked += due.length;
    if (asked >= most) return asked;
  }
}

/** Asks for one parcel at once; answers false when the provider could not be asked. */
export async function askForParcel(
  entry: Entry,
  provider: TrackingProvider | null,
  parcel: { account_id: string; id: string },
): Promise<boolean> {
  if (!provider) return false;
  const numbers = await entry.run('all_accounts', (ctx) =>
    rows.takeParcel(forAccount(ctx, parcel.account_id), parcel.id),
  );
  return askFor(entry, provider, numbers);
}

async function askFor(entry: Entry, provider: TrackingProvider, due: readonly rows.Tracking[]): Promise<boolean> {
  try {
    const refused = await register(provider, due);
    const taken = due.filter(({ number }) => !refused.has(number));
    const words = provider.capabilities.asked && taken.length > 0 ? await provider.read(taken) : [];
    await takeTrackingEvents(entry, [...words, ...due.flatMap((one) => wordOfRefusal(one, refused, entry.now))]);
    await entry.run('all_accounts', (ctx) =>
      rows.saveAsked(
        ctx,
        due.map((one) => ({ ...one, next: after(ctx, refused.has(one.number) ? 'refused' : 'registered') })),
      ),
    );
    return true;
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    entry.log.warn({ error: error.message, numbers: due.length }, 'carriers could not be asked');
    await entry.run('all_accounts', (ctx) =>
      rows.saveAsked(
        ctx,
        due.map((one) => ({ ...one, next: later(ctx, one) })),
      ),
    );
    return false;
  }
}

async function register(provider: TrackingProvider, due: readonly rows.Tracking[]): Promise<Map<string, string>> {
  const fresh = due.filter(({ state }) => state === 'waiting');
  if (!provider.capabilities.registers || fresh.length === 0) return new Map();
  const { refused } = await provider.register(
    fresh.map(({ number, carrier, country }) => ({ number, carrier, country })),
  );
  return new Map(refused.map(({ number, reason }) => [number, reason]));
}

/** A number that no carrier knows is told like an exception, so that somebody corrects it. */
function wordOfRefusal(tracking: rows.Tracking, refused: ReadonlyMap<string, string>, now: Date): CarrierEvent[] {
  const { number, carrier } = tracking;
  const said = refused.get(number);
  if (said === undefined) return [];
  const word = { key: `refused:${number}`, number, carrier, status: 'exception', substatus: 'unrecognised' } as const;
  return [{ ...word, at: now.toISOString(), place: '', said: said.slice(0, 300), next: null }];
}

const after = (ctx: Ctx, state: 'registered' | 'refused') => ({
  state,
  due_at: new Date(ctx.now.getTime() + askEvery),
  attempts: 0,
});

/** Longer from try to try, so that a provider that is down is not besieged. */
function later(ctx: Ctx, { state, attempts }: rows.Tracking) {
  const pause = Math.min(minute * 2 ** attempts, longestPause);
  return { state, due_at: new Date(ctx.now.getTime() + pause), attempts: attempts + 1 };
}

/** Nightly: what arrived or came back long ago is not asked for any more. */
export async function retireOld(entry: Entry): Promise<void> {
  await entry.run('all_accounts', (ctx) => rows.retire(ctx, new Date(ctx.now.getTime() - returnsWithin)));
}
