import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type Suggestion = AnswerOf<Contract['suggestions']['list']>[number];

const key = 'suggestions';

/** What unmapped variants probably are, surest first. */
export function useSuggestions(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.suggestions.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['products'] },
  });
}

const seenOf = ({ variant, sku }: Suggestion) => ({ variant_id: variant.id, catalog_sku_id: sku.id });

/** Acts on suggestions; each answers false after showing why it was refused. */
export function useSuggestionActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    await client.invalidateQueries({ queryKey: [key] });
    await client.invalidateQueries({ queryKey: ['products'] });
    return answer;
  };
  return {
    accept: (rows: readonly Suggestion[]) => after(api.suggestions.accept({ body: { items: rows.map(seenOf) } })),
    dismiss: (rows: readonly Suggestion[]) => after(api.suggestions.dismiss({ body: { items: rows.map(seenOf) } })),
    countSure: (min_confidence: number) =>
      call(api.suggestions.acceptAll({ body: { min_confidence, mode: 'dry_run' } })),
    acceptSure: (min_confidence: number) =>
      after(api.suggestions.acceptAll({ body: { min_confidence, mode: 'commit' } })),
  };
}
