import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { payModes } from './store-rules.ts';
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

/** What was left unpaid for one reason. */
const leftSchema = z.object({ reason: z.string(), count: z.int(), total: minor });
const summary = { considered: z.int(), paid: z.int(), total: minor, currency };

/** A run of any store, with what it looked at, paid and left. */
export const autopayReportSchema = z.object({
  id,
  store: z.object({ id, name: z.string() }),
  at: time,
  mode: z.string(),
  /** Who started it; null when it started by itself. */
  by: z.string().nullable(),
  ...summary,
  left: z.array(leftSchema),
  invoice: z.object({ id, number: z.string() }).nullable(),
});

/** What a store's next run would do if it were now. */
export const autopayNextSchema = z.object({
  store: z.object({ id, name: z.string() }),
  mode: z.enum(payModes),
  /** Time of day of a daily run. */
  pay_at: z.string().nullable(),
  /** Null while nothing waits, or while the store pays manually. */
  next_at: time.nullable(),
  paused: z.boolean(),
  /** A store that is not connected pays nothing by itself. */
  connected: z.boolean(),
  ...summary,
  available: minor,
  /** What the wallet lacks for the orders that are left for want of balance. */
  missing: minor,
  left: z.array(leftSchema),
});

const orders = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const view = { kind: 'merchant', feature: 'stores', action: 'view' } as const;
const runParams = z.object({ id, run: id });

export const autopay = endpoints({
  allRuns: {
    method: 'GET',
    path: '/api/autopay',
    access: orders,
    summary:
      'List automatic payment runs of all stores, newest first, with what was considered, paid, and left by reason.',
    query: listQuery.extend({ store_id: id.optional() }),
    answer: z.array(autopayReportSchema),
    meta: listMeta,
  },
  next: {
    method: 'GET',
    path: '/api/autopay/next',
    access: orders,
    summary: 'List the next automatic payment of each store, what it would pay now, and what it would leave and why.',
    answer: z.array(autopayNextSchema),
  },
  runNow: {
    method: 'POST',
    path: '/api/autopay/{id}/run',
    access: { kind: 'merchant', feature: 'orders', action: 'pay' },
    summary: 'Pay a store’s orders now, oldest first, as far as the balance allows.',
    params: idParams,
    answer: z.object({ run_id: id, ...summary }),
    idempotent: true,
  },
  runs: {
    method: 'GET',
    path: '/api/stores/{id}/autopay',
    access: view,
    summary: 'List automatic payment runs of a store, newest first.',
    params: idParams,
    query: listQuery,
    answer: z.array(autopayRunSchema),
    meta: listMeta,
  },
  rows: {
    method: 'GET',
    path: '/api/stores/{id}/autopay/{run}',
    access: view,
    summary: 'List the orders of an automatic payment run with their outcome.',
    params: runParams,
    query: listQuery,
    answer: z.array(autopayRowSchema),
    meta: listMeta,
  },
});
