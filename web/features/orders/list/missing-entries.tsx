import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/ui/copy-button.tsx';
import classes from '../orders.module.css';

/** Of a pasted list: what no order is called by, to be looked at and copied. */
export function MissingEntries({ missing }: { missing: readonly string[] | undefined }) {
  const { t } = useTranslation('orders-list');
  const [shown, setShown] = useState(false);
  if (missing === undefined || missing.length === 0) return null;
  return (
    <div className={classes.missing} role="status">
      <span>{t('missing', { count: missing.length })}</span>
      <Button variant="subtle" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? t('missingHide') : t('missingShow')}
      </Button>
      <CopyButton value={missing.join('\n')} label={t('missingCopy')} />
      {shown && <p className={classes.missingWords}>{missing.join(' · ')}</p>}
    </div>
  );
}
