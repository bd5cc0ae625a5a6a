import type { StockOrder } from './stock-orders-types.ts';

/** How a state is called; one that waits for staff's price is called by them as the tab that lists it. */
export const statusKey = (status: StockOrder['status'], staff: boolean) =>
  staff && status === 'requested' ? ('staffStates.to_quote' as const) : (`statuses.${status}` as const);
