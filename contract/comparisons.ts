import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { jobSchema } from './jobs.ts';
import { date, id, idParams, listMeta, listQuery, time } from './shared.ts';

/** What two readings of an order can differ in. */
export const orderDifferences = ['updated', 'status', 'quantities', 'address'] as const;
export const findingKinds = ['missing', 'extra', 'different'] as const;

/** One comparison of a store with its shop. */
export const comparisonSchema = z.object({
  id,
  store_id: id,
  cause: z.enum(['daily', 'asked']),
  state: z.enum(['running', 'done', 'failed']),
  from: date,
  to: date,
  zone: z.string(),
  /** Orders of the range, after healing. */
  shop_orders: z.int(),
  our_orders: z.int(),
  found: z.int(),
  healed: z.int(),
  /** Why it failed; no answer has a field `error`, which browsers take for a failed call. */
  failure: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
  job: jobSchema.nullable(),
  /** The signed report, once there is one; `number` counts the store's reports. */
  report: z.object({ number: z.int(), hash: z.string(), signed_at: time }).nullable(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const findingSchema = z.object({
  comparison_id: id,
  external_id: z.string(),
  order_name: z.string().nullable(),
  day: date,
  kind: z.enum(findingKinds),
  differs: z.array(z.enum(orderDifferences)),
  outcome: z.enum(['healed', 'open']),
});

/** A report as it is downloaded: what is signed, and what proves it. */
export const signedReportSchema = z.object({
  report: z.record(z.string(), z.unknown()),
  hash: z.string().max(200),
  public_key: z.string().max(2_000),
  signature: z.string().max(500),
});
export type SignedReport = z.infer<typeof signedReportSchema>;

export const verdictSchema = z.object({
  valid: z.boolean(),
  /** Why it is not valid: it was changed, is another installation's, or does not follow the report before it. */
  problem: z.enum(['changed', 'foreign', 'chain']).nullable(),
  /** Exactly this report is kept here. */
  kept: z.boolean(),
  number: z.int().nullable(),
  store: z.string().nullable(),
  signed_at: time.nullable(),
});
export type Verdict = z.infer<typeof verdictSchema>;

const view = { kind: 'merchant', feature: 'stores', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'stores', action: 'edit' } as const;

/** Proof that nothing of a shop is missing here: daily and on demand, signed and kept for good. */
export const comparisons = endpoints({
  list: {
    method: 'GET',
    path: '/api/comparisons',
    access: view,
    summary: 'List comparisons with stores, newest first; `store_id` limits them to one store.',
    query: listQuery.extend({ store_id: id.optional() }),
    answer: z.array(comparisonSchema),
    meta: listMeta,
  },
  start: {
    method: 'POST',
    path: '/api/comparisons',
    access: edit,
    summary:
      'Start a comparison with a store by the store’s days, or of everything it shows; returns the running one if there is one.',
    body: z.object({ store_id: id, from: date.optional(), to: date.optional() }),
    answer: comparisonSchema,
  },
  get: {
    method: 'GET',
    path: '/api/comparisons/{id}',
    access: view,
    summary: 'Retrieve a comparison.',
    params: idParams,
    answer: comparisonSchema,
  },
  findings: {
    method: 'GET',
    path: '/api/comparison_findings',
    access: view,
    summary:
      'List missing, extra, and different orders and whether they were fixed; `comparison_id` limits them to one comparison.',
    query: listQuery.extend({ comparison_id: id.optional() }),
    answer: z.array(findingSchema),
    meta: listMeta,
  },
  report: {
    method: 'GET',
    path: '/api/comparisons/{id}/report',
    access: view,
    summary: 'Retrieve the signed report, which holds no personal data.',
    params: idParams,
    answer: z.object({ file_name: z.string(), file: signedReportSchema }),
  },
  verify: {
    method: 'GET',
    path: '/api/comparisons/{id}/verify',
    access: view,
    summary: 'Verify that a stored report is as signed and follows the one before it.',
    params: idParams,
    answer: verdictSchema,
  },
  verifyFile: {
    method: 'POST',
    path: '/api/comparisons/verify',
    seconds: callTimes.many,
    access: { kind: 'public' },
    summary: 'Verify that a downloaded report belongs to this installation and is unchanged.',
    body: signedReportSchema,
    answer: verdictSchema,
    perMinute: 60,
  },
});
