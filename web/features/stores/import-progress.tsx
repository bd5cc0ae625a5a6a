import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { ProgressLine } from '#web/ui/progress.tsx';
import { importShare } from './store-status.tsx';
import { isImporting } from './store-import.ts';
import type { Store } from './stores-types.ts';

/** How far the import of a store is; nothing when none runs. */
export function ImportProgress({ store }: { store: Store }) {
  const { t, i18n } = useTranslation('stores');
  const job = store.import_job;
  if (!job || !isImporting(store)) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const detail = job.total ? { detail: t('progress', { done: number(job.progress), all: number(job.total) }) } : {};
  return <ProgressLine label={t('importing', { name: store.name })} share={importShare(store)} {...detail} />;
}
