import { chargeActions } from './charge-actions.ts';
import type { PaymentFaults } from './payment-faults.ts';
import { addEvent } from './payment-store.ts';
import type { Db } from './payment-tables.ts';
import { savedCardActions } from './saved-card-actions.ts';
import { sessionActions, settlement } from './session-actions.ts';
import type { AnyObject, EventType } from './stripe-objects.ts';

/** Records an event and plans its delivery, inside the transaction of the action that caused it. */
export type Emit = (db: Db, type: EventType, object: AnyObject) => Promise<void>;

/** The provider's rules. Each action runs inside the transaction of its `db`, together with the events it causes. */
export function paymentActions(options: {
  baseUrl: () => string;
  now: () => Date;
  faults: PaymentFaults;
  /** Plans the delivery of an event inside the transaction that made it. */
  plan: (db: Db, eventId: string) => Promise<void>;
}) {
  const seconds = (): number => Math.floor(options.now().getTime() / 1000);
  const emit: Emit = async (db, type, object) => {
    const event = await addEvent(db, type, object, seconds());
    await options.plan(db, event.id);
  };
  const charges = chargeActions({ emit, seconds });
  const savedCards = savedCardActions({ emit, seconds, now: options.now, faults: options.faults });
  const sessions = sessionActions({
    emit,
    seconds,
    now: options.now,
    faults: options.faults,
    baseUrl: options.baseUrl,
    dispute: charges.dispute,
    saveCard: savedCards.saveCard,
  });
  return { ...sessions, ...charges, ...savedCards, settle: settlement(emit) };
}

export type PaymentActions = ReturnType<typeof paymentActions>;
