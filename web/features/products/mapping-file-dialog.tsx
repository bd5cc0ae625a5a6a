import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { useRefetch } from '#web/api/refetch.ts';
import { MappingFileOutcome } from './mapping-file-outcome.tsx';
import { MappingTemplate } from './mapping-template.tsx';
import { type MappingFile, useMappingFile } from './use-mapping-file.ts';

const accept = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'text/tab-separated-values': ['.tsv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

/** Mapping by a table: fetch a template, fill it in, see what it would change, take it in. */
export function MappingFileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('mapping-files');
  const refetch = useRefetch();
  const work = useMappingFile();
  const close = () => {
    onClose();
    void refetch('products', 'orders', 'dashboard', 'suggestions');
  };
  const waiting = work.file !== undefined && work.mode !== 'commit'; // once it is asked for, the server does it anyway
  const leave = useCareful(waiting, close);
  return (
    <ModalFrame opened onClose={leave} title={t('title')} width={760}>
      <Unsaved when={waiting} />
      <Stack gap={16}>
        {work.mode === undefined ? (
          <Choose work={work} />
        ) : work.result ? (
          <MappingFileOutcome work={work} result={work.result} onClose={close} />
        ) : work.job?.state === 'failed' ? (
          <Failed work={work} />
        ) : (
          <Running work={work} />
        )}
      </Stack>
    </ModalFrame>
  );
}

function Choose({ work }: { work: MappingFile }) {
  const { t } = useTranslation('mapping-files');
  return (
    <>
      <MappingTemplate />
      <FileDrop
        label={t('choose')}
        hint={t('hint')}
        buttonLabel={t('chooseButton')}
        accept={accept}
        maxBytes={maxUploadBytes}
        file={work.file}
        onFile={work.chooseFile}
        busy={work.starting}
      />
      <Group gap={8}>
        <Button loading={work.starting} disabled={!work.file} onClick={() => void work.ask('dry_run')}>
          {t('check')}
        </Button>
      </Group>
    </>
  );
}

function Running({ work }: { work: MappingFile }) {
  const { t } = useTranslation('mapping-files');
  const { progress, total } = { progress: 0, total: null, ...work.job };
  const known = total !== null && total > 0;
  return (
    <ProgressLine
      label={work.mode === 'commit' ? t('taking') : t('reading')}
      share={known ? progress / total : undefined}
      {...(known && { detail: t('of', { done: progress, total }) })}
    />
  );
}

function Failed({ work }: { work: MappingFile }) {
  const { t } = useTranslation('mapping-files');
  return (
    <>
      <ErrorBox error={undefined} title={work.job?.error ?? t('failed')} />
      <Group>
        <Button onClick={work.again}>{t('another')}</Button>
      </Group>
    </>
  );
}
