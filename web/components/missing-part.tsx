import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { checkVersion, newVersion } from '../api/version.ts';
import { useStore } from '../lib/store.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import classes from './missing-part.module.css';

/**
 * Stands where code could not be fetched, over the page where it can be closed: after a deploy only a reload helps,
 * without a connection another try does, and where that failed too (`lasting`), a reload.
 */
export function MissingPart({
  onRetry,
  onClose,
  lasting = false,
}: {
  onRetry: () => void;
  onClose?: (() => void) | undefined;
  lasting?: boolean;
}) {
  const { t } = useTranslation();
  const stale = useStore(newVersion);
  useEffect(() => void checkVersion(), []);
  return (
    <div className={classes.missing} role="alert" data-over={onClose !== undefined || undefined}>
      <p className={classes.missingTitle}>
        {stale ? t('missing.newTitle') : t(onClose === undefined ? 'missing.title' : 'missing.partTitle')}
      </p>
      <p className={classes.missingText}>
        {stale ? t('missing.newText') : t(lasting ? 'missing.lastingText' : 'missing.text')}
      </p>
      <div className={classes.missingWays}>
        {stale || lasting ? (
          <PlainButton onClick={() => location.reload()}>{t('version.reload')}</PlainButton>
        ) : (
          <PlainButton onClick={onRetry}>{t('missing.retry')}</PlainButton>
        )}
        {onClose !== undefined && <PlainButton onClick={onClose}>{t('missing.close')}</PlainButton>}
      </div>
    </div>
  );
}
