import type { ClaimReason } from './claim-rules.ts';
import type { ParcelStatus } from './parcel-rules.ts';

/** Why a paid order is watched (domain.md §3.7). */
export const alertRules = ['no_number', 'no_scan', 'silent', 'exception', 'returned', 'late'] as const;
export type AlertRule = (typeof alertRules)[number];

/** What is said of a rule: of an order whose first parcel has left, the rest is missing. */
export const shownRule = (rule: AlertRule, partial: boolean): AlertRule | 'no_rest' =>
  rule === 'no_number' && partial ? 'no_rest' : rule;

const hour = 3_600_000;
const day = 24 * hour;

/** How long each step may take before somebody looks after it. */
export const patience = { number: 72 * hour, scan: 5 * day, silence: 10 * day, claim: 60 * day } as const;

/** A promise is made from so many days of deliveries, where there are enough of them (domain.md §2.2). */
export const promiseRules = { historyDays: 90, enough: 30 } as const;

/** What the rules know of a parcel; times in milliseconds. */
export type MonitoredParcel = {
  id: string;
  status: ParcelStatus;
  labelled_at: number;
  /** By the word of the warehouse or by the carrier's first scan. */
  handed_over_at: number | null;
  last_event_at: number | null;
};

/** What the rules know of an order. */
export type MonitoredOrder = {
  paid_at: number;
  /** Delivered, closed or cancelled: nothing is waited for, but for parcels that came back. */
  ended: boolean;
  held: boolean;
  /** A claim is open or decided: what came back has been seen to. */
  claimed: boolean;
  /** Units that are paid and have not left. */
  open: number;
  /** End of the last promised day. */
  promised_by: number | null;
  parcels: readonly MonitoredParcel[];
};

const moving: ReadonlySet<ParcelStatus> = new Set([
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'attempt_failed',
]);
const unscanned: ReadonlySet<ParcelStatus> = new Set(['pending', 'info_received']);
const over: ReadonlySet<ParcelStatus> = new Set(['delivered', 'returned']);
const lastWord = (parcel: MonitoredParcel) => parcel.last_event_at ?? parcel.handed_over_at ?? parcel.labelled_at;

/** From when on a rule holds; null while it cannot. */
type DueOf<Subject> = (order: MonitoredOrder, subject: Subject) => number | null;

const ofOrders: Partial<Record<AlertRule, DueOf<null>>> = {
  no_number: ({ ended, held, open, paid_at }) => (!ended && !held && open > 0 ? paid_at + patience.number : null),
  late: ({ ended, parcels, promised_by }) => (!ended && parcels.length === 0 ? promised_by : null),
};
const ofParcels: Partial<Record<AlertRule, DueOf<MonitoredParcel>>> = {
  no_scan: (_, parcel) =>
    unscanned.has(parcel.status) && parcel.handed_over_at === null ? parcel.labelled_at + patience.scan : null,
  silent: (_, parcel) =>
    moving.has(parcel.status) || parcel.status === 'expired' ? lastWord(parcel) + patience.silence : null,
  exception: (_, parcel) => (parcel.status === 'exception' ? lastWord(parcel) : null),
  returned: ({ claimed }, parcel) => (parcel.status === 'returned' && !claimed ? lastWord(parcel) : null),
  late: ({ promised_by }, parcel) => (over.has(parcel.status) ? null : promised_by),
};

export type Alert = { parcel_id: string | null; rule: AlertRule; since: number };

function duesOf(order: MonitoredOrder): Alert[] {
  const dues: { parcel_id: string | null; rule: AlertRule; since: number | null }[] = [];
  for (const rule of alertRules) {
    const [ofOrder, ofParcel] = [ofOrders[rule], ofParcels[rule]];
    if (ofOrder) dues.push({ parcel_id: null, rule, since: ofOrder(order, null) });
    if (!ofParcel || (order.ended && rule !== 'returned')) continue;
    for (const parcel of order.parcels) dues.push({ parcel_id: parcel.id, rule, since: ofParcel(order, parcel) });
  }
  return dues.flatMap(({ since, ...due }) => (since === null ? [] : [{ ...due, since }]));
}

/**
 * Why an order is watched now, and when to look again; null when nothing can come any more. Orders that are still under
 * way are looked at daily at least, for what tells nobody, such as a hold that ends.
 */
export function alertsOf(order: MonitoredOrder, now: number): { alerts: Alert[]; next: number | null } {
  const dues = duesOf(order);
  const alerts = dues
    .filter(({ since }) => since <= now)
    .filter(({ rule, since }) => rule !== 'returned' || now - since < patience.claim);
  const coming = dues.map(({ since }) => since).filter((since) => since > now);
  const next = Math.min(...coming, now + day);
  const arrived = order.open === 0 && order.parcels.length > 0 && order.parcels.every(({ status }) => over.has(status));
  return { alerts, next: (order.ended || arrived) && alerts.length === 0 ? null : next };
}

const claimOfTrouble: Record<string, ClaimReason> = {
  customs: 'customs',
  damaged: 'damaged',
  returning: 'returned_to_sender',
  refused: 'returned_to_sender',
  lost: 'lost',
};
const claimOfRule: Record<AlertRule, ClaimReason> = {
  no_number: 'late',
  no_scan: 'not_received',
  silent: 'lost',
  exception: 'not_received',
  returned: 'returned_to_sender',
  late: 'late',
};

/** What a claim for a watched parcel would be about. */
export function claimReasonOf(rule: AlertRule, trouble: string | null): ClaimReason {
  const reported = rule === 'exception' && trouble !== null ? claimOfTrouble[trouble] : undefined;
  return reported ?? claimOfRule[rule];
}

/** What is to happen next with a parcel, and by when; null when nothing is. */
export type Expected = { what: 'scan' | 'event' | 'delivery' | 'pickup' | 'attempt' | 'answer'; by: number | null };

/** The next word that is expected of a carrier. */
export function expectedOf(parcel: MonitoredParcel, promised_by: number | null): Expected | null {
  const { status } = parcel;
  if (over.has(status)) return null;
  if (unscanned.has(status) && parcel.handed_over_at === null)
    return { what: 'scan', by: parcel.labelled_at + patience.scan };
  if (status === 'exception') return { what: 'answer', by: lastWord(parcel) + patience.silence };
  if (status === 'available_for_pickup') return { what: 'pickup', by: null };
  if (status === 'attempt_failed') return { what: 'attempt', by: lastWord(parcel) + patience.silence };
  if (status === 'out_for_delivery' || promised_by !== null) return { what: 'delivery', by: promised_by };
  return { what: 'event', by: lastWord(parcel) + patience.silence };
}
