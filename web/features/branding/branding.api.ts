import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '#web/api/client.ts';

export type SiteRow = AnswerOf<Contract['branding']['list']>[number];
export type Site = AnswerOf<Contract['branding']['get']>;
export type SiteChange = AnswerOf<Contract['branding']['changes']>[number];

/** Domains by a part of their name. */
export function useSites(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: ['branding', 'list', query],
    queryFn: ({ signal }) => api.branding.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One domain with its configuration. */
export function useSite(id: string) {
  return useQuery({
    queryKey: ['branding', 'site', id],
    queryFn: ({ signal }) => api.branding.get({ params: { id } }, { signal }),
  });
}

/** Who changed what of a domain, newest first. */
export function useSiteChanges(id: string) {
  return useQuery({
    queryKey: ['branding', 'changes', id],
    queryFn: ({ signal }) => api.branding.changes({ params: { id } }, { signal }),
  });
}

/** Fetches everything of branding again after an act. */
export function useFreshBranding(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['branding'] });
}
