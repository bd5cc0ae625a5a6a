import type { Tasks } from '#server/db/queue.ts';
import { processEvent, processWaiting, sweepPayments } from './wallet-events.service.ts';
import type { Payments } from './wallet.service.ts';

export function walletTasks(payments: Payments): Tasks {
  return {
    payment_event: (entry, payload) => processEvent(entry, payments, String(payload.id)),
    payment_events_waiting: (entry) => processWaiting(entry, payments),
    payments_sweep: (entry) => sweepPayments(entry, payments),
  };
}
