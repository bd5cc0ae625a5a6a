import { useState } from 'react';
import { isOrderTemplate } from '#contract/order-template.ts';
import { useStoreOptions } from '#web/components/use-store-options.ts';
import { api } from '#web/api/client.ts';
import { uploadFile } from '#web/api/upload.ts';
import { useApiMutation, useAction } from '#web/api/use-api-mutation.ts';
import { useFileProblem } from '#web/components/use-file-problem.ts';
import { useJob } from '#web/components/use-job.ts';
import type { ColumnTitles } from './import-mapping.tsx';
import type { ImportResult, ImportLook } from '../orders-types.ts';

type Mode = 'dry_run' | 'commit';

/** What the user chose for an import, and where its job stands. */
export function useImport(wanted: string) {
  const stores = useStoreOptions();
  const [file, setFile] = useState<File>();
  const [fileId, setFileId] = useState<string>();
  const [chosen, setStore] = useState<string | null>(null);
  const [look, setLook] = useState<ImportLook>();
  const [dates, setDates] = useState<'dmy' | 'mdy' | null>(null);
  const [titles, setTitles] = useState<ColumnTitles>({});
  const [badRows, setBadRows] = useState<'skip' | 'stop'>('stop');
  const [asked, setAsked] = useState<{ jobId: string; mode: Mode }>();
  const job = useJob(asked?.jobId).data;
  const problem = useFileProblem();
  const upload = useAction((chosenFile: File) => uploadFile(chosenFile, 'order_import'), problem.shown);
  const reading = useApiMutation(api.orders.lookAtImport, problem.shown);
  const start = useApiMutation(api.orders.import);
  const first = stores.data?.find(({ id }) => id === wanted) ?? stores.data?.[0];
  const store = chosen ?? first?.id ?? null;

  /**
   * Looks at the file first; the reader maps the columns of one that is neither a known export nor the template before
   * anything else happens.
   */
  const seen = async (file_id: string, storeId: string) => {
    if (look) return { look, titles };
    const found = await reading.run({ body: { file_id, store_id: storeId } });
    if (!found) return undefined;
    setLook(found);
    setTitles(found.mapping);
    setDates(found.dates.reading ?? (found.dates.ambiguous ? 'dmy' : null));
    const known = found.format !== 'mapped' || (isOrderTemplate(found.head) && !found.dates.ambiguous);
    return known ? { look: found, titles: found.mapping } : undefined;
  };
  const send = async (mode: Mode, chosenFile: File, storeId: string) => {
    const uploaded = fileId ?? (await upload.run(chosenFile).then((kept) => kept && kept.id));
    if (!uploaded) return;
    setFileId(uploaded);
    const found = await seen(uploaded, storeId);
    if (!found) return;
    const mapping = found.look.format === 'mapped' ? found.titles : null;
    const body = { file_id: uploaded, store_id: storeId, mapping, dates, mode, bad_rows: badRows };
    const started = await start.run({ body });
    if (started) setAsked({ jobId: started.id, mode });
  };
  return {
    stores: stores.data,
    file,
    problem: problem.text,
    chooseFile(next: File | undefined) {
      problem.clear();
      setFile(next);
      setFileId(undefined);
      setLook(undefined);
    },
    store,
    setStore(next: string | null) {
      setStore(next);
      setLook(undefined);
    },
    look,
    dates,
    setDates,
    titles,
    setTitles,
    badRows,
    setBadRows,
    mode: asked?.mode,
    starting: upload.busy || reading.busy || start.busy,
    job,
    /** The server's own shape, orderImportResultSchema. */
    result: job?.state === 'done' ? (job.result as ImportResult) : undefined,
    async ask(mode: Mode) {
      if (file && store) await send(mode, file, store);
    },
    again() {
      setAsked(undefined);
      setFile(undefined);
      setFileId(undefined);
      setLook(undefined);
    },
  };
}

export type Import = ReturnType<typeof useImport>;
