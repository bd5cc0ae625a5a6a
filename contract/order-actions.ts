import type { OrderReason } from './order-reasons.ts';
import type { Action, Rights, StaffRole } from './rights.ts';

/** States of an order (P8): derived from its lines, its parcels and its payment, never set manually. */
export const stages = [
  'imported',
  'quoting',
  'awaiting_payment',
  'paying',
  'processing',
  'ready_to_ship',
  'partially_shipped',
  'shipped',
  'delivered',
  'closed',
  'self_fulfilled',
  'cancelled',
  'merged',
] as const;
export type Stage = (typeof stages)[number];

/** How far the warehouse is with a paid order; nothing while nobody has begun. */
export const fulfilmentSteps = ['bought', 'picked', 'packed'] as const;
export type FulfilmentStep = (typeof fulfilmentSteps)[number];

/** All that decides what may be done with an order. */
export type ActionFacts = {
  stage: Stage;
  held: boolean;
  fulfilment_step: FulfilmentStep | null;
  /** It is on an open invoice. */
  invoiced: boolean;
  /** A cancellation is asked for and not answered. */
  cancel_asked: boolean;
  /** Units that are paid and still to be sent. */
  open: number;
  /** Units that have left. */
  shipped: number;
  /** Units that came to a paid order and are not paid. */
  added: number;
  /** The added units have a price and nothing stops them. */
  added_payable: boolean;
  /** Paid units that the shop took away, and that were not given back. */
  removed: number;
  /** Units that may go to another order, and those that came from others. */
  movable: number;
  gathered: number;
  /** Units that replacements send instead, and those of them whose replacement can still be cancelled at once. */
  replaced: number;
  recallable: number;
  blocks: readonly string[];
};

/** Who acts: a member of the client, or staff of the provider. */
export type Who = { kind: 'merchant'; rights: Rights } | { kind: 'staff'; roles: readonly StaffRole[] };

type Guard = (facts: ActionFacts) => OrderReason | null;
type Moves = Partial<Record<Stage, readonly Stage[]>>;
/** An action as the table describes it. */
export type ActionRow = {
  /** The right that it needs at the client’s side, or the roles at the provider’s; the system asks nobody. */
  by: { feature: 'orders' | 'claims'; action: Action } | { roles: readonly StaffRole[] } | 'system';
  /** The states in which it is possible, each with those it may lead to. */
  moves: Moves;
  /** Refusals of states that say more than that they are the wrong ones. */
  because?: Partial<Record<Stage, OrderReason>>;
  guards?: readonly Guard[];
};

const edit = { feature: 'orders', action: 'edit' } as const;
const pay = { feature: 'orders', action: 'pay' } as const;
const claims = { feature: 'claims', action: 'edit' } as const;
const warehouse = { roles: ['warehouse'] } as const;

const stay = (...at: Stage[]): Moves => Object.fromEntries(at.map((stage) => [stage, [stage]]));
const unpaid = ['imported', 'quoting', 'awaiting_payment'] as const;

const notHeld: Guard = ({ held }) => (held ? 'held' : null);
const notAsked: Guard = ({ cancel_asked }) => (cancel_asked ? 'cancel_asked' : null);
const notPacked: Guard = ({ fulfilment_step }) => (fulfilment_step === 'packed' ? 'packed' : null);
const somethingOpen: Guard = ({ open }) => (open === 0 ? 'nothing_open' : null);
const notStopped: Guard = ({ blocks }) => {
  if (blocks.includes('STORE_HOLD')) return 'held_in_store';
  if (blocks.includes('COUNTRY_CHANGED')) return 'country_changed';
  return blocks.includes('MARKED_FULFILLED_IN_STORE') ? 'sent_by_other' : null;
};
const toSend: readonly Guard[] = [somethingOpen, notHeld, notStopped, notAsked];

/**
 * The one table of what may be done with an order: by whom, in which states, where it leads, and why not. The API refuses
 * by it, the buttons come from it, and docs/ORDER-STATES.md is written from it.
 */
export const orderActions = {
  hold: {
    by: edit,
    moves: {
      ...stay('imported', 'quoting', 'processing', 'ready_to_ship', 'partially_shipped'),
      awaiting_payment: ['imported'],
    },
    guards: [({ held }) => (held ? 'held_already' : null)],
  },
  release: {
    by: edit,
    moves: { ...stay(...stages), imported: ['imported', 'quoting', 'awaiting_payment'] },
    guards: [({ held }) => (held ? null : 'not_held')],
  },
  confirm: {
    by: pay,
    moves: { imported: ['imported', 'awaiting_payment'] },
    guards: [({ blocks }) => (blocks.some((code) => confirmableBlocks.has(code)) ? null : 'nothing_to_confirm')],
  },
  edit_address: {
    by: edit,
    moves: { ...stay('processing'), ...leads(unpaid, unpaid) },
    because: { partially_shipped: 'partly_left' },
    guards: [notPacked, notAsked],
  },
  change_channel: {
    by: edit,
    moves: { ...stay('processing'), ...leads(unpaid, unpaid) },
    because: { partially_shipped: 'partly_left' },
    guards: [notPacked, notAsked, ({ replaced }) => (replaced > 0 ? 'replaced' : null)],
  },
  change_lines: {
    by: edit,
    moves: leads(unpaid, [...unpaid, 'self_fulfilled']),
    because: paidBecause('paid_for_this'),
  },
  /** Some of its units become an order of their own. */
  split: {
    by: edit,
    moves: leads(unpaid, unpaid),
    because: paidBecause('paid_as_one'),
    guards: [notHeld, ({ movable }) => (movable > 1 ? null : 'one_unit')],
  },
  /** Units of one order are sent with another one; both must allow it. */
  merge: {
    by: edit,
    moves: leads(unpaid, [...unpaid, 'merged']),
    because: paidBecause('paid_as_one'),
    guards: [notHeld, ({ movable }) => (movable > 0 ? null : 'nothing_to_move')],
  },
  /** Units that came from other orders go back to them. */
  put_back: {
    by: edit,
    moves: leads(unpaid, [...unpaid, 'merged']),
    because: paidBecause('paid_as_one'),
    guards: [notHeld, ({ gathered }) => (gathered > 0 ? null : 'nothing_gathered')],
  },
  pay: {
    by: pay,
    moves: { awaiting_payment: ['processing'], ...addition() },
    because: { imported: 'not_priced', quoting: 'quoting' },
    guards: [
      notHeld,
      notAsked,
      ({ stage, added, added_payable }) => {
        if (stage === 'awaiting_payment' || (added > 0 && added_payable)) return null;
        return added > 0 ? 'stopped' : 'paid';
      },
    ],
  },
  cancel: {
    by: edit,
    // Where replacements send all of it, it is closed: those that nobody prepares are cancelled with it.
    moves: leads([...unpaid, 'processing', 'closed'], ['cancelled']),
    because: { ready_to_ship: 'packed', partially_shipped: 'partly_left' },
    guards: [
      ({ stage, recallable }) => (stage === 'closed' && recallable === 0 ? 'closed' : null),
      notAsked,
      ({ fulfilment_step }) =>
        fulfilment_step === null ? null : fulfilment_step === 'packed' ? 'packed' : 'being_prepared',
    ],
  },
  request_cancel: {
    by: edit,
    moves: stay('processing', 'partially_shipped'),
    because: {
      imported: 'unpaid_cancel',
      quoting: 'unpaid_cancel',
      awaiting_payment: 'unpaid_cancel',
      ready_to_ship: 'packed',
    },
    guards: [
      notAsked,
      notPacked,
      somethingOpen,
      ({ stage, fulfilment_step }) => (stage === 'processing' && fulfilment_step === null ? 'not_prepared' : null),
    ],
  },
  request_take_back: {
    by: edit,
    moves: stay('processing', 'partially_shipped', 'shipped', 'delivered'),
    because: { ready_to_ship: 'packed' },
    guards: [
      ({ removed }) => (removed > 0 ? null : 'nothing_removed'),
      notAsked,
      notPacked,
      ({ fulfilment_step }) => (fulfilment_step === null ? 'not_prepared_back' : null),
    ],
  },
  withdraw_cancel: {
    by: edit,
    moves: stay('processing', 'partially_shipped', 'shipped', 'delivered'),
    guards: [asked],
  },
  decide_cancel: {
    by: { roles: ['agent', 'warehouse'] },
    moves: {
      ...stay('shipped', 'delivered'),
      processing: ['processing', 'cancelled'],
      partially_shipped: ['partially_shipped', 'shipped', 'delivered'],
    },
    guards: [asked],
  },
  take_back: {
    by: edit,
    moves: {
      processing: ['processing', 'cancelled'],
      ...stay('partially_shipped', 'shipped', 'delivered'),
    },
    because: { ready_to_ship: 'packed' },
    guards: [
      ({ removed }) => (removed > 0 ? null : 'nothing_removed'),
      notAsked,
      ({ fulfilment_step }) =>
        fulfilment_step === null ? null : fulfilment_step === 'packed' ? 'packed' : 'being_prepared',
    ],
  },
  cancel_fulfilment: {
    by: edit,
    moves: stay('imported', 'processing', 'ready_to_ship', 'partially_shipped'),
    guards: [({ blocks }) => (blocks.includes('MARKED_FULFILLED_IN_STORE') ? null : 'not_sent_by_other')],
  },
  release_in_store: {
    by: edit,
    moves: stay('imported', 'quoting', 'processing', 'ready_to_ship', 'partially_shipped'),
    guards: [({ blocks }) => (blocks.includes('STORE_HOLD') ? null : 'not_held_in_store')],
  },
  claim: {
    by: claims,
    moves: stay('partially_shipped', 'shipped', 'delivered', 'closed'),
    because: { processing: 'not_left', ready_to_ship: 'not_left' },
    guards: [({ shipped }) => (shipped > 0 ? null : 'not_left')],
  },
  buy: {
    by: warehouse,
    moves: stay('processing', 'partially_shipped'),
    guards: [
      ...toSend,
      ({ fulfilment_step }) => (fulfilment_step === null ? null : fulfilment_step === 'bought' ? 'bought' : 'picked'),
    ],
  },
  pick: {
    by: warehouse,
    moves: stay('processing', 'partially_shipped'),
    guards: [...toSend, ({ fulfilment_step }) => (fulfilment_step === 'picked' ? 'picked' : null), notPacked],
  },
  pack: {
    by: warehouse,
    moves: { ...stay('partially_shipped'), processing: ['ready_to_ship'] },
    guards: [...toSend, notPacked],
  },
  unpack: {
    by: warehouse,
    moves: { ...stay('partially_shipped'), ready_to_ship: ['processing'] },
    because: { processing: 'not_packed' },
    guards: [({ fulfilment_step }) => (fulfilment_step === 'packed' ? null : 'not_packed')],
  },
  ship: {
    by: warehouse,
    moves: leads(['processing', 'ready_to_ship', 'partially_shipped'], ['partially_shipped', 'shipped']),
    guards: toSend,
  },
  /** Prices, mappings, the store’s settings or its news decide again about an order that is not paid. */
  review: {
    by: 'system',
    moves: {
      ...leads(unpaid, [...unpaid, 'self_fulfilled', 'cancelled', 'merged']),
      merged: [...unpaid, 'cancelled'],
      self_fulfilled: [...unpaid, 'cancelled'],
    },
  },
  /** A claim is decided: its units are given back, or a replacement sends them. */
  claim_decided: {
    by: 'system',
    moves: {
      processing: ['processing', 'closed', 'cancelled'],
      partially_shipped: ['partially_shipped', 'shipped', 'delivered'],
    },
  },
  /** A replacement was cancelled: its units that never left are sent from here again. */
  units_returned: {
    by: 'system',
    moves: {
      ...stay('processing', 'partially_shipped', 'cancelled'),
      closed: ['processing', 'partially_shipped'],
      ...leads(['shipped', 'delivered'], ['partially_shipped']),
    },
  },
  /** A payment that was begun elsewhere came, or did not. */
  settle: { by: 'system', moves: { paying: ['processing', 'awaiting_payment'] } },
  deliver: { by: 'system', moves: { shipped: ['delivered'] } },
  /** Its time for claims is over. */
  close: { by: 'system', moves: { delivered: ['closed'] } },
} as const satisfies Record<string, ActionRow>;
export type OrderAction = keyof typeof orderActions;
/** Actions of people. */
export const doneByPeople = Object.keys(orderActions).filter(
  (action) => orderActions[action as OrderAction].by !== 'system', // the keys of the table are its actions
) as OrderAction[];

/** Blocks that a yes of somebody who may pay takes away. */
export const confirmable = ['HIGH_RISK', 'PRICE_GUARD', 'DUPLICATE_SUSPECT'] as const;
const confirmableBlocks: ReadonlySet<string> = new Set(confirmable);

function asked({ cancel_asked }: ActionFacts): OrderReason | null {
  return cancel_asked ? null : 'no_cancel_asked';
}

function leads(from: readonly Stage[], to: readonly Stage[]): Moves {
  return Object.fromEntries(from.map((stage) => [stage, to]));
}

/** Paying what came to an order after it was paid: what has left stays, the rest is prepared. */
function addition(): Moves {
  return {
    ...stay('processing', 'ready_to_ship', 'partially_shipped'),
    shipped: ['partially_shipped'],
    delivered: ['partially_shipped'],
    closed: ['partially_shipped'],
  };
}

function paidBecause(reason: OrderReason): Partial<Record<Stage, OrderReason>> {
  return { processing: reason, ready_to_ship: reason, partially_shipped: reason };
}
