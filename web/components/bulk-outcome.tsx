import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResult } from '#contract/bulk.ts';
import classes from './list.module.css';
import { useRefused } from './lists.api.ts';

type BulkOutcomeProps = {
  id: string;
  result: BulkResult;
  onRetry: () => Promise<void>;
  onClose: () => void;
  /** What it came to, in words. */
  children?: ReactNode;
};

/** What a bulk act did, each refused row with its reason, and another try for these. */
export function BulkOutcome({ id, result, onRetry, onClose, children }: BulkOutcomeProps) {
  const { t } = useTranslation('lists');
  const [busy, setBusy] = useState(false);
  const refused = useRefused(result.refused > 0 ? id : undefined).data;
  const hidden = result.refused - (refused?.data.length ?? result.refused);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
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
          <Button variant="default" loading={busy} onClick={() => void retry()}>
            {t('bulk.retry', { count: result.refused })}
          </Button>
        )}
      </Group>
    </>
  );
}
