import { Button, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '#contract/list-rules.ts';
import { formatBytes, formatNumber } from '#web/lib/format.ts';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import classes from './list.module.css';
import { downloadExport, type Exported, startExport, useExports } from './lists.api.ts';
import { TimeCell } from './time-cell.tsx';

type ExportDialogProps = {
  list: ListName;
  query: Record<string, string>;
  /** Ids of the columns that the list shows. */
  columns: string[];
  onClose: () => void;
};

/** A list as a file: format and columns, how far a long one is, and the files of the last seven days. */
export function ExportDialog({ list, query, columns, onClose }: ExportDialogProps) {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const [which, setWhich] = useState<'shown' | 'all'>('shown');
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState<string>();
  const start = async () => {
    setBusy(true);
    const job = await startExport({ list, format, query, ...(which === 'shown' && { columns }) });
    await client.invalidateQueries({ queryKey: ['exports'] });
    setBusy(false);
    if (job === false || job.state !== 'done') return;
    const file = job.result as { file_id: string; name: string }; // written by the server's own schema
    setReady(file.name);
    await downloadExport({ id: file.file_id, name: file.name });
  };
  return (
    <ModalFrame opened onClose={onClose} title={t('export.title')} width={520}>
      <div className={classes.form}>
        <p className={classes.text}>{t('export.text')}</p>
        <SegmentedControl
          aria-label={t('export.format')}
          value={format}
          onChange={setFormat}
          data={[
            { value: 'xlsx', label: t('export.xlsx') },
            { value: 'csv', label: t('export.csv') },
          ]}
        />
        <SegmentedControl
          aria-label={t('export.which')}
          value={which}
          onChange={setWhich}
          data={[
            { value: 'shown', label: t('export.shown') },
            { value: 'all', label: t('export.all') },
          ]}
        />
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

function Recent() {
  const { t } = useTranslation('lists');
  const { data = [] } = useExports();
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
  if (one.state === 'failed') return <span>{t('export.failed', { error: one.error ?? '' })}</span>;
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
        onClick={() => void downloadExport(file)}
      >
        {t('export.download')}
      </Button>
    </>
  );
}
