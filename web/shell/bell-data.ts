import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { NotificationTab } from '#contract/notification-events.ts';
import { call } from '../api/call.ts';
import { api, type Contract } from '../api/client.ts';

export type Notification = AnswerOf<Contract['notifications']['list']>[number];

const perPage = 20;

/** How many are unread, for the badge; `notifications.*` events bring it up to date. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: ['notifications', 'counts'],
    queryFn: ({ signal }) => api.notifications.list({ query: { tab: 'unread', per_page: 1 } }, { signal }),
  });
  return data?.meta.counts?.unread ?? 0;
}

/** The list of the open bell, page after page. */
export function useNotifications(tab: NotificationTab) {
  return useInfiniteQuery({
    queryKey: ['notifications', 'list', tab],
    queryFn: ({ signal, pageParam }) =>
      api.notifications.list({ query: { tab, page: pageParam, per_page: perPage } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
  });
}

/** What a reader does with notifications; refusals are shown, lists follow. */
export function useNotificationActs() {
  const client = useQueryClient();
  const after = useCallback(
    async (work: Promise<unknown>) => {
      if ((await call(work)) !== false) await client.invalidateQueries({ queryKey: ['notifications'] });
    },
    [client],
  );
  return {
    read: (id: string) => after(api.notifications.read({ params: { id } })),
    hide: (id: string) => after(api.notifications.remove({ params: { id } })),
    readAll: () => after(api.notifications.readAll()),
  };
}
