import { useState } from 'react';
import {
  type Asked,
  type MappingFileResult,
  startMappingFile,
  uploadMappingFile,
  useMappingJob,
} from './mapping-file.api.ts';

/** The chosen file, and where its job stands. */
export function useMappingFile() {
  const [file, setFile] = useState<File>();
  const [fileId, setFileId] = useState<string>();
  const [badRows, setBadRows] = useState<'skip' | 'stop'>('stop');
  const [apply, setApply] = useState<'open_orders' | 'new_orders'>('open_orders');
  const [asked, setAsked] = useState<{ jobId: string; mode: Asked['mode'] }>();
  const [starting, setStarting] = useState(false);
  const job = useMappingJob(asked?.jobId).data;

  const send = async (mode: Asked['mode'], chosen: File) => {
    const uploaded = fileId ?? (await uploadMappingFile(chosen).then((kept) => kept && kept.id));
    if (!uploaded) return;
    setFileId(uploaded);
    const started = await startMappingFile({ file_id: uploaded, mode, bad_rows: badRows, apply });
    if (started) setAsked({ jobId: started.id, mode });
  };
  return {
    file,
    chooseFile(next: File | undefined) {
      setFile(next);
      setFileId(undefined);
    },
    badRows,
    setBadRows,
    apply,
    setApply,
    mode: asked?.mode,
    starting,
    job,
    /** The server's own shape, mappingFileResultSchema. */
    result: job?.state === 'done' ? (job.result as MappingFileResult) : undefined,
    async ask(mode: Asked['mode']) {
      if (!file) return;
      setStarting(true);
      try {
        await send(mode, file);
      } finally {
        setStarting(false);
      }
    },
    again() {
      setAsked(undefined);
      setFile(undefined);
      setFileId(undefined);
    },
  };
}

export type MappingFile = ReturnType<typeof useMappingFile>;
