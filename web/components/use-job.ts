import type { BulkResult } from '#contract/bulk.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { api, type Contract } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';

export type Job = AnswerOf<Contract['jobs']['get']>;

/** Milliseconds between two looks at a job that somebody waits for. */
export const jobPollMs = 1_000;

/** Whether a job has not ended yet. */
export const isOpen = (state: Job['state']) => state === 'queued' || state === 'running';

/** A job, read again until it has ended; by its id, or as the call that started it answered. */
export function useJob(job: string | Job | undefined) {
  const id = typeof job === 'string' ? job : job?.id;
  return useApiQuery(api.jobs.get, id === undefined ? null : { params: { id } }, {
    enabled: typeof job !== 'object' || isOpen(job.state),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.state) ? false : jobPollMs),
    ...(typeof job === 'object' && { initialData: job }),
  });
}

/** What a bulk job came to; undefined until it has ended. Its result is written by the server's own schema. */
export const outcomeOf = (job: Job): BulkResult | undefined =>
  job.state === 'done' ? (job.result as BulkResult) : undefined;
