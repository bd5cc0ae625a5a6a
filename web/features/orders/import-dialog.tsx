import { Button, Group, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 as uuid } from 'uuid';
import { maxUploadBytes } from '#contract/constants.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { type ColumnTitles, MappingFields } from './import-mapping.tsx';
import { ImportFindings } from './import-findings.tsx';
import { type ImportResult, startImport, uploadOrderFile, useJob, useOrderActs, useStoreOptions } from './orders.api.ts';

const accept = { 'text/csv': ['.csv'], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'] };

type Asked = { jobId: string; mode: 'dry_run' | 'commit' };

/** Orders from a file in three steps: choose, see what would happen, import (decision 30). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('orders');
  const { refresh } = useOrderActs();
  const stores = useStoreOptions();
  const [file, setFile] = useState<File>();
  const [fileId, setFileId] = useState<string>();
  const [chosen, setStore] = useState<string | null>(null);
  const [own, setOwn] = useState(false);
  const [titles, setTitles] = useState<ColumnTitles>({});
  const [badRows, setBadRows] = useState<'skip' | 'stop'>('stop');
  const [asked, setAsked] = useState<Asked>();
  const [starting, setStarting] = useState(false);
  const job = useJob(asked?.jobId).data;
  const store = chosen ?? stores.data?.[0]?.id ?? null;

  const ask = async (mode: Asked['mode']) => {
    if (!file || !store) return;
    setStarting(true);
    try {
      const id = fileId ?? (await uploadOrderFile(file).then((uploaded) => uploaded && uploaded.id));
      if (!id) return;
      setFileId(id);
      const started = await startImport({ file_id: id, store_id: store, mapping: own ? titles : null, mode, bad_rows: badRows }, uuid());
      if (started) setAsked({ jobId: started.id, mode });
    } finally {
      setStarting(false);
    }
  };
  const again = () => {
    setAsked(undefined);
    setFile(undefined);
    setFileId(undefined);
  };
  const close = () => {
    onClose();
    void refresh();
  };
  const result = job?.state === 'done' ? (job.result as ImportResult) : undefined; // the server's own shape, orderImportResultSchema
  const running = asked !== undefined && job?.state !== 'done' && job?.state !== 'failed';
  return (
    <ModalFrame opened onClose={close} title={t('importing.title')} width={640}>
      <Stack gap={12}>
        {asked === undefined && (
          <>
            <FileDrop
              label={t('importing.choose')}
              hint={t('importing.hint')}
              buttonLabel={t('importing.button')}
              accept={accept}
              maxBytes={maxUploadBytes}
              file={file}
              onFile={(next) => {
                setFile(next);
                setFileId(undefined);
              }}
              busy={starting}
            />
            <Select
              label={t('importing.store')}
              description={stores.data?.length === 0 ? t('importing.noStores') : t('importing.storeHelp')}
              data={(stores.data ?? []).map((one) => ({ value: one.id, label: one.label }))}
              value={store}
              onChange={setStore}
              allowDeselect={false}
            />
            <SegmentedControl
              aria-label={t('importing.mapping')}
              value={own ? 'own' : 'shopify'}
              onChange={(value) => setOwn(value === 'own')}
              data={[
                { value: 'shopify', label: t('importing.shopify') },
                { value: 'own', label: t('importing.own') },
              ]}
            />
            {own && <MappingFields titles={titles} onChange={setTitles} />}
            <Group gap={8}>
              <Button loading={starting} disabled={!file || !store} onClick={() => void ask('dry_run')}>
                {t('importing.check')}
              </Button>
            </Group>
          </>
        )}
        {running && <Running mode={asked.mode} progress={job?.progress ?? 0} total={job?.total ?? null} />}
        {job?.state === 'failed' && asked && (
          <>
            <ErrorBox error={undefined} title={job.error ?? t('importing.failed')} />
            <Group>
              <Button onClick={again}>{t('importing.another')}</Button>
            </Group>
          </>
        )}
        {result && asked && (
          <>
            <ImportFindings result={result} />
            {asked.mode === 'dry_run' && result.bad_orders > 0 && (
              <Radio.Group label={t('importing.badRows')} value={badRows} onChange={(value) => setBadRows(value === 'skip' ? 'skip' : 'stop')}>
                <Stack gap={6} mt={6}>
                  <Radio value="stop" label={t('importing.stop')} />
                  <Radio value="skip" label={t('importing.skip')} />
                </Stack>
              </Radio.Group>
            )}
            <Group gap={8}>
              {asked.mode === 'dry_run' ? (
                <Button loading={starting} disabled={result.created + result.updated === 0 || (result.bad_orders > 0 && badRows === 'stop')} onClick={() => void ask('commit')}>
                  {result.created + result.updated === 0 ? t('importing.nothing') : t('importing.commit', { count: result.created + result.updated })}
                </Button>
              ) : (
                <Button onClick={close}>{t('importing.close')}</Button>
              )}
              <Button variant="default" onClick={again}>
                {t('importing.another')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </ModalFrame>
  );
}

function Running({ mode, progress, total }: { mode: Asked['mode']; progress: number; total: number | null }) {
  const { t } = useTranslation('orders');
  const known = total !== null && total > 0;
  return (
    <ProgressLine
      label={mode === 'commit' ? t('importing.committing') : t('importing.working')}
      share={known ? progress / total : undefined}
      {...(known && { detail: t('importing.of', { done: progress, total }) })}
    />
  );
}
