import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type PartnerLink = AnswerOf<Contract['partners']['deskList']>[number];
export type PartnerFields = InputOf<Contract['partners']['add']>['body'];

const key = 'partners';

/** Partner links of all domains. */
export function usePartnerLinks(query: { page: number; per_page: number; q: string }) {
  return useQuery({
    queryKey: [key, 'desk', query],
    queryFn: ({ signal }) => api.partners.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Acts on partner links; each answers false after showing why it was refused. */
export function usePartnerActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    await client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
  return {
    add: (body: PartnerFields) => after(api.partners.add({ body })),
    save: ({ id, version }: PartnerLink, body: PartnerFields) =>
      after(api.partners.save({ params: { id }, body: { ...body, version } })),
    move: ({ id }: PartnerLink, direction: 'up' | 'down') =>
      after(api.partners.move({ params: { id }, body: { direction } })),
    remove: ({ id }: PartnerLink) => after(api.partners.remove({ params: { id } })),
  };
}
