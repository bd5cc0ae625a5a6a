import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Panel } from '#web/ui/page.tsx';
import classes from './account-page.module.css';

const shortestPassword = 10;

/** Changes the password, knowing the old one; the other places are logged out (`POST /api/reset_password`). */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { old_password: '', new_password: '', again: '' },
    validate: {
      old_password: (value) => (value === '' ? t('password.missing') : null),
      new_password: (value) => (value.length < shortestPassword ? t('password.short') : null),
      again: (value, { new_password }) => (value === new_password ? null : t('password.different')),
    },
  });
  const handleSubmit = form.onSubmit(async ({ old_password, new_password }) => {
    setBusy(true);
    try {
      await api.session.resetPassword({ body: { old_password, new_password } });
      form.reset();
      toast.success(t('password.done'));
    } catch (error) {
      form.setErrors(fieldErrors(error));
      showFailure(error);
    }
    setBusy(false);
  });
  return (
    <Panel title={t('password.title')}>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        {/* password keepers want to know whose password it is */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={t('password.old')}
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.help')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        <PasswordInput label={t('password.again')} autoComplete="new-password" {...form.getInputProps('again')} />
        <Button type="submit" loading={busy}>
          {t('password.submit')}
        </Button>
      </form>
    </Panel>
  );
}
