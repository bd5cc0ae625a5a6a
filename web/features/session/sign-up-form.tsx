import { Anchor, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { isEmail, matches, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { useSession } from '#web/components/session.tsx';
import classes from './session-frame.module.css';

const shortestPassword = 10;

/** A new account: the business, the person, the password. */
export function SignUpForm() {
  const { t, i18n } = useTranslation('session');
  const { search } = useLocation();
  const { enter } = useSession();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { account_name: '', email: '', username: '', password: '', terms: false },
    validate: {
      account_name: (value) => (value.trim().length < 2 ? t('required.company') : null),
      email: isEmail(t('required.email')),
      username: matches(/^\s*[A-Za-z0-9._-]{3,32}\s*$/, t('required.username')),
      password: (value) => (value.length < shortestPassword ? t('required.short') : null),
      terms: (value) => (value ? null : t('required.terms')),
    },
  });
  const handleSubmit = form.onSubmit(async (values) => {
    setBusy(true);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const locale = i18n.language === 'zh' ? 'zh' : 'en';
      const answer = await api.session.signUp({ body: { ...values, terms: true, time_zone: timeZone, locale } });
      enter(answer.token);
    } catch (error) {
      showFailure(error);
      form.setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  });
  return (
    <>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <TextInput label={t('signUp.company')} autoComplete="organization" {...form.getInputProps('account_name')} />
        <TextInput label={t('signUp.email')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <TextInput
          label={t('signUp.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('signUp.password')}
          description={t('signUp.passwordHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Checkbox size="sm" label={t('signUp.terms')} {...form.getInputProps('terms', { type: 'checkbox' })} />
        <Button type="submit" fullWidth loading={busy} className={classes.submit ?? ''}>
          {t('signUp.submit')}
        </Button>
      </form>
      <p className={classes.below}>
        {t('signUp.haveAccount')}{' '}
        <Anchor component={Link} to={{ search, hash: '' }}>
          {t('signUp.logIn')}
        </Anchor>
      </p>
    </>
  );
}
