import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

export type RateVersion = AnswerOf<Contract['shipping']['deskRates']>[number];
export type Holiday = AnswerOf<Contract['shipping']['deskHolidays']>[number];
export type CutOff = AnswerOf<Contract['shipping']['deskCutOffs']>[number];
export type ClaimPolicy = AnswerOf<Contract['shipping']['claimPolicies']>[number];
export type RateBody = InputOf<Contract['shipping']['setRate']>['body'];
type HolidayBody = InputOf<Contract['shipping']['setHolidays']>['body'];
type CutOffBody = InputOf<Contract['shipping']['setCutOff']>['body'];
type PolicyBody = InputOf<Contract['shipping']['setClaimPolicy']>['body'];

const key = 'shipping';

/** Channels in use. */
export function useChannels() {
  return useQuery({ queryKey: [key, 'channels'], queryFn: ({ signal }) => api.shipping.channels({}, { signal }) });
}

/** Rates that count now or are planned. */
export function useDeskRates(query: { page: number; per_page: number; channel_id?: string; destination?: string }) {
  return useQuery({
    queryKey: [key, 'rates', query],
    queryFn: ({ signal }) => api.shipping.deskRates({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every version of one rate, newest first. */
export function useRateHistory(query: { channel_id: string; destination: string }) {
  return useQuery({
    queryKey: [key, 'history', query],
    queryFn: ({ signal }) => api.shipping.deskRateHistory({ query }, { signal }),
  });
}

/** Holidays of a year. */
export function useHolidays(year: number) {
  return useQuery({
    queryKey: [key, 'holidays', year],
    queryFn: ({ signal }) => api.shipping.deskHolidays({ query: { year } }, { signal }),
  });
}

/** Cut-offs now and planned. */
export function useCutOffs() {
  return useQuery({ queryKey: [key, 'cutOffs'], queryFn: ({ signal }) => api.shipping.deskCutOffs({}, { signal }) });
}

/** Claim policies as they count now. */
export function usePolicies() {
  return useQuery({
    queryKey: [key, 'policies'],
    queryFn: ({ signal }) => api.shipping.claimPolicies({ query: {} }, { signal }),
  });
}

/** Acts on the tables; each answers false after showing why it was refused. */
export function useShippingActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    await client.invalidateQueries({ queryKey: [key] });
    return answer;
  };
  return {
    setRate: (body: RateBody) => after(api.shipping.setRate({ body })),
    setHolidays: (body: HolidayBody) => after(api.shipping.setHolidays({ body })),
    setCutOff: (body: CutOffBody) => after(api.shipping.setCutOff({ body })),
    setClaimPolicy: (body: PolicyBody) => after(api.shipping.setClaimPolicy({ body })),
  };
}
