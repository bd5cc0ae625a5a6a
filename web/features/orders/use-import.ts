import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { ColumnTitles } from './import-mapping.tsx';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { type ImportResult, startImport, uploadOrderFile, useJob } from './orders.api.ts';

type Mode = 'dry_run' | 'commit';

/** What the user chose for an import, and where its job stands. */
export function useImport() {
  const stores = useStoreOptions();
  const [file, setFile] = useState<File>();
  const [fileId, setFileId] = useState<string>();
  const [chosen, setStore] = useState<string | null>(null);
  const [own, setOwn] = useState(false);
  const [titles, setTitles] = useState<ColumnTitles>({});
  const [badRows, setBadRows] = useState<'skip' | 'stop'>('stop');
  const [asked, setAsked] = useState<{ jobId: string; mode: Mode }>();
  const [starting, setStarting] = useState(false);
  const job = useJob(asked?.jobId).data;
  const store = chosen ?? stores.data?.[0]?.id ?? null;

  const send = async (mode: Mode, chosenFile: File, storeId: string) => {
    const uploaded = fileId ?? (await uploadOrderFile(chosenFile).then((kept) => kept && kept.id));
    if (!uploaded) return;
    setFileId(uploaded);
    const body = { file_id: uploaded, store_id: storeId, mapping: own ? titles : null, mode, bad_rows: badRows };
    const started = await startImport(body, uuid());
    if (started) setAsked({ jobId: started.id, mode });
  };
  return {
    stores: stores.data,
    file,
    chooseFile(next: File | undefined) {
      setFile(next);
      setFileId(undefined);
    },
    store,
    setStore,
    own,
    setOwn,
    titles,
    setTitles,
    badRows,
    setBadRows,
    mode: asked?.mode,
    starting,
    job,
    /** The server's own shape, orderImportResultSchema. */
    result: job?.state === 'done' ? (job.result as ImportResult) : undefined,
    async ask(mode: Mode) {
      if (!file || !store) return;
      setStarting(true);
      try {
        await send(mode, file, store);
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

export type Import = ReturnType<typeof useImport>;
