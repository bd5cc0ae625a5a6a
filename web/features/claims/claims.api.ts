import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';

type Claims = Contract['claims'];
export type Claim = AnswerOf<Claims['list']>[number];
export type ClaimDetail = AnswerOf<Claims['get']>;
export type DeskClaim = AnswerOf<Claims['deskList']>[number];
export type DeskClaimDetail = AnswerOf<Claims['deskGet']>;
export type Claimable = AnswerOf<Claims['claimable']>;
export type ClaimGroup = Claimable['groups'][number];
export type ClaimDeskTab = NonNullable<NonNullable<InputOf<Claims['deskList']>['query']>['tab']>;
export type SubmitBody = InputOf<Claims['submit']>['body'];
export type AnswerBody = InputOf<Claims['answer']>['body'];
export type AppealBody = InputOf<Claims['appeal']>['body'];
export type AskBody = InputOf<Claims['deskAsk']>['body'];
export type DecideBody = InputOf<Claims['deskDecide']>['body'];
export type Ids = { account_id: string; id: string };

const key = 'claims'; // what `claims.changed` makes stale
const touched = [key, 'orders', 'wallet', 'invoices', 'dashboard'];

/** Claims about one order. */
export function useOrderClaims(orderId: string) {
  return useQuery({
    queryKey: [key, 'order', orderId],
    queryFn: ({ signal }) => api.claims.list({ query: { order_id: orderId, per_page: 50 } }, { signal }),
  });
}

/** One claim of the account. */
export function useClaim(id: string) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.claims.get({ params: { id } }, { signal }),
  });
}

/** What can be claimed of an order. */
export function useClaimable(orderId: string) {
  return useQuery({
    queryKey: [key, 'claimable', orderId],
    queryFn: ({ signal }) => api.claims.claimable({ params: { id: orderId } }, { signal }),
  });
}

function useAfter() {
  const client = useQueryClient();
  return async <T>(work: Promise<T>): Promise<T | false> => {
    const answer = await call(work);
    for (const name of touched) void client.invalidateQueries({ queryKey: [name] });
    return answer;
  };
}

/** Acts of the merchant on claims; each answers false after showing why it was refused. */
export function useClaimActs() {
  const after = useAfter();
  return {
    submit: (body: SubmitBody, idempotencyKey: string) => after(api.claims.submit({ body }, { idempotencyKey })),
    answer: (id: string, body: AnswerBody, idempotencyKey: string) =>
      after(api.claims.answer({ params: { id }, body }, { idempotencyKey })),
    appeal: (id: string, body: AppealBody, idempotencyKey: string) =>
      after(api.claims.appeal({ params: { id }, body }, { idempotencyKey })),
    withdraw: (id: string, version: number) => after(api.claims.withdraw({ params: { id }, body: { version } })),
  };
}

/** A single-use address of a piece of evidence; false after a refusal was shown. */
export const evidenceLink = (id: string, accountId?: string) =>
  call(
    accountId === undefined
      ? api.files.link({ params: { id } })
      : api.files.deskLink({ params: { account_id: accountId, id } }),
  );

/** Claims of all clients. */
export function useDeskClaims(query: { page: number; per_page: number; q: string; tab: ClaimDeskTab }) {
  return useQuery({
    queryKey: [key, 'desk', query],
    queryFn: ({ signal }) => api.claims.deskList({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One client's claim on the desk. */
export function useDeskClaim(ids: Ids) {
  return useQuery({
    queryKey: [key, 'desk', 'one', ids],
    queryFn: ({ signal }) => api.claims.deskGet({ params: ids }, { signal }),
  });
}

/** Up to where a client's claims are approved by themselves. */
export function useClaimLimits(accountId: string) {
  return useQuery({
    queryKey: [key, 'limits', accountId],
    queryFn: ({ signal }) => api.claims.limits({ params: { account_id: accountId } }, { signal }),
  });
}

/** Acts of the desk; each answers false after showing why it was refused. */
export function useClaimDeskActs(ids: Ids) {
  const after = useAfter();
  const sent = { params: ids };
  return {
    take: (version: number) => after(api.claims.deskTake({ ...sent, body: { version } })),
    ask: (body: AskBody, idempotencyKey: string) => after(api.claims.deskAsk({ ...sent, body }, { idempotencyKey })),
    decide: (body: DecideBody, idempotencyKey: string) =>
      after(api.claims.deskDecide({ ...sent, body }, { idempotencyKey })),
    write: (body: { text: string; internal: boolean }, idempotencyKey: string) =>
      after(api.claims.deskMessage({ ...sent, body }, { idempotencyKey })),
    setLimits: (body: { auto_amount: number; max_rate_bp: number; version: number }) =>
      after(api.claims.setLimits({ params: { account_id: ids.account_id }, body })),
  };
}
