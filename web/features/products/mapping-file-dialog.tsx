import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxUploadBytes } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { mappingFileRows } from '#contract/mapping-file-rules.ts';
import { api, type Contract } from '#web/api/client.ts';
import { Unsaved } from '#web/components/unsaved.tsx';
import { useCareful } from '#web/ui/careful.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { useRefetch } from '#web/api/refetch.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { useDownload } from '#web/components/use-download.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { MappingFileOutcome } from './mapping-file-outcome.tsx';
import classes from './mapping-file.module.css';
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
        error={work.problem}
      />
      <Group gap={8}>
        <ReadyButton
          loading={work.starting}
          missing={work.file ? undefined : t('fileMissing')}
          onClick={() => void work.ask('dry_run')}
        >
          {t('check')}
        </ReadyButton>
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
      <ErrorBox error={undefined} title={work.job?.failure ?? t('failed')} />
      <Group>
        <Button onClick={work.again}>{t('another')}</Button>
      </Group>
    </>
  );
}

type Template = InputOf<Contract['mappingFiles']['template']>['body'];

/** Fetches the table to fill in: what wants a mapping, or all with what it consists of. */
function MappingTemplate() {
  const { t, i18n } = useTranslation('mapping-files');
  const [scope, setScope] = useState<NonNullable<Template['scope']>>('unmapped');
  const [made, setMade] = useState<{ rows: number; cut: boolean }>();
  const template = useApiMutation(api.mappingFiles.template);
  const { download } = useDownload();
  const busy = template.input?.body.format;
  const fetchTemplate = async (format: Template['format']) => {
    const answer = await template.run({ body: { format, scope } });
    if (answer === false) return;
    setMade(answer);
    await download(answer.file);
  };
  const most = formatNumber(mappingFileRows, i18n.language);
  return (
    <div className={classes.template}>
      <p className={classes.text}>{t('template.text')}</p>
      <SegmentedControl
        aria-label={t('template.scope')}
        value={scope}
        onChange={setScope}
        data={[
          { value: 'unmapped', label: t('template.unmapped') },
          { value: 'all', label: t('template.all') },
        ]}
      />
      <Group gap={8}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            loading={busy === format}
            disabled={busy !== undefined && busy !== format}
            onClick={() => void fetchTemplate(format)}
          >
            {t(`template.${format}`)}
          </Button>
        ))}
      </Group>
      <p role="status" className={classes.muted}>
        {made &&
          (made.cut
            ? t('template.cut', { most })
            : t('template.made', { count: made.rows, rows: formatNumber(made.rows, i18n.language) }))}
      </p>
    </div>
  );
}
