import { Anchor, Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useSession } from '#web/components/session.tsx';
import classes from './session-frame.module.css';

const shortestPassword = 10;

/** A new password by the code of a mailed link; logs in. */
export function CreatePasswordForm({ code }: { code: string }) {
  const { t } = useTranslation('session');
  const { enter } = useSession();
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: {
      password: (value) => (value.length < shortestPassword ? t('required.short') : null),
      again: (value, { password }) => (value === password ? null : t('create.different')),
    },
  });
  const handleSubmit = form.onSubmit(async ({ password }) => {
    setBusy(true);
    const answer = await call(api.session.createPassword({ body: { code, password } }));
    setBusy(false);
    if (answer === false) return;
    toast.success(t('create.done'));
    enter(answer.token);
  });
  if (code === '') {
    return (
      <>
        <p className={classes.note}>{t('create.badLink')}</p>
        <Anchor component={Link} to={{ hash: '#forgot' }}>
          {t('forgot.submit')}
        </Anchor>
      </>
    );
  }
  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <PasswordInput
        label={t('create.password')}
        description={t('signUp.passwordHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordInput label={t('create.again')} autoComplete="new-password" {...form.getInputProps('again')} />
      <Button type="submit" fullWidth loading={busy} className={classes.submit ?? ''}>
        {t('create.submit')}
      </Button>
    </form>
  );
}
