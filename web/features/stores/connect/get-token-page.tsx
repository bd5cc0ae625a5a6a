import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSession } from '#web/components/session.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ProgressLine } from '#web/ui/progress.tsx';
import { ConsentFrame, WayOut } from './consent-frame.tsx';
import { enterFromShop } from './shop-entry.ts';
import classes from '../stores.module.css';

/** Turns the one-time code in the fragment into a session (P14); the code leaves the address bar at once. */
export function GetTokenPage() {
  const { t } = useTranslation('stores');
  const { hash } = useLocation();
  const { enter } = useSession();
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get('code') ?? '');
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (code === '') return undefined;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    let gone = false;
    enterFromShop(code).then(
      (token) => !gone && enter(token),
      (refusal: unknown) => !gone && setError(refusal),
    );
    return () => {
      gone = true;
    };
  }, [code, enter]);
  if (code === '') {
    return (
      <ConsentFrame title={t('token.noneTitle')}>
        <p className={classes.text}>{t('token.noneText')}</p>
        <WayOut />
      </ConsentFrame>
    );
  }
  if (error === undefined) {
    return (
      <ConsentFrame title={t('token.working')}>
        <ProgressLine label={t('token.workingText')} share={undefined} />
      </ConsentFrame>
    );
  }
  return (
    <ConsentFrame title={t('token.failed')}>
      <div className={classes.block}>
        <ErrorBox error={error} title={t('token.failedText')} />
      </div>
      <WayOut />
    </ConsentFrame>
  );
}
