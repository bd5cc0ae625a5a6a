import { Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat } from '#contract/exports.ts';
import { type ExportListName, journalLists } from '#contract/list-rules.ts';
import { formatBytes, formatNumber } from '#web/lib/format.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { api, type Contract } from '../api/client.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import classes from './list.module.css';
import { TimeCell } from './time-cell.tsx';
import { useDownload } from './use-download.ts';
import { isOpen, jobPollMs } from './use-job.ts';

type Exported = AnswerOf<Contract['exports']['list']>[number];

/** A file for a purpose, as a page offers it: its list at the server and its columns. */
export type ExportChoice = {
  value: string;
  label: string;
  help: string;
  list: ExportListName;
  /** All of the file when left out. */
  columns?: readonly string[];
  /** Where the file is of use in one format alone. */
  format?: ExportFormat;
};

type ExportDialogProps = {
  list: ExportListName;
  /** Files for a purpose, beside the list as it stands. */
  choices?: readonly ExportChoice[];
  query: Record<string, string>;
  /** Ids of the columns that the list shows. */
  columns: string[];
  /** What is exported where it is no list, so that there are no columns to choose. */
  words?: { title: string; text: string };
  onClose: () => void;
};

/** A list as a file: format and columns, how far a long one is, and the files of the last seven days. */
export function ExportDialog({ list, choices = [], query, columns, words, onClose }: ExportDialogProps) {
  const { t } = useTranslation('lists');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [which, setWhich] = useState('shown');
  const choice = choices.find((one) => one.value === which);
  const written = choice?.format ?? format;
  const [ready, setReady] = useState<string>();
  const { download } = useDownload();
  const { run, busy } = useApiMutation(api.exports.create, { refetch: ['exports'] });
  const start = async () => {
    const asked = choice
      ? { list: choice.list, ...(choice.columns && { columns: [...choice.columns] }) }
      : { list, ...(which === 'shown' && { columns }) };
    const job = await run({ body: { ...asked, format: written, query } });
    if (job === false || job.state !== 'done') return;
    const file = job.result as { file_id: string; name: string }; // written by the server's own schema
    setReady(file.name);
    await download({ id: file.file_id, name: file.name });
  };
  return (
    <ModalFrame opened onClose={onClose} title={words?.title ?? t('export.title')} width={520}>
      <div className={classes.form}>
        <p className={classes.text}>{words?.text ?? t('export.text')}</p>
        <SegmentedControl
          aria-label={t('export.format')}
          value={written}
          disabled={choice?.format !== undefined}
          onChange={setFormat}
          data={[
            { value: 'xlsx', label: t('export.xlsx') },
            { value: 'csv', label: t('export.csv') },
            ...(journalLists.some((name) => name === list)
              ? [{ value: 'journal' as const, label: t('export.journal') }]
              : []),
          ]}
        />
        {format === 'journal' ? (
          <p className={classes.text}>{t('export.journalText')}</p>
        ) : (
          words === undefined && <ExportColumns choices={choices} value={which} onChange={setWhich} />
        )}
        {choice !== undefined && <p className={classes.text}>{choice.help}</p>}
        <div>
          <Button loading={busy} onClick={() => void start()}>
            {t('export.start')}
          </Button>
        </div>
        <p className={classes.text} role="status">
          {ready === undefined ? '' : t('export.ready', { name: ready })}
        </p>
        <Recent />
      </div>
    </ModalFrame>
  );
}

type ExportColumnsProps = { choices: readonly ExportChoice[]; value: string; onChange: (value: string) => void };

/** Which columns: those that show, all, or those of a purpose. */
function ExportColumns({ choices, value, onChange }: ExportColumnsProps) {
  const { t } = useTranslation('lists');
  const usual = [
    { value: 'shown', label: t('export.shown') },
    { value: 'all', label: t('export.all') },
  ];
  if (choices.length === 0)
    return <SegmentedControl aria-label={t('export.which')} value={value} onChange={onChange} data={usual} />;
  return (
    <Select
      label={t('export.which')}
      allowDeselect={false}
      data={[...usual, ...choices.map(({ value: one, label }) => ({ value: one, label }))]}
      value={value}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => onChange(next ?? 'shown')}
    />
  );
}

function Recent() {
  const { t } = useTranslation('lists');
  const { data = [] } = useApiQuery(
    api.exports.list,
    {},
    { refetchInterval: ({ state }) => (state.data?.some((one) => isOpen(one.state)) === true ? jobPollMs : false) },
  );
  return (
    <section aria-labelledby="recent-exports">
      <h3 id="recent-exports" className={classes.heading}>
        {t('export.recent')}
      </h3>
      {data.length === 0 ? (
        <p className={classes.text}>{t('export.none')}</p>
      ) : (
        <ul className={classes.files}>
          {data.slice(0, 8).map((one) => (
            <li key={one.id} className={classes.file}>
              <RecentFile one={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentFile({ one }: { one: Exported }) {
  const { t, i18n } = useTranslation('lists');
  const { file } = one;
  const { download } = useDownload();
  if (one.state === 'failed') return <span>{t('export.failed', { error: one.failure ?? '' })}</span>;
  if (file === null)
    return (
      <div style={{ flex: 1 }}>
        <ProgressLine
          label={one.state === 'queued' ? t('export.queued') : t('export.working')}
          share={one.total === null || one.total === 0 ? undefined : one.progress / one.total}
        />
        <p className={classes.muted}>{t('export.later')}</p>
      </div>
    );
  return (
    <>
      <span className={classes.fileWords}>
        {file.name}
        <span className={classes.muted}>
          {' · '}
          {t('export.rows', { count: one.progress, formatted: formatNumber(one.progress, i18n.language) })}
          {' · '}
          {formatBytes(file.size, i18n.language)} {' · '}
          <TimeCell time={one.created_at} />
        </span>
      </span>
      <Button
        variant="default"
        size="xs"
        aria-label={t('export.downloadNamed', { name: file.name, time: one.created_at })}
        onClick={() => void download(file)}
      >
        {t('export.download')}
      </Button>
    </>
  );
}
