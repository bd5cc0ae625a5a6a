import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';

export type Dashboard = AnswerOf<Contract['dashboard']['get']>;

/** The figures of an account's open work; every feature's changes make them stale. */
export function useDashboard(enabled = true) {
  return useApiQuery(api.dashboard.get, enabled ? {} : null);
}
