import type { AnswerOf } from '#contract/endpoint.ts';
import type { NotificationTab } from '#contract/notification-events.ts';
import { api, type Contract } from '../api/client.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiPages, useApiQuery } from '../api/use-api-query.ts';

export type Notification = AnswerOf<Contract['notifications']['list']>[number];

const perPage = 20;

/** How many are unread, for the badge; `notifications.*` events bring it up to date. */
export function useUnread(): number {
  const { data } = useApiQuery(api.notifications.list, { query: { tab: 'unread', per_page: 1 } });
  return data?.meta.counts?.unread ?? 0;
}

/** The list of the open bell, page after page. */
export function useNotifications(tab: NotificationTab) {
  return useApiPages(api.notifications.list, { query: { tab, per_page: perPage } });
}

/** What a reader does with notifications; refusals are shown, lists follow. */
export function useNotificationActions() {
  const read = useApiMutation(api.notifications.read, { refetch: ['notifications'] });
  const remove = useApiMutation(api.notifications.remove, { refetch: ['notifications'] });
  const readAll = useApiMutation(api.notifications.readAll, { refetch: ['notifications'] });
  return {
    read: (id: string) => read.run({ params: { id } }),
    hide: (id: string) => remove.run({ params: { id } }),
    readAll: () => readAll.run(),
  };
}
