import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { useSession } from '#web/components/session.tsx';
import classes from './session-frame.module.css';

/** Name and password; both ways to sign up and to a forgotten password keep the redirect of the address. */
export function LoginForm() {
  const { t } = useTranslation('session');
  const { search } = useLocation();
  const { enter } = useSession();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: { username: isNotEmpty(t('required.name')), password: isNotEmpty(t('required.password')) },
  });
  const handleSubmit = form.onSubmit(async (values) => {
    setBusy(true);
    const answer = await call(api.session.login({ body: values }));
    setBusy(false);
    if (answer === false) form.setFieldValue('password', '');
    else enter(answer.token);
  });
  return (
    <>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <TextInput
          label={t('login.name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={busy} className={classes.submit ?? ''}>
          {t('login.submit')}
        </Button>
      </form>
      <p className={classes.below}>
        <Anchor component={Link} to={{ search, hash: '#forgot' }}>
          {t('login.forgot')}
        </Anchor>
      </p>
      <p className={classes.below}>
        {t('login.noAccount')}{' '}
        <Anchor component={Link} to={{ search, hash: '#sign-up' }}>
          {t('login.signUp')}
        </Anchor>
      </p>
    </>
  );
}
