import { chargeActs } from './charge-acts.ts';
import type { PaymentFaults } from './payment-faults.ts';
import { addEvent } from './payment-store.ts';
import type { Db } from './payment-tables.ts';
import { sessionActs, settlement } from './session-acts.ts';
import type { AnyObject, EventType } from './stripe-objects.ts';

/** Records an event and plans its delivery, inside the transaction of the act that caused it. */
export type Emit = (db: Db, type: EventType, object: AnyObject) => Promise<void>;

/** The provider's rules. Each act runs inside the transaction of its `db`, together with the events it causes. */
export function paymentActs(options: {
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
  const charges = chargeActs({ emit, seconds });
  const sessions = sessionActs({
    emit,
    seconds,
    now: options.now,
    faults: options.faults,
    baseUrl: options.baseUrl,
    dispute: charges.dispute,
  });
  return { ...sessions, ...charges, settle: settlement(emit) };
}

export type PaymentActs = ReturnType<typeof paymentActs>;
