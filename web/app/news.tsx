import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connected, followNetwork } from '../api/connection.ts';
import { onServerEvent, resyncKind } from '../api/events.ts';
import { checkVersion, newVersion } from '../api/version.ts';
import { useStore } from '../lib/store.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import classes from './news.module.css';

const minute = 60_000;

/** Looks for a newer build when the stream comes back, when the user comes back, and now and then. */
function followVersion(): () => void {
  const look = () => void checkVersion(5 * minute);
  const timer = setInterval(look, 15 * minute);
  window.addEventListener('focus', look);
  const stop = onServerEvent(({ kind }) => {
    if (kind === resyncKind) void checkVersion();
  });
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', look);
    stop();
  };
}

/** Quiet words at the lower edge: the connection is lost, or a new version is ready (domain 4.18). */
export function News() {
  const { t } = useTranslation();
  const online = useStore(connected);
  const stale = useStore(newVersion);
  const [later, setLater] = useState(false);
  useEffect(followNetwork, []);
  useEffect(followVersion, []);
  return (
    <div className={classes.place} role="status">
      {!online && <p className={classes.lost}>{t('offline')}</p>}
      {stale && !later && (
        <div className={classes.card}>
          <p className={classes.text}>{t('version.ready')}</p>
          <PlainButton onClick={() => location.reload()}>{t('version.reload')}</PlainButton>
          <PlainButton quiet onClick={() => setLater(true)}>
            {t('version.later')}
          </PlainButton>
        </div>
      )}
    </div>
  );
}
