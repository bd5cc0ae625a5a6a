import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { BulkResult, bulkSchema } from '#contract/bulk.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { ExportListName, ListName } from '#contract/list-rules.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { newActKey } from '#web/lib/act-key.ts';

export type View = AnswerOf<Contract['views']['create']>;
export type Exported = AnswerOf<Contract['exports']['list']>[number];
export type Job = AnswerOf<Contract['jobs']['get']>;
export type BulkRequest = z.input<typeof bulkSchema>;

/** Saved views of a list. */
export function useViews(list: ListName) {
  return useQuery({
    queryKey: ['views', list],
    queryFn: ({ signal }) => api.views.list({ query: { list } }, { signal }),
    staleTime: 60_000,
  });
}

/** Acts on views; `save` throws, so that a name that is taken shows at its field. */
export function useViewActs(list: ListName) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['views', list] });
  return {
    async create(view: { name: string; shared: boolean; state: View['state'] }) {
      const answer = await api.views.create({ body: { list, ...view } });
      await refresh();
      return answer;
    },
    async update(view: View, change: Partial<Pick<View, 'name' | 'shared' | 'state'>>) {
      const answer = await api.views.update({ params: { id: view.id }, body: { version: view.version, ...change } });
      await refresh();
      return answer;
    },
    async remove(view: View) {
      const answer = await call(api.views.remove({ params: { id: view.id } }));
      await refresh();
      return answer !== false;
    },
  };
}

/** One's own exports of the last seven days; asked again while one is being written. */
export function useExports() {
  return useQuery({
    queryKey: ['exports'],
    queryFn: ({ signal }) => api.exports.list({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((one) => isOpen(one.state)) === true ? watchMs : false),
  });
}

const watchMs = 1_000;
const isOpen = (state: Job['state']) => state === 'queued' || state === 'running';

/** Starts a file; false after a toast. */
export const startExport = (body: {
  list: ExportListName;
  format: 'xlsx' | 'csv';
  columns?: string[];
  query: Record<string, string>;
}) => call(api.exports.create({ body }));

/** Fetches a file through a link for one use. */
export async function downloadExport(file: { id: string; name: string }): Promise<void> {
  const link = await call(api.files.link({ params: { id: file.id } }));
  if (link !== false) openDownload(link.url, file.name);
}

/** Tries an act on many rows, or does it; false after a toast. Each call is an act of its own. */
export const startBulk = (body: BulkRequest) => call(api.bulk.run({ body }, { idempotencyKey: newActKey() }));

/** Does it again for the rows that were refused. */
export const retryBulk = (id: string) => call(api.bulk.retry({ params: { id } }, { idempotencyKey: newActKey() }));

/** A job until it has ended. */
export function useJob(job: Job | undefined) {
  return useQuery({
    queryKey: ['jobs', 'one', job?.id],
    queryFn: ({ signal }) => api.jobs.get({ params: { id: job?.id ?? '' } }, { signal }),
    enabled: job !== undefined && isOpen(job.state),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.state) ? false : watchMs),
    ...(job && { initialData: job }),
  });
}

/** The rows of a run that were refused. */
export function useRefused(id: string | undefined) {
  return useQuery({
    queryKey: ['bulk', id, 'refused'],
    queryFn: ({ signal }) =>
      api.bulk.rows({ params: { id: id ?? '' }, query: { outcome: 'refused', per_page: 50 } }, { signal }),
    enabled: id !== undefined,
  });
}

/** The outcome of a bulk job that has ended; its result is written by the server's own schema. */
export const outcomeOf = (job: Job): BulkResult | undefined =>
  job.state === 'done' ? (job.result as BulkResult) : undefined;
