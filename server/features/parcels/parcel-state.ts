import type { ParcelStatus } from '#contract/parcel-rules.ts';

/** What a carrier said of a parcel. */
export type ParcelEvent = {
  key: string;
  /** Null: something that does not move the parcel. */
  status: ParcelStatus | null;
  substatus: string | null;
  at: Date;
  next: { carrier: string; number: string } | null;
};

export type ParcelState = {
  status: ParcelStatus;
  substatus: string | null;
  first_scan_at: Date | null;
  last_event_at: Date | null;
  delivered_at: Date | null;
  /** Who brings it to the door, as the carrier said last. */
  last_mile: { carrier: string; number: string } | null;
};

/** Of events of the same moment the one that is further along counts. */
const rank: Record<ParcelStatus, number> = {
  pending: 0,
  info_received: 1,
  expired: 2,
  in_transit: 3,
  exception: 4,
  attempt_failed: 5,
  available_for_pickup: 6,
  out_for_delivery: 7,
  delivered: 8,
  returned: 9,
};
const beforeScan: ReadonlySet<ParcelStatus> = new Set(['pending', 'info_received', 'expired']);

/** Exceptions that a carrier can have without ever having had the parcel. */
const withoutParcel: ReadonlySet<string> = new Set(['unrecognised', 'address']);

const isScan = ({ status, substatus }: ParcelEvent) =>
  status !== null && !beforeScan.has(status) && !(status === 'exception' && withoutParcel.has(substatus ?? ''));

/** A total order, so that any sequence of the same events is the same history. */
function byTime(a: ParcelEvent, b: ParcelEvent): number {
  const weight = ({ status }: ParcelEvent) => (status === null ? -1 : rank[status]);
  return a.at.getTime() - b.at.getTime() || weight(a) - weight(b) || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** Whether an event can follow where the parcel is: labels do not undo scans, and only a return undoes a delivery. */
function follows(state: ParcelState, { status, substatus }: ParcelEvent): boolean {
  if (status === null || state.status === 'returned') return false;
  if (state.status === 'delivered')
    return status === 'returned' || (status === 'exception' && (substatus === 'returning' || substatus === 'refused'));
  if (status === 'pending') return false;
  return status !== 'info_received' || state.status === 'pending';
}

/**
 * Where a parcel is after these events, whatever their sequence and however often each came. `handedOver`: the warehouse
 * has given it away, whatever the carrier has said.
 */
export function parcelState(events: readonly ParcelEvent[], handedOver: boolean): ParcelState {
  const known = [...new Map(events.map((event) => [event.key, event])).values()].sort(byTime);
  const state: ParcelState = {
    status: handedOver ? 'in_transit' : 'pending',
    substatus: null,
    first_scan_at: null,
    last_event_at: known.findLast(({ status }) => status !== 'expired')?.at ?? null, // giving up is no word of the parcel
    delivered_at: null,
    last_mile: null,
  };
  for (const event of known) {
    if (isScan(event)) state.first_scan_at ??= event.at;
    if (event.next) state.last_mile = event.next;
    if (!follows(state, event) || event.status === null) continue;
    state.status = event.status;
    state.substatus = event.substatus;
    if (event.status === 'delivered') state.delivered_at = event.at;
    else state.delivered_at = null;
  }
  return state;
}
