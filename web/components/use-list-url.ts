import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { defaultPage, defaultPerPage, maxPerPage } from '#contract/constants.ts';

export type ListUrl = {
  page: number;
  per_page: number;
  q: string;
  tab: string;
  sort: string | undefined;
  /** Any other filter, by its name in the address. */
  get: (name: string) => string | undefined;
  /** Changes filters and goes back to page 1; undefined or '' removes one. */
  set: (change: Record<string, string | undefined>) => void;
  /** Changes what is open over the list; the page stays. */
  show: (change: Record<string, string | undefined>) => void;
  setPage: (page: number) => void;
  setPerPage: (perPage: number) => void;
};

function whole(text: string | null, fallback: number, most: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) ? Math.min(most, Math.max(1, value)) : fallback;
}

/** Page, tab, search and filters of a list, kept in the address, so that links and tabs bring them back. */
export function useListUrl(firstTab = 'all'): ListUrl {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback(
    (entries: Record<string, string | undefined>, keepPage: boolean) =>
      setSearch(
        (before) => {
          // of the address itself: two changes may come before the first of them is drawn
          const after = new URLSearchParams(location.pathname === pathname ? location.search : before);
          if (!keepPage) after.delete('page');
          for (const [name, value] of Object.entries(entries)) {
            if (value === undefined || value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setSearch, pathname],
  );
  return useMemo(
    () => ({
      page: whole(search.get('page'), defaultPage, Number.MAX_SAFE_INTEGER),
      per_page: whole(search.get('per_page'), defaultPerPage, maxPerPage),
      q: search.get('q') ?? '',
      tab: search.get('tab') ?? firstTab,
      sort: search.get('sort') ?? undefined,
      get: (name: string) => search.get(name) ?? undefined,
      set: (entries: Record<string, string | undefined>) => change(entries, false),
      show: (entries: Record<string, string | undefined>) => change(entries, true),
      setPage: (page: number) => change({ page: page === defaultPage ? undefined : String(page) }, true),
      setPerPage: (perPage: number) =>
        change({ per_page: perPage === defaultPerPage ? undefined : String(perPage) }, false),
    }),
    [search, firstTab, change],
  );
}

/** Takes a tab or state out of the address that is none of these: the first one shows, and a link, a view or an export says the same. */
export function useKnownTab(url: ListUrl, tabs: readonly string[], name: 'tab' | 'state' = 'tab'): void {
  const named = url.get(name);
  const unknown = named !== undefined && tabs.length > 0 && !tabs.includes(named);
  useEffect(() => {
    if (unknown) url.show({ [name]: undefined });
  }, [unknown, url, name]);
}
