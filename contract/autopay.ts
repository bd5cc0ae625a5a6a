import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { currency, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';

export const autopayOutcomes = ['paid', 'refused', 'no_balance'] as const;

/** One time that a store's orders were paid by themselves. */
export const autopayRunSchema = z.object({
  id,
  at: time,
  mode: z.string(),
  paid: z.int(),
  refused: z.int(),
  no_balance: z.int(),
  total: minor,
  currency,
  invoice: z.object({ id, number: z.string() }).nullable(),
});

/** What became of one order in a run. */
export const autopayRowSchema = z.object({
  order_id: id,
  name: z.string(),
  outcome: z.enum(autopayOutcomes),
  /** A sentence with what to do; null for paid orders. */
  reason: z.string().nullable(),
  total: minor.nullable(),
});

const view = { kind: 'merchant', feature: 'stores', action: 'view' } as const;
const runParams = z.object({ id, run: id });

export const autopay = endpoints({
  runs: {
    method: 'GET',
    path: '/api/stores/{id}/autopay',
    access: view,
    summary: 'When a store’s orders were paid by themselves, newest first.',
    params: idParams,
    query: listQuery,
    answer: z.array(autopayRunSchema),
    meta: listMeta,
  },
  rows: {
    method: 'GET',
    path: '/api/stores/{id}/autopay/{run}',
    access: view,
    summary: 'What became of each order in such a run.',
    params: runParams,
    query: listQuery,
    answer: z.array(autopayRowSchema),
    meta: listMeta,
  },
});
