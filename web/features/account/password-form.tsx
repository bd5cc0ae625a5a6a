import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { Panel } from '#web/ui/page.tsx';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from './account-page.module.css';

const shortestPassword = 10;

/** Changes the password, knowing the old one; the other places are logged out (`POST /api/reset_password`). */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation('account');
  const form = useForm({
    initialValues: { old_password: '', new_password: '', again: '' },
    validate: {
      old_password: (value) => (value === '' ? t('password.missing') : null),
      new_password: (value) => (value.length < shortestPassword ? t('password.short') : null),
      again: (value, { new_password }) => (value === new_password ? null : t('password.different')),
    },
  });
  const change = useApiMutation(api.session.resetPassword, {
    form,
    andToast: true,
    onSuccess: () => {
      form.reset();
      toast.success(t('password.done'));
    },
  });
  const handleSubmit = form.onSubmit(
    ({ old_password, new_password }) => void change.run({ body: { old_password, new_password } }),
  );
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
        <Button type="submit" loading={change.busy}>
          {t('password.submit')}
        </Button>
      </form>
    </Panel>
  );
}
