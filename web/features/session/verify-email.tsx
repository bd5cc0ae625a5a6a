import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { paths } from '#web/lib/paths.ts';
import { plainButtonClass } from '#web/ui/plain-button.tsx';
import classes from './session-frame.module.css';

/** Confirms an address by the code of a mailed link, at once and once. */
export function VerifyEmail({ code }: { code: string }) {
  const { t } = useTranslation('session');
  const [state, setState] = useState<'working' | 'done' | 'failed'>('working');
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void call(api.session.verifyEmail({ body: { code } })).then((answer) =>
      setState(answer === false ? 'failed' : 'done'),
    );
  }, [code]);
  return (
    <>
      <p className={classes.note} role="status">
        {t(`verify.${state}`)}
      </p>
      {state !== 'working' && (
        <Link className={plainButtonClass} to={paths.root}>
          {t('verify.next')}
        </Link>
      )}
    </>
  );
}
