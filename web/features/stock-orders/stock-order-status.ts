import { providerZone } from '#contract/constants.ts';
import { agentStockOrderTabs, type StockOrderStatus, staffStockOrderTabs } from '#contract/stock-order-rules.ts';
import { dayInZone } from '#web/lib/day-text.ts';
import type { StockOrder } from './stock-orders-types.ts';

type Shown = Pick<StockOrder, 'status' | 'eta'>;

/** Whether a delivery should have come by now: the warehouse's menu counts it. */
export const isDue = ({ status, eta }: Shown, now = new Date()): boolean =>
  status === 'inbound' && eta !== null && eta <= dayInZone(now, providerZone);

/** Whether an agent has to act next, for colleagues who can't. */
export const isAgentNext = (status: StockOrderStatus): boolean =>
  agentStockOrderTabs.some((tab) => staffStockOrderTabs[tab].some((known) => known === status));

/** How a state is called; one that waits for staff's price is called by them as the tab that lists it. */
export function statusKey(order: Shown, staff: boolean, now?: Date) {
  if (staff && order.status === 'requested') return 'staffStates.to_quote' as const;
  if (staff && order.status === 'stocked') return 'staffStates.to_complete' as const;
  return staff && isDue(order, now) ? ('arrivalDue' as const) : (`statuses.${order.status}` as const);
}
