import { useState } from 'react';
import type { MappingFileResult } from '#contract/mapping-files.ts';
import { uploadFile } from '#web/api/upload.ts';
import { api, type Contract } from '#web/api/client.ts';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import { useFileProblem } from '#web/components/use-file-problem.ts';
import { useJob } from '#web/components/use-job.ts';
import type { InputOf } from '#contract/endpoint.ts';

type Asked = InputOf<Contract['mappingFiles']['run']>['body'];

/** The chosen file, and where its job stands. */
export function useMappingFile() {
  const [file, setFile] = useState<File>();
  const [fileId, setFileId] = useState<string>();
  const [badRows, setBadRows] = useState<'skip' | 'stop'>('stop');
  const [apply, setApply] = useState<'open_orders' | 'new_orders'>('open_orders');
  const [asked, setAsked] = useState<{ jobId: string; mode: Asked['mode'] }>();
  const job = useJob(asked?.jobId).data;
  const problem = useFileProblem();
  const upload = useAction((chosen: File) => uploadFile(chosen, 'mapping_file'), problem.shown);
  const start = useApiMutation(api.mappingFiles.run);

  const send = async (mode: Asked['mode'], chosen: File) => {
    const file_id = fileId ?? (await upload.run(chosen).then((kept) => kept && kept.id));
    if (!file_id) return;
    setFileId(file_id);
    const started = await start.run({ body: { file_id, mode, bad_rows: badRows, apply } });
    if (started) setAsked({ jobId: started.id, mode });
  };
  return {
    file,
    problem: problem.text,
    chooseFile(next: File | undefined) {
      problem.clear();
      setFile(next);
      setFileId(undefined);
    },
    badRows,
    setBadRows,
    apply,
    setApply,
    mode: asked?.mode,
    starting: upload.busy || start.busy,
    job,
    /** The server's own shape, mappingFileResultSchema. */
    result: job?.state === 'done' ? (job.result as MappingFileResult) : undefined,
    async ask(mode: Asked['mode']) {
      if (file) await send(mode, file);
    },
    again() {
      setAsked(undefined);
      setFile(undefined);
      setFileId(undefined);
    },
  };
}

export type MappingFile = ReturnType<typeof useMappingFile>;
