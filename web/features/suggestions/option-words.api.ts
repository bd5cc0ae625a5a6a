import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type OptionWord = AnswerOf<Contract['suggestions']['words']>[number];

const key = 'option-words';

/** Words that mean the same in options, one's own first. */
export function useOptionWords(query: { q: string; page: number; per_page: number }) {
  return useQuery({
    queryKey: [key, query],
    queryFn: ({ signal }) => api.suggestions.words({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Adds and removes words of one's own; false after showing why it was refused. Suggestions are computed anew by it. */
export function useWordActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    await Promise.all([key, 'suggestions'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    return answer;
  };
  return {
    add: (body: InputOf<Contract['suggestions']['addWord']>['body']) => after(api.suggestions.addWord({ body })),
    remove: (id: string) => after(api.suggestions.removeWord({ params: { id } })),
  };
}
