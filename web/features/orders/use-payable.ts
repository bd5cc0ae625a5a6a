import { api, type Contract } from '#web/api/client.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { Asked } from './orders-types.ts';

export type Payable = AnswerOf<Contract['checkout']['payable']>;

/** What paying all orders that match costs now: one figure for strip, bar and automatic payment. */
export const usePayable = (asked: Asked) =>
  useApiQuery(api.checkout.payable, { query: asked }, { keepPrevious: true }).data;

/** The orders that match but for those that wait for a colleague's approval: what is offered to be paid. */
export const readyOf = (asked: Asked, { requested }: Payable): Asked =>
  requested.orders > 0 ? { ...asked, approval: 'none' } : asked;
