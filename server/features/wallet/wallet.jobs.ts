import type { Tasks } from '#server/db/queue.ts';
import { processEvent, processWaiting, sweepPayments } from './wallet-events.service.ts';
import { refundTask, sendCardRefund } from './wallet-refunds.service.ts';
import { chargeSavedCard, chargeTask, detachCard, detachTask } from './wallet-saved-cards.service.ts';
import { alertLowBalances } from './wallet-settings.service.ts';
import type { Payments } from './wallet.service.ts';

export function walletTasks(payments: Payments): Tasks {
  return {
    payment_event: (entry, payload) => processEvent(entry, payments, String(payload.id)),
    payment_events_waiting: (entry) => processWaiting(entry, payments),
    wallet_alerts: (entry) => alertLowBalances(entry),
    [refundTask]: (entry, payload) => sendCardRefund(entry, payments, payload),
    [chargeTask]: (entry, payload) => chargeSavedCard(entry, payments, payload),
    [detachTask]: (_entry, payload) => detachCard(payments, payload),
    payments_sweep: (entry) => sweepPayments(entry, payments),
  };
}
