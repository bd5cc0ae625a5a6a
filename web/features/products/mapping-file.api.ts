import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import type { MappingFileResult, MappingFileRow } from '#contract/mapping-files.ts';
import { newActKey } from '#web/lib/act-key.ts';
import { call } from '#web/api/call.ts';
import { api, type Contract } from '#web/api/client.ts';
import { openDownload } from '#web/api/download.ts';
import { uploadFile } from '#web/api/upload.ts';

export type { MappingFileResult, MappingFileRow };
export type Asked = InputOf<Contract['mappingFiles']['run']>['body'];
export type Template = InputOf<Contract['mappingFiles']['template']>['body'];

const watchMs = 700;

/** The file, kept at the server for the calls that name it; false after a toast. */
export const uploadMappingFile = (file: File) => call(uploadFile(file, 'mapping_file'));

/** Tries a file or takes it in; false after a toast. */
export const startMappingFile = (body: Asked) => call(api.mappingFiles.run({ body }, { idempotencyKey: newActKey() }));

/** Makes a template; false after a toast. */
export const makeTemplate = (body: Template) => call(api.mappingFiles.template({ body }));

/** Fetches a file through a link for one use. */
export async function fetchKept(file: { id: string; name: string }): Promise<void> {
  const link = await call(api.files.link({ params: { id: file.id } }));
  if (link !== false) openDownload(link.url, file.name);
}

/** A mapping file's job until it has ended. */
export function useMappingJob(id: string | undefined) {
  return useQuery({
    queryKey: ['jobs', 'one', id],
    queryFn: ({ signal }) => api.jobs.get({ params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'done' || state.data?.state === 'failed' ? false : watchMs),
  });
}

/** Lets products and what follows from their mapping be read anew. */
export function useMappedAnew() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['products', 'orders', 'dashboard', 'suggestions'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
}
