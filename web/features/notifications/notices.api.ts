import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Notice = AnswerOf<Contract['notifications']['deskList']>[number];
export const noticeTabs = ['all', 'scheduled', 'live', 'ended', 'withdrawn'] as const;
export type NoticeTab = (typeof noticeTabs)[number];

/** What staff wrote, newest first. */
export function useNotices(query: { page: number; per_page: number; tab: NoticeTab }) {
  return useQuery({
    queryKey: ['notifications', 'notices', query],
    queryFn: ({ signal }) => api.notifications.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Takes a notice back; false after a refusal, which is shown. */
export function useWithdraw() {
  const client = useQueryClient();
  return async (id: string): Promise<boolean> => {
    const done = await call(api.notifications.remove({ params: { id } }));
    await client.invalidateQueries({ queryKey: ['notifications'] });
    return done !== false;
  };
}

/** What the server would keep of a text, asked while it is written. */
export function usePreview(content: string) {
  return useQuery({
    queryKey: ['notices', 'preview', content],
    queryFn: ({ signal }) => api.notifications.preview({ body: { content } }, { signal }),
    enabled: content.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Clients by name or number, for the picker. */
export function useClientOptions(q: string, enabled: boolean) {
  return useQuery({
    queryKey: ['clients', 'options', q],
    queryFn: ({ signal }) => api.clients.options({ query: { q, per_page: 20 } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}
