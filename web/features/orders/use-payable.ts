import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import type { Asked } from './orders-types.ts';

/** What paying all orders that match costs now: one figure for strip, bar and automatic payment. */
export const usePayable = (asked: Asked) =>
  useApiQuery(api.checkout.payable, { query: asked }, { keepPrevious: true }).data;
