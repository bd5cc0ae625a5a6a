import type { Tasks } from '#server/db/queue.ts';
import { processEvent, processWaiting, sweepPayments } from './wallet-events.service.ts';
import type { Needs } from './wallet.service.ts';

export function walletTasks(needs: Needs): Tasks {
  return {
    payment_event: (entry, payload) => processEvent(entry, needs, String(payload.id)),
    payment_events_waiting: (entry) => processWaiting(entry, needs),
    payments_sweep: (entry) => sweepPayments(entry, needs),
  };
}
