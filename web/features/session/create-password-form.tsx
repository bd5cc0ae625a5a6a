import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useSession } from '#web/components/session.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { PlainPassword } from '#web/ui/plain-field.tsx';
import classes from './session-frame.module.css';
import { useFields } from './use-fields.ts';

const shortestPassword = 10;

/** A new password by the code of a mailed link; logs in. */
export function CreatePasswordForm({ code }: { code: string }) {
  const { t } = useTranslation('session');
  const { enter, prepare } = useSession();
  const [busy, setBusy] = useState(false);
  const fields = useFields(
    { password: '', again: '' },
    {
      password: (value) => (value.length < shortestPassword ? t('required.short') : null),
      again: (value, { password }) => (value === password ? null : t('create.different')),
    },
  );
  const handleSubmit = fields.submit(async ({ password }) => {
    if (busy) return;
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
        <p className={classes.below}>
          <Link to={{ hash: '#forgot' }}>{t('forgot.submit')}</Link>
        </p>
      </>
    );
  }
  const peek = { showLabel: t('peek.show'), hideLabel: t('peek.hide'), autoComplete: 'new-password' };
  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <PlainPassword
        label={t('create.password')}
        help={t('signUp.passwordHelp')}
        {...peek}
        onFocus={prepare}
        {...fields.text('password')}
      />
      <PlainPassword label={t('create.again')} {...peek} {...fields.text('again')} />
      <PlainButton type="submit" busy={busy}>
        {t('create.submit')}
      </PlainButton>
    </form>
  );
}
