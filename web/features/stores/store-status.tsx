import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { isImporting } from './store-import.ts';
import type { Store } from './stores-types.ts';

const tones: Record<Store['status'], StatusTone> = {
  pending: 'grey',
  connected: 'green',
  needs_reauth: 'amber',
  suspended: 'amber',
  disconnected: 'red',
};

/** Share of a running import, undefined while its end is not known. */
export function importShare(store: Store): number | undefined {
  const job = store.import_job;
  return job?.total ? job.progress / job.total : undefined;
}

/** A store's connection in one word; a running import shows how far it is. */
export function StoreStatus({ store }: { store: Store }) {
  const { t } = useTranslation('stores');
  if (isImporting(store)) {
    const share = importShare(store);
    return (
      <StatusChip
        tone="blue"
        label={
          share === undefined ? t('status.syncing') : t('status.syncingShare', { percent: Math.round(share * 100) })
        }
      />
    );
  }
  if (store.trouble) return <StatusChip tone="amber" label={t('status.trouble')} title={store.trouble.reason} />;
  if (store.paused && store.status === 'connected') return <StatusChip tone="grey" label={t('status.paused')} />;
  return (
    <StatusChip
      tone={tones[store.status]}
      label={t(`status.${store.status}`)}
      {...(store.status_reason !== null && { title: store.status_reason })}
    />
  );
}
