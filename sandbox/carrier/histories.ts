/** A scan of a history: hours after its beginning, the service's tag, and what the carrier says. */
export type Step = {
  hours: number;
  tag: string;
  subtag?: string;
  /** A town where parcels begin, or a place of the country that this one goes to. */
  at?: 'Yiwu' | 'Hangzhou' | 'gateway' | 'door';
  message: string;
  /** From here on the country's own post brings it, under a number made from the first. */
  handsOver?: true;
};
export type History = { steps: readonly Step[]; end: string; note: string };

const day = 24;
const label: Step = { hours: 0, tag: 'InfoReceived', message: 'Shipment information received' };
const pickedUp: Step = {
  hours: 20,
  tag: 'InTransit',
  subtag: 'picked_up',
  at: 'Yiwu',
  message: 'Picked up',
};
const sorted: Step = {
  hours: 2 * day,
  tag: 'InTransit',
  at: 'Hangzhou',
  message: 'Left the sorting centre',
};
const flown: Step = { hours: 4 * day, tag: 'InTransit', at: 'Hangzhou', message: 'Departed by air' };
const landed: Step = {
  hours: 6 * day,
  tag: 'InTransit',
  at: 'gateway',
  message: 'Arrived in the destination country',
};
const cleared: Step = {
  hours: 7 * day,
  tag: 'InTransit',
  subtag: 'cleared',
  at: 'gateway',
  message: 'Released by customs',
};
const out: Step = { hours: 9 * day, tag: 'OutForDelivery', at: 'door', message: 'Out for delivery' };
const delivered: Step = {
  hours: 9 * day + 6,
  tag: 'Delivered',
  at: 'door',
  message: 'Delivered. Signed by: ADA MILLER',
};
const way = [label, pickedUp, sorted, flown, landed, cleared];

/** What can become of a parcel: named, with the state in which each ends. */
export const histories = {
  smooth: { steps: [...way, out, delivered], end: 'delivered', note: 'Every scan comes, and it arrives.' },
  no_first_scan: { steps: [label], end: 'info_received', note: 'A label, and never a scan.' },
  lost_in_transit: {
    steps: [
      label,
      pickedUp,
      sorted,
      { hours: 20 * day, tag: 'Exception', subtag: 'lost', message: 'The parcel cannot be found' },
    ],
    end: 'exception',
    note: 'It leaves and is declared lost.',
  },
  customs_hold: {
    steps: [
      ...way.slice(0, 5),
      {
        hours: 7 * day,
        tag: 'Exception',
        subtag: 'customs',
        at: 'gateway',
        message: 'Held by customs: papers are missing',
      },
      { ...cleared, hours: 12 * day },
      { ...out, hours: 14 * day },
      { ...delivered, hours: 14 * day + 5 },
    ],
    end: 'delivered',
    note: 'Customs holds it for five days.',
  },
  wrong_number: { steps: [], end: 'exception', note: 'The service knows no such number and refuses it.' },
  swapped_last_mile: {
    steps: [
      ...way,
      {
        hours: 8 * day,
        tag: 'InTransit',
        at: 'gateway',
        message: 'Handed to',
        handsOver: true,
      },
      out,
      delivered,
    ],
    end: 'delivered',
    note: 'Another carrier brings it to the door under a number of its own.',
  },
  delivered_then_returned: {
    steps: [
      ...way,
      out,
      delivered,
      {
        hours: 12 * day,
        tag: 'Exception',
        subtag: 'returning',
        at: 'door',
        message: 'Refused by the buyer afterwards',
      },
      { hours: 22 * day, tag: 'Returned', at: 'Yiwu', message: 'Back at the sender' },
    ],
    end: 'returned',
    note: 'It arrives, and comes back.',
  },
  two_parcels: {
    steps: [
      label,
      { ...pickedUp, hours: 30 },
      ...way.slice(2),
      { ...out, hours: 11 * day },
      { ...delivered, hours: 11 * day + 4 },
    ],
    end: 'delivered',
    note: 'The slower half of an order that left in two.',
  },
  out_of_order: {
    steps: [...way, out, delivered],
    end: 'delivered',
    note: 'The service tells the newest first, and some twice.',
  },
  silent_ten_days: { steps: way.slice(0, 4), end: 'in_transit', note: 'Nothing is heard after it has flown.' },
  attempt_failed: {
    steps: [
      ...way,
      out,
      {
        hours: 9 * day + 5,
        tag: 'AttemptFail',
        subtag: 'nobody_home',
        at: 'door',
        message: 'Nobody was at home',
      },
      { ...out, hours: 10 * day },
      { ...delivered, hours: 10 * day + 3 },
    ],
    end: 'delivered',
    note: 'The second attempt succeeds.',
  },
  pick_up_point: {
    steps: [
      ...way,
      {
        hours: 9 * day,
        tag: 'AvailableForPickup',
        at: 'door',
        message: 'Waiting at the pick-up point',
      },
      { ...delivered, hours: 13 * day, message: 'Collected by the recipient ADA MILLER' },
    ],
    end: 'delivered',
    note: 'The buyer fetches it after four days.',
  },
  given_up: {
    steps: [...way.slice(0, 3), { hours: 40 * day, tag: 'Expired', message: 'No further tracking is expected' }],
    end: 'expired',
    note: 'The service stops following it.',
  },
} as const satisfies Record<string, History>;

export type HistoryName = keyof typeof histories;
export const historyNames = Object.keys(histories) as HistoryName[]; // the keys of the object above

const at = (number: string, hash = 0) =>
  [...number].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, hash);

/** The number under which the last mile's carrier goes on. */
export const lastMileOf = (number: string): string => `94${String(at(number)).padStart(18, '0')}`;

/** What becomes of a number that nobody said anything about: mostly it arrives. */
export function usualHistory(number: string): HistoryName {
  const usual: readonly HistoryName[] = ['swapped_last_mile', 'customs_hold', 'attempt_failed', 'pick_up_point'];
  return usual[at(number) % 12] ?? 'smooth';
}
