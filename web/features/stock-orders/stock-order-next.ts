import { countsOf, stockOrderStatuses } from '#contract/stock-order-rules.ts';
import type { StockOrderDetail } from './stock-orders-types.ts';

type Status = StockOrderDetail['status'];
type Invoice = Pick<StockOrderDetail['invoices'][number], 'id' | 'status'>;

export const progressSteps = ['requested', 'quoted', 'partly_paid', 'producing', 'inbound', 'stocked'] as const;

const rank = (status: Status) => stockOrderStatuses.indexOf(status);

/** The step that an order is at: an accepted one waits for its deposit. */
export function currentStep(status: Status): (typeof progressSteps)[number] | undefined {
  return status === 'open' ? 'partly_paid' : progressSteps.findLast((step) => rank(step) <= rank(status));
}

/** Whether a step is behind the order, or just done. */
export const isDone = (step: (typeof progressSteps)[number], status: Status): boolean =>
  rank(step) < rank(status) || status === step;

/** What happened on the day of each step: production and transport have more days than one. */
export const stepDays = {
  requested: 'reached',
  quoted: 'reached',
  partly_paid: 'reached',
  producing: 'started',
  inbound: 'shipped',
  stocked: 'counted',
} as const;

type Planned = Pick<StockOrderDetail, 'status' | 'ready_on' | 'eta'>;

/** The day that the agent expects of a step that is not over: when production ends, and when the units arrive. */
export function plannedOf(step: (typeof progressSteps)[number], { status, ready_on, eta }: Planned) {
  if (step === 'producing' && rank(status) <= rank('producing') && ready_on !== null)
    return { what: 'ends', day: ready_on } as const;
  if (step === 'stocked' && rank(status) < rank('receiving') && eta !== null)
    return { what: 'arrives', day: eta } as const;
  return null;
}

type Stood = {
  status: Status;
  invoices: readonly (Pick<Invoice, 'status'> & { credited: number })[];
  items: readonly Parameters<typeof countsOf>[0][];
};

/** Which sentence says what is next: once everything is paid, none asks for the balance; what is missing is said. */
export function nextOf(order: Stood) {
  const { status, invoices } = order;
  const isPaid = invoices.every((invoice) => !isDue(invoice));
  if (isPaid && (status === 'partly_paid' || status === 'producing')) return `${status}_paid` as const;
  if (status === 'stocked' && missingOf(order) > 0)
    return refundedOf(order) > 0 ? ('stocked_refunded' as const) : ('stocked_short' as const);
  return status;
}

/** Units that were ordered and did not come. */
export const missingOf = ({ items }: Pick<Stood, 'items'>): number =>
  items.reduce((all, item) => all + countsOf(item).short, 0);

/** Minor units that were given back. */
export const refundedOf = ({ invoices }: Pick<Stood, 'invoices'>): number =>
  invoices.reduce((all, { credited }) => all + credited, 0);

const isDue = ({ status }: Pick<Invoice, 'status'>) => status === 'open' || status === 'paying';

/** How an invoice stands: the balance is not due before the deposit is paid. Only these states happen to invoices of stock orders. */
export function invoiceState({ id, status }: Invoice, invoices: readonly Invoice[]) {
  if (status === 'paid' || status === 'partly_credited' || status === 'credited' || status === 'void') return status;
  return invoices.find(isDue)?.id === id ? 'open' : 'later';
}
