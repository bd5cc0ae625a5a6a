import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { paths } from '../lib/paths.ts';

/** Work that waits, as numbers by the path of the menu item that leads to it. */
export type Waiting = Readonly<Record<string, number>>;

type StaffWork = AnswerOf<Contract['dashboard']['staffWork']>;

const staffCounts: Record<string, keyof StaffWork | readonly (keyof StaffWork)[]> = {
  [paths.staffQuotes]: 'quotes',
  [paths.staffRecharges]: 'recharges',
  [paths.staffBankStatements]: 'bank_payments',
  [paths.staffWithdrawals]: 'withdrawals',
  [paths.staffAdjustments]: 'adjustments',
  [paths.staffFulfillment]: 'orders',
  [paths.staffCancellations]: 'cancellations',
  [paths.staffClaims]: 'claims',
  [paths.staffLineDisputes]: 'line_disputes',
  [paths.staffMessages]: 'messages',
  [paths.staffStock]: ['stock_orders', 'stock_requests', 'deliveries'],
};

/** What waits in the reader’s own areas, for staff; nothing for others. */
export function useStaffWork(staff: boolean): Waiting {
  const { data: work } = useApiQuery(api.dashboard.staffWork, staff ? {} : null);
  const sumOf = (keys: readonly (keyof StaffWork)[]) => keys.reduce((sum, key) => sum + (work?.[key] ?? 0), 0);
  return Object.fromEntries(Object.entries(staffCounts).map(([path, keys]) => [path, sumOf([keys].flat())]));
}
