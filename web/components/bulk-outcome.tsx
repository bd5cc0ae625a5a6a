import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/bulk.ts';
import { api } from '../api/client.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import classes from './list.module.css';

type BulkOutcomeProps = {
  id: string;
  result: BulkResult;
  busy: boolean;
  onRetry: () => void;
  onClose: () => void;
  /** What it came to, in words. */
  children?: ReactNode;
};

/** What a bulk act did, each refused row with its reason, and another try for these. */
export function BulkOutcome({ id, result, busy, onRetry, onClose, children }: BulkOutcomeProps) {
  const { t } = useTranslation('lists');
  const refused = useApiQuery(
    api.bulk.rows,
    result.refused > 0 ? { params: { id }, query: { outcome: 'refused', per_page: 50 } } : null,
  ).data;
  const hidden = result.refused - (refused?.data.length ?? result.refused);
  return (
    <>
      <p className={classes.sentence}>{t('bulk.done', { count: result.ok })}</p>
      {children}
      {result.refused > 0 && (
        <div>
          <p className={classes.text}>{t('bulk.failed', { count: result.refused })}</p>
          <ul className={classes.reasons}>
            {refused?.data.map((row) => (
              <li key={row.id}>
                <strong>{row.name}</strong> {row.reason}
              </li>
            ))}
            {hidden > 0 && <li className={classes.count}>{t('bulk.more', { count: hidden })}</li>}
          </ul>
        </div>
      )}
      <Group gap={8}>
        <Button data-autofocus onClick={onClose}>
          {t('bulk.close')}
        </Button>
        {result.refused > 0 && (
          <Button variant="default" loading={busy} onClick={onRetry}>
            {t('bulk.retry', { count: result.refused })}
          </Button>
        )}
      </Group>
    </>
  );
}
