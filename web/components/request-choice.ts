import type { TFunction } from 'i18next';
import type { BulkActionChoice } from './bulk-dialog.tsx';

/** Requests whatever price or rate orders lack, each to its country. */
export const requestChoice = (t: TFunction<'orders'>): BulkActionChoice => ({
  action: 'request_quotes',
  label: t('bulk.request.label'),
  title: t('bulk.request.title'),
  can: (count) => t('bulk.request.can', { count }),
  done: (count) => t('bulk.request.done', { count }),
  confirm: (count) => t('bulk.request.confirm', { count }),
});
