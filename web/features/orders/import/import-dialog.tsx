import { Anchor, Button, Group, Radio, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { maxOrderFileBytes } from '#contract/constants.ts';
import { orderTemplate } from '#contract/order-template.ts';
import { saveText } from '#web/api/download.ts';
import { dayText } from '#web/components/list-filters.ts';
import { RequestNext } from '#web/components/request-next.tsx';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { useRefetch } from '#web/api/refetch.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { ImportFindings } from './import-findings.tsx';
import { MappingFields } from './import-mapping.tsx';
import { type Import, useImport } from './use-import.ts';
import classes from '../orders.module.css';
import type { ImportResult } from '../orders-types.ts';

const accept = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

type ImportDialogProps = {
  /** The store that is chosen first, where it is one of the reader's. */
  store: string;
  onClose: () => void;
};

/** Orders from a file in three steps: choose, see what would happen, import (P30). */
export function ImportDialog({ store, onClose }: ImportDialogProps) {
  const { t } = useTranslation('orders-import');
  const refetch = useRefetch();
  const work = useImport(store);
  const close = () => {
    onClose();
    void refetch('orders', 'invoices', 'wallet', 'dashboard');
  };
  const waiting = work.file !== undefined && work.mode !== 'commit'; // once it is asked for, the server does it anyway
  const leave = useCareful(waiting, close);
  return (
    <ModalFrame opened onClose={leave} title={t('title')} width={640}>
      <Unsaved when={waiting} />
      <Stack gap={12}>
        {work.mode === undefined ? (
          <ImportForm work={work} />
        ) : work.result ? (
          <Outcome work={work} result={work.result} onClose={close} />
        ) : work.job?.state === 'failed' ? (
          <Failed work={work} />
        ) : (
          <Running work={work} />
        )}
      </Stack>
    </ModalFrame>
  );
}

function ImportForm({ work }: { work: Import }) {
  const { t } = useTranslation('orders-import');
  const store = work.store ? undefined : t('storeMissing');
  const missing = work.file ? store : t('fileMissing');
  return (
    <>
      <FileDrop
        label={t('choose')}
        hint={t('hint', { size: maxOrderFileBytes / 1024 / 1024 })}
        buttonLabel={t('button')}
        accept={accept}
        maxBytes={maxOrderFileBytes}
        file={work.file}
        onFile={work.chooseFile}
        busy={work.starting}
        error={work.problem}
      />
      {!work.file && <Template />}
      <Select
        label={t('store')}
        description={work.stores?.length === 0 ? t('noStores') : t('storeHelp')}
        data={(work.stores ?? []).map((one) => ({ value: one.id, label: one.label }))}
        value={work.store}
        onChange={work.setStore}
        allowDeselect={false}
      />
      {work.look?.format === 'mapped' && (
        <MappingFields
          look={work.look}
          titles={work.titles}
          onChange={work.setTitles}
          dates={work.dates}
          onDates={work.setDates}
        />
      )}
      <Group gap={8}>
        <ReadyButton loading={work.starting} missing={missing} onClick={() => void work.ask('dry_run')}>
          {t('check')}
        </ReadyButton>
      </Group>
    </>
  );
}

/** For who has no file yet: one to fill in. */
function Template() {
  const { t, i18n } = useTranslation('orders-import');
  return (
    <p className={classes.muted}>
      {t('template.text')}{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => saveText(t('template.name'), 'text/csv', orderTemplate(i18n.language, dayText(new Date())))}
      >
        {t('template.download')}
      </Anchor>
    </p>
  );
}

function Running({ work }: { work: Import }) {
  const { t } = useTranslation('orders-import');
  const { progress, total } = { progress: 0, total: null, ...work.job };
  const known = total !== null && total > 0;
  return (
    <ProgressLine
      label={work.mode === 'commit' ? t('committing') : t('working')}
      share={known ? progress / total : undefined}
      {...(known && { detail: t('of', { done: progress, total }) })}
    />
  );
}

function Failed({ work }: { work: Import }) {
  const { t } = useTranslation('orders-import');
  return (
    <>
      <ErrorBox error={undefined} title={work.job?.failure ?? t('failed')} />
      <Group>
        <Button onClick={work.again}>{t('another')}</Button>
      </Group>
    </>
  );
}

function Outcome({ work, result, onClose }: { work: Import; result: ImportResult; onClose: () => void }) {
  const { t } = useTranslation('orders-import');
  const news = result.created + result.updated;
  const choice = work.mode === 'dry_run' && result.bad_orders > 0 && news > 0;
  const stopped = result.bad_orders > 0 && work.badRows === 'stop';
  const missing = news === 0 ? t('nothing') : stopped ? t('stopped') : undefined;
  return (
    <>
      <ImportFindings result={result} />
      {work.mode === 'commit' && <RequestNext />}
      {choice && (
        <Radio.Group
          label={t('badRows')}
          value={work.badRows}
          onChange={(value) => work.setBadRows(value === 'skip' ? 'skip' : 'stop')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="stop" label={t('stop')} />
            <Radio value="skip" label={t('skip')} />
          </Stack>
        </Radio.Group>
      )}
      <Group gap={8}>
        {work.mode === 'commit' ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <ReadyButton loading={work.starting} missing={missing} onClick={() => void work.ask('commit')}>
            {t('commit', { count: news })}
          </ReadyButton>
        )}
        <Button variant="default" onClick={work.again}>
          {t('another')}
        </Button>
      </Group>
    </>
  );
}
