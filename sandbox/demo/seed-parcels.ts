import { sql } from 'kysely';
import { wordsOf } from '#server/connectors/carriers/tracking-schemas.ts';
import { recordHistories } from '#server/features/parcels/parcels-intake.service.ts';
import { checkDueOrders } from '#server/features/parcels/parcels-alerts.service.ts';
import { measureTransit } from '#server/features/parcels/parcels-alerts.service.ts';
import { checkpointsOf } from '../carrier/carrier-store.ts';
import { type HistoryName, histories } from '../carrier/histories.ts';
import type { Thread } from './portal.ts';
import type { Account, Context } from './seed-merchant.ts';
import type { ParcelHistory } from '#server/features/parcels/parcels.db.ts';

const day = 86_400_000;
/** Of what arrived longer ago nobody looks up the scans any more. */
const rememberedDays = 21;

type Row = {
  account_id: string;
  id: string;
  carrier: string;
  number: string;
  shipped_at: Date;
  delivered_at: Date | null;
  country: string | null;
  city: string | null;
  place: number;
};

/** What carriers said of an account's parcels. */
export async function tellScans({ thread, world: { now } }: Context, { account_id }: Account): Promise<void> {
  const since = new Date(now.getTime() - rememberedDays * day);
  await thread.allAccounts(async (ctx) => {
    const { rows } = await sql<Row>`
      SELECT p.account_id, p.id, p.carrier, p.tracking_number AS number, p.shipped_at, p.delivered_at, o.country, r.city,
        (row_number() OVER (PARTITION BY p.delivered_at IS NULL ORDER BY p.shipped_at, p.id))::int AS place
      FROM parcels p JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id
      LEFT JOIN order_recipients r ON r.account_id = o.account_id AND r.order_id = o.id
      WHERE p.account_id = ${account_id} AND (p.delivered_at IS NULL OR p.delivered_at > ${since})`.execute(ctx.db);
    await recordHistories(
      ctx,
      rows.map((row) => historyOf(row, now)),
    );
  });
}

/** Which parcels are watched by now, and how long deliveries took. */
export async function judgeParcels(thread: Thread): Promise<void> {
  const entry = thread.as({ kind: 'system' as const, name: 'demo' });
  await checkDueOrders(entry);
  await measureTransit(entry);
}

/** A parcel's scans between its label and its arrival, or until now; a few of those under way have some trouble. */
function historyOf(row: Row, now: Date): ParcelHistory {
  const { account_id, id, carrier, number, shipped_at, delivered_at } = row;
  const history = delivered_at ? 'smooth' : historyUnderWay(row, now);
  const { steps } = histories[history];
  const last = (steps.at(-1)?.hours ?? 1) * 3_600_000;
  const took = (delivered_at ?? now).getTime() - shipped_at.getTime();
  // what has arrived took as long as it did; what is under way is told at its own pace
  const speed = delivered_at ? last / took : paceOf(history, took);
  const to = row.country === null ? null : { country: row.country, town: row.city };
  const known = { number, carrier, history, begins_at: shipped_at, followed: true, told: 0, to };
  const told = checkpointsOf(known, delivered_at ?? now, speed);
  const checkpoints = delivered_at ? told : told.filter(({ tag }) => tag !== 'Delivered' && tag !== 'Returned');
  return {
    account_id,
    parcel_id: id,
    settled: delivered_at !== null,
    words: wordsOf({ number, carrier, checkpoints }),
  };
}

/** Of so many parcels under way, the oldest first, three have some trouble. */
const few = 90;
const atEnd = 9 * day;

/** Slow lines are slower all the way: nothing that is under way has arrived. */
function paceOf(history: HistoryName, took: number): number {
  return history === 'smooth' && took > atEnd ? (atEnd - day) / took : 1;
}

function historyUnderWay({ place, shipped_at }: Row, now: Date): HistoryName {
  const age = now.getTime() - shipped_at.getTime();
  if (place % few === 4 && age > 5 * day) return 'no_first_scan';
  if (place % few === 6 && age > 7 * day) return 'customs_hold';
  if (place % few === 2 && age > 14 * day) return 'silent_ten_days';
  return 'smooth';
}
