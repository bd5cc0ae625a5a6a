import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { useProfile } from '../components/session.tsx';
import { type Dashboard, useDashboard } from '../components/use-dashboard.ts';
import { paths } from '../lib/paths.ts';
import { isStaff } from './page-table.ts';

/** Work that waits, as numbers by the path of the menu item that leads to it. */
export type Waiting = Readonly<Record<string, number>>;

/**
 * Numbers for the sidebar: for merchants what waits for them, for staff their desks' queues. One cheap call, made
 * again when an event says that something changed. Staff who look at a client see their own desks all the same: asking
 * for the client's numbers would leave a trace in the client's record of looks.
 */
export function useWaiting(): Waiting {
  const profile = useProfile();
  const staff = isStaff(profile);
  const { data: mine } = useDashboard(!staff && (profile.rights.orders?.includes('view') ?? false));
  const { data: desk } = useApiQuery(api.dashboard.deskWork, staff ? {} : null);
  return staff ? ofDesks(desk) : ofMerchant(mine);
}

type DeskWork = AnswerOf<Contract['dashboard']['deskWork']>;

const ofDesks = (desk: DeskWork | undefined): Waiting => ({
  [paths.quoteDesk]: desk?.quotes ?? 0,
  [paths.rechargeDesk]: desk?.recharges ?? 0,
  [paths.fulfilmentDesk]: desk?.orders ?? 0,
  [paths.cancelDesk]: desk?.cancellations ?? 0,
  [paths.claimsDesk]: desk?.claims ?? 0,
});

const ofMerchant = (mine: Dashboard | undefined): Waiting => ({
  [paths.orders]: mine?.work.orders_waiting ?? 0,
  [paths.quotes]: mine?.work.quotes_to_answer ?? 0,
  [paths.products]: mine?.work.unmapped_products ?? 0,
  [paths.stores]: mine?.stores.needs_reauth ?? 0,
});
