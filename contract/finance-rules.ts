import type { StatisticsPreset } from './statistics-rules.ts';

/** By what the revenue of clients is sorted: the largest first, names by the alphabet. */
export const clientRevenueSorts = ['net', 'invoiced', 'refunded', 'balance', 'name'] as const;
export type ClientRevenueSort = (typeof clientRevenueSorts)[number];

/** Tabs of the provider's finance page. */
export const financeTabs = ['trial_balance', 'liabilities', 'clients', 'statement'] as const;
export type FinanceTab = (typeof financeTabs)[number];

/** Periods of the finance page that are chosen with one click, the usual one first. */
export const financePresets = [
  'last_30',
  'last_90',
  'this_month',
  'last_month',
  'last_12_months',
] as const satisfies readonly StatisticsPreset[];
