import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { useSession } from '#web/components/session.tsx';
import { plainButtonClass } from '#web/ui/plain-button.tsx';
import classes from './session-frame.module.css';

/** Creates the account of a sign-up by the code of its mailed link, at once and once, and logs in. */
export function FinishSignUp({ code }: { code: string }) {
  const { t } = useTranslation('session');
  const { enter, prepare } = useSession();
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    prepare();
    void call(api.session.finishSignUp({ body: { code } })).then((answer) => {
      if (answer === false) setFailed(true);
      else enter(answer.token);
    });
  }, [code, enter, prepare]);
  return (
    <>
      <p className={classes.note} role="status">
        {t(failed ? 'finish.failed' : 'finish.working')}
      </p>
      {failed && (
        <>
          <Link className={plainButtonClass} to={{ hash: '#sign-up' }}>
            {t('finish.again')}
          </Link>
          <p className={classes.below}>
            {t('signUp.haveAccount')} <Link to={{ hash: '' }}>{t('signUp.logIn')}</Link>
          </p>
        </>
      )}
    </>
  );
}
