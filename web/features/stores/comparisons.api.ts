import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { saveJson } from '#web/api/download.ts';
import { formatDate } from '#web/lib/format.ts';

export type Comparison = AnswerOf<Contract['comparisons']['get']>;
export type Finding = AnswerOf<Contract['comparisons']['findings']>[number];
export type Verdict = AnswerOf<Contract['comparisons']['verify']>;

/** A day of the shop, in the user's words: noon, so that no zone moves it. */
export const dayText = (day: string): string => formatDate(`${day}T12:00:00`);

// Events of stores tell of comparisons: their keys begin with that word.
const key = ['stores', 'comparisons'] as const;
const shown = 6;

/** The latest comparisons of a store, newest first; follows a running one. */
export function useComparisons(storeId: string) {
  return useQuery({
    queryKey: [...key, storeId],
    queryFn: ({ signal }) => api.comparisons.list({ query: { store_id: storeId, per_page: shown } }, { signal }),
    meta: { follows: ['jobs'] },
  });
}

/** What a comparison found, a part at a time. */
export function useFindings(comparison: Pick<Comparison, 'id' | 'found' | 'state'>) {
  return useInfiniteQuery({
    queryKey: [...key, 'findings', comparison.id, comparison.state],
    queryFn: ({ pageParam, signal }) =>
      api.comparisons.findings({ query: { comparison_id: comparison.id, page: pageParam, per_page: 10 } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined),
    enabled: comparison.found > 0,
  });
}

/** Acts on comparisons; each answers false after showing why it was refused. */
export function useComparisonActs() {
  const client = useQueryClient();
  return {
    start: async (body: { store_id: string; from?: string; to?: string }) => {
      const begun = await call(api.comparisons.start({ body }));
      if (begun !== false) await client.invalidateQueries({ queryKey: key });
      return begun;
    },
    download: async (id: string) => {
      const report = await call(api.comparisons.report({ params: { id } }));
      if (report !== false) saveJson(report.file_name, report.file);
    },
    verify: (id: string) => call(api.comparisons.verify({ params: { id } })),
  };
}

/** Has a report file verified; undefined when it is none. */
export async function verifyFile(file: File): Promise<Verdict | undefined> {
  try {
    const body: unknown = JSON.parse(await file.text());
    return await api.comparisons.verifyFile({ body: body as Parameters<typeof api.comparisons.verifyFile>[0]['body'] }); // the server checks it
  } catch {
    return undefined;
  }
}
