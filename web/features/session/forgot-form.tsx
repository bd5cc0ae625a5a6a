import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import classes from './session-frame.module.css';
import { isEmail, useFields } from './use-fields.ts';

/** Asks for a link by mail; the answer is the same whether the address is known or not. */
export function ForgotForm() {
  const { t } = useTranslation('session');
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const fields = useFields({ email: '' }, { email: (value) => (isEmail(value) ? null : t('required.email')) });
  const handleSubmit = fields.submit(async (values) => {
    if (busy) return;
    setBusy(true);
    const answer = await call(api.session.forgetPassword({ body: values }));
    setBusy(false);
    if (answer !== false) setSentTo(values.email);
  });
  const back = (
    <p className={classes.below}>
      <Link to={{ search, hash: '' }}>{t('forgot.back')}</Link>
    </p>
  );
  if (sentTo !== undefined) {
    return (
      <div role="status">
        <p className={classes.note}>
          <UnbrokenNumbers text={t('forgot.sent', { email: sentTo })} />
        </p>
        {back}
      </div>
    );
  }
  return (
    <>
      <p className={classes.note}>{t('forgot.text')}</p>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <PlainField label={t('forgot.email')} type="email" autoComplete="email" {...fields.text('email')} />
        <PlainButton type="submit" busy={busy}>
          {t('forgot.submit')}
        </PlainButton>
      </form>
      {back}
    </>
  );
}
