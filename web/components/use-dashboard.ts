import type { DashboardTask } from '#contract/dashboard.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Action, Feature } from '#contract/rights.ts';
import { api, type Contract } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';

export type Dashboard = AnswerOf<Contract['dashboard']['get']>;

/** What a member must be allowed to do a task, rather than to see what waits. */
export const rightOfTask: Record<DashboardTask, readonly [Feature, Action]> = {
  reconnect_stores: ['stores', 'edit'],
  accept_matches: ['products', 'edit'],
  request_quotes: ['quotes', 'edit'],
  bring_evidence: ['claims', 'edit'],
  answer_quotes: ['quotes', 'edit'],
  accept_quotes: ['quotes', 'edit'],
  approve_payments: ['wallet', 'pay'],
  renew_proofs: ['wallet', 'pay'],
  pay_invoices: ['invoices', 'pay'],
  accept_stock: ['stock', 'edit'],
  review_prices: ['quotes', 'edit'],
  read_messages: ['orders', 'view'],
};

/** The figures of an account's open work; every feature's changes make them stale. */
export function useDashboard(enabled = true) {
  return useApiQuery(api.dashboard.get, enabled ? {} : null);
}
