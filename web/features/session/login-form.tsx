import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { useSession } from '#web/components/session.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { PlainField, PlainPassword } from '#web/ui/plain-field.tsx';
import classes from './session-frame.module.css';
import { useFields } from './use-fields.ts';

/** Name and password; both ways to sign up and to a forgotten password keep the redirect of the address. */
export function LoginForm() {
  const { t } = useTranslation('session');
  const { search } = useLocation();
  const { enter, prepare } = useSession();
  const [busy, setBusy] = useState(false);
  const fields = useFields(
    { username: '', password: '' },
    {
      username: (value) => (value.trim() === '' ? t('required.name') : null),
      password: (value) => (value === '' ? t('required.password') : null),
    },
  );
  const handleSubmit = fields.submit(async (values) => {
    if (busy) return;
    setBusy(true);
    const answer = await call(api.session.login({ body: values }));
    setBusy(false);
    if (answer === false) fields.set('password', '');
    else enter(answer.token);
  });
  return (
    <>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <PlainField
          label={t('login.name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.text('username')}
        />
        <PlainPassword
          label={t('login.password')}
          showLabel={t('peek.show')}
          hideLabel={t('peek.hide')}
          autoComplete="current-password"
          onFocus={prepare}
          {...fields.text('password')}
        />
        <PlainButton type="submit" busy={busy}>
          {t('login.submit')}
        </PlainButton>
      </form>
      <p className={classes.below}>
        <Link to={{ search, hash: '#forgot' }}>{t('login.forgot')}</Link>
      </p>
      <p className={classes.below}>
        {t('login.noAccount')} <Link to={{ search, hash: '#sign-up' }}>{t('login.signUp')}</Link>
      </p>
    </>
  );
}
