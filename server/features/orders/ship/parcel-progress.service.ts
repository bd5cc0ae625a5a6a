import type { OrderEventKind } from '#contract/order-events.ts';
import type { ParcelStatus } from '#contract/parcel-rules.ts';
import type { AccountCtx, Entry } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import { publish } from '#server/db/queue.ts';
import { termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import {
  updateLastMile,
  lockProgress,
  saidByCarrier,
  saveProgress,
  type ParcelProgress,
  closeDue,
  accountsToClose,
} from './ship.db.ts';
import type { OrderEvent } from '../records/evaluation.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { notifyShop } from './notify-shop.ts';

type Row = NonNullable<Awaited<ReturnType<typeof lockProgress>>>;

/** What the timeline says when a parcel comes into a state; of the other states it says nothing. */
const eventOfStatus: Partial<Record<ParcelStatus, OrderEventKind>> = {
  delivered: 'delivered',
  returned: 'parcel_returned',
  exception: 'parcel_exception',
  available_for_pickup: 'parcel_available_for_pickup',
};
const same = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime();

/**
 * An order follows where one of its parcels is: the first scan and a new number of the last mile reach the shop, arrivals
 * deliver the order, and what comes back undoes that. The version of nothing moves. Answers whether anything changed.
 */
export async function followParcel(ctx: AccountCtx, parcelId: string, state: ParcelProgress): Promise<boolean> {
  const row = await lockProgress(ctx, parcelId);
  if (!row || !differs(row, state)) return false;
  await saveProgress(ctx, parcelId, state);
  const lastMile = await followLastMile(ctx, parcelId, row, state);
  await noteProgress(ctx, row, state);
  const scanned = isScanned(state) || row.handed_over_at !== null;
  if ((scanned && !wasScanned(row)) || lastMile) {
    const parcel = { ...row, ...lastMile, account_id: ctx.account, parcel_id: parcelId };
    await notifyShop(ctx, { ...parcel, scanned }, { again: lastMile !== null });
  }
  if ((row.status === 'delivered') !== (state.status === 'delivered'))
    await reviewOrders(ctx, { orderIds: [row.order_id] });
  if (row.status !== state.status || lastMile) await announce(ctx, row.order_id);
  return true;
}

const isScanned = ({ first_scan_at }: Pick<ParcelProgress, 'first_scan_at'>) => first_scan_at !== null;
const wasScanned = (row: Row) => isScanned(row) || row.handed_over_at !== null;

function differs(row: Row, state: ParcelProgress): boolean {
  const { last_mile } = state;
  if (row.status !== state.status || row.substatus !== state.substatus) return true;
  if (last_mile !== null && row.last_mile_number !== last_mile.number) return true;
  return !(
    same(row.first_scan_at, state.first_scan_at) &&
    same(row.last_event_at, state.last_event_at) &&
    same(row.delivered_at, state.delivered_at)
  );
}

/** The carrier's word of the last mile counts where nobody wrote down another one. */
async function followLastMile(ctx: AccountCtx, parcelId: string, row: Row, { last_mile }: ParcelProgress) {
  const before = row.last_mile_number;
  if (!last_mile || last_mile.number === before || last_mile.number === row.tracking_number) return null;
  if (before !== null && !(await saidByCarrier(ctx, parcelId, before))) return null;
  const { carrier, number } = last_mile;
  await updateLastMile(ctx, parcelId, { carrier, tracking_number: number });
  const terms = termsOf([number]).map((term) => ({ order_id: row.order_id, term }));
  await saveTerms(ctx, terms);
  const data = { carrier, tracking_number: number };
  await noteEvents(ctx, [{ order_id: row.order_id, kind: 'last_mile', data }]);
  return { last_mile_carrier: carrier, last_mile_number: number };
}

async function noteProgress(ctx: AccountCtx, row: Row, state: ParcelProgress): Promise<void> {
  const { order_id, tracking_number } = row;
  const events: OrderEvent[] = [];
  if (isScanned(state) && !wasScanned(row)) events.push({ order_id, kind: 'scanned', data: { tracking_number } });
  const kind = eventOfStatus[state.status];
  if (row.status !== state.status && kind !== undefined) {
    events.push({ order_id, kind, data: { tracking_number, substatus: state.substatus } });
  }
  await noteEvents(ctx, events);
}

async function announce(ctx: AccountCtx, id: string): Promise<void> {
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
  publish(ctx, { account_id: null, kind: 'orders.changed', id });
}

/** Delivered orders stay open to their merchant’s claims for so many days. */
const claimDays = 30;
const atOnce = 500;

/** Closes what was delivered long ago and has no claim, account by account; staff can still open a claim for it. */
export async function closeDelivered(entry: Entry): Promise<void> {
  const before = new Date(entry.now.getTime() - claimDays * 86_400_000);
  const accounts = await entry.run('all_accounts', (ctx) => accountsToClose(ctx, before));
  await eachAlone(entry, accounts, 'delivered orders could not be closed', (account) =>
    closeOf(entry, account, before),
  );
}

async function closeOf(entry: Entry, account: { account_id: string }, before: Date): Promise<void> {
  for (let found = atOnce; found === atOnce; )
    found = await entry.run(account, async (ctx) => {
      const closed = await closeDue(ctx, before, atOnce);
      await noteEvents(
        ctx,
        closed.map((order_id) => ({ order_id, kind: 'closed' as const })),
      );
      await reviewOrders(ctx, { orderIds: closed });
      return closed.length;
    });
}
