import { stockOrderStatuses } from '#contract/stock-order-rules.ts';
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

/** Which sentence says what is next: once everything is paid, none asks for the balance. */
export function nextOf({ status, invoices }: { status: Status; invoices: readonly Pick<Invoice, 'status'>[] }) {
  const isPaid = invoices.every((invoice) => !isDue(invoice));
  return isPaid && (status === 'partly_paid' || status === 'producing') ? (`${status}_paid` as const) : status;
}

const isDue = ({ status }: Pick<Invoice, 'status'>) => status === 'open' || status === 'paying';

/** How an invoice stands: the balance is not due before the deposit is paid. Only these states happen to invoices of stock orders. */
export function invoiceState({ id, status }: Invoice, invoices: readonly Invoice[]) {
  if (status === 'paid' || status === 'partly_credited' || status === 'credited' || status === 'void') return status;
  return invoices.find(isDue)?.id === id ? 'open' : 'later';
}
