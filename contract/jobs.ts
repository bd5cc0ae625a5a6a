import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { id, idParams, time } from './shared.ts';

export const jobSchema = z.object({
  id,
  kind: z.string(),
  subject_id: id.nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  progress: z.int(),
  total: z.int().nullable(),
  result: z.unknown(),
  /** Why it failed; no answer has a field `error`, which browsers take for a failed call. */
  failure: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

export const jobs = endpoints({
  get: {
    method: 'GET',
    path: '/api/jobs/{id}',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Retrieve the state, progress, and result of a job.',
    params: idParams,
    answer: jobSchema,
  },
});
