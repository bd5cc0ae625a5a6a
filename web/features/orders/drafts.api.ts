import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { draftInput } from '#contract/order-drafts.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { newActKey } from '#web/lib/act-key.ts';

export type Draft = AnswerOf<Contract['orders']['draft']>;
export type DraftRow = AnswerOf<Contract['orders']['drafts']>[number];
export type DraftLine = Draft['draft_lines'][number];
export type Goods = AnswerOf<Contract['orders']['draftGoods']>[number];
export type DraftInput = z.input<typeof draftInput>;
export type DraftPrice = AnswerOf<Contract['orders']['draftPrice']>;

const key = 'orders'; // what `orders.drafts` makes stale

/** Orders that are being written, the latest first. */
export function useDrafts(enabled = true) {
  return useQuery({
    queryKey: [key, 'drafts'],
    queryFn: ({ signal }) => api.orders.drafts({ query: { per_page: 100 } }, { signal }),
    enabled,
  });
}

export function useDraft(id: string | undefined) {
  return useQuery({
    queryKey: ['order-draft', id], // not stale by itself: somebody is typing in it
    queryFn: ({ signal }) => api.orders.draft({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What can be put into an order, by words. */
export function useGoods(store_id: string | null, q: string) {
  return useQuery({
    queryKey: [key, 'draft-goods', store_id, q],
    queryFn: ({ signal }) =>
      api.orders.draftGoods({ query: { ...(store_id && { store_id }), ...(q !== '' && { q }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

type Priced = Pick<DraftInput, 'store_id' | 'lines' | 'channel_id'> & { country: string | null };

/** What an order of these lines would cost now, and what would stop it. */
export function useDraftPrice(body: Priced) {
  return useQuery({
    queryKey: [key, 'draft-price', body],
    queryFn: ({ signal }) => api.orders.draftPrice({ body }, { signal }),
    enabled: body.lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Acts on drafts; those that throw show their refusal at the form's fields. */
export function useDraftActs() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [key] });
  return {
    async save(input: DraftInput, known: { id: string; version: number } | undefined) {
      const answer = known
        ? await api.orders.saveDraft({ params: { id: known.id }, body: { ...input, version: known.version } })
        : await api.orders.createDraft({ body: input });
      await refresh();
      return answer;
    },
    async place({ id, version }: { id: string; version: number }) {
      const answer = await api.orders.placeDraft(
        { params: { id }, body: { version } },
        { idempotencyKey: newActKey() },
      );
      await refresh();
      return answer;
    },
    async remove(id: string) {
      const answer = await call(api.orders.removeDraft({ params: { id } }));
      await refresh();
      return answer;
    },
    async again(id: string) {
      const answer = await call(api.orders.draftAgain({ params: { id } }));
      await refresh();
      return answer;
    },
  };
}
