import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { checkVersion, newVersion } from '../api/version.ts';
import { useStore } from '../lib/store.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import classes from './frames.module.css';

/** Stands where code could not be fetched: after a deploy only a reload helps, without a connection another try does. */
export function MissingPart({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const stale = useStore(newVersion);
  useEffect(() => void checkVersion(), []);
  return (
    <div className={classes.missing} role="alert">
      <p className={classes.missingTitle}>{stale ? t('missing.newTitle') : t('missing.title')}</p>
      <p className={classes.missingText}>{stale ? t('missing.newText') : t('missing.text')}</p>
      <div className={classes.missingWays}>
        {stale ? (
          <PlainButton onClick={() => location.reload()}>{t('version.reload')}</PlainButton>
        ) : (
          <PlainButton onClick={onRetry}>{t('missing.retry')}</PlainButton>
        )}
      </div>
    </div>
  );
}
