import type { nextSteps } from '#contract/order-action-schemas.ts';
import type { Stage } from '#contract/order-actions.ts';
import { businessDayAfter, type Calendar, nextCutOff, shanghaiDay } from '#server/lib/business-time.ts';

type Next = { step: (typeof nextSteps)[number]; by: 'merchant' | 'provider' | 'system'; at: Date | null };

/** What decides when an order goes on. */
export type Agenda = {
  stage: Stage;
  stage_since: Date;
  held: boolean;
  hold_until: Date | null;
  blocks: readonly string[];
  /** Units that are paid and still to be sent. */
  open: number;
  paid_at: Date | null;
  shipped_at: Date | null;
  /** The last day that it was promised at payment. */
  promised_by: string | null;
  ready_days: number | null;
  days_max: number | null;
  /** Until when the asked cancellation is answered. */
  cancel_due: Date | null;
  /** Until when its quote is answered. */
  quote_due: Date | null;
  /** Until when the open invoice that it is on can be paid. */
  invoice_due: Date | null;
  /** Minute of the day, in Shanghai, at which parcels of its channel leave. */
  cut_off: number;
  calendar: Calendar;
};

const minute = 60_000;
const day = 24 * 60 * minute;
/** A payment that was begun comes within this time, or the order waits for payment again. */
const paymentMinutes = 10;
/** Of a parcel whose channel names none. */
const usualDays = 30;
const ended: ReadonlySet<Stage> = new Set<Stage>(['cancelled', 'closed', 'self_fulfilled', 'delivered', 'merged']);
/** What stops a paid order from leaving. */
const stopping = new Set(['STORE_HOLD', 'MARKED_FULFILLED_IN_STORE', 'COUNTRY_CHANGED']);

/** What is paid leaves at the cut-off of the business day after the next one. */
export function shipsBy(paidAt: Date, cutOff: number, calendar: Calendar): Date {
  const first = nextCutOff(paidAt, cutOff, calendar);
  const last = businessDayAfter(shanghaiDay(first.getTime() + day), 0, calendar);
  return nextCutOff(new Date(Date.parse(`${last}T00:00:00Z`) - 8 * 60 * minute), cutOff, calendar);
}

/**
 * The next action of an order, by itself or by somebody, with its time where there is one; null at its end, and while a block
 * stops it: the block has an owner (domain.md §2.8).
 */
export function nextAction(order: Agenda, now: Date): Next | null {
  const { stage, held, blocks, cut_off, calendar } = order;
  if (ended.has(stage)) return null;
  if (stage === 'shipped') return deliver(order);
  if (order.cancel_due) return { step: 'decide_cancel', by: 'provider', at: order.cancel_due };
  if (held) return { step: 'release', by: order.hold_until ? 'system' : 'merchant', at: order.hold_until };
  if (order.invoice_due) return { step: 'pay_invoice', by: 'merchant', at: order.invoice_due };
  if (stage === 'paying')
    return { step: 'settle', by: 'system', at: new Date(order.stage_since.getTime() + paymentMinutes * minute) };
  const paid = stage === 'processing' || stage === 'ready_to_ship' || stage === 'partially_shipped';
  if (paid) {
    if (order.open === 0 || blocks.some((code) => stopping.has(code))) return null;
    return { step: 'ship', by: 'provider', at: shipsBy(order.paid_at ?? order.stage_since, cut_off, calendar) };
  }
  if (blocks.length > 0) return null;
  if (stage === 'awaiting_payment') return { step: 'pay', by: 'merchant', at: nextCutOff(now, cut_off, calendar) };
  return { step: 'price', by: 'provider', at: order.quote_due ?? nextCutOff(order.stage_since, cut_off, calendar) };
}

/** Noon in UTC is the promised day in nearly all zones. */
const noonOf = (date: string) => new Date(`${date}T12:00:00Z`);

function deliver({ shipped_at, stage_since, promised_by, ready_days, days_max }: Agenda): Next {
  if (promised_by !== null) return { step: 'deliver', by: 'system', at: noonOf(promised_by) };
  const left = shipped_at ?? stage_since;
  const onTheWay = days_max === null ? usualDays : days_max - (ready_days ?? 0);
  return { step: 'deliver', by: 'system', at: new Date(left.getTime() + onTheWay * day) };
}
