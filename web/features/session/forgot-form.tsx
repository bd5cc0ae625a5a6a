import { Anchor, Button, TextInput } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import classes from './session-frame.module.css';

/** Asks for a link by mail; the answer is the same whether the address is known or not. */
export function ForgotForm() {
  const { t } = useTranslation('session');
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ initialValues: { email: '' }, validate: { email: isEmail(t('required.email')) } });
  const handleSubmit = form.onSubmit(async (values) => {
    setBusy(true);
    const answer = await call(api.session.forgetPassword({ body: values }));
    setBusy(false);
    if (answer !== false) setSentTo(values.email);
  });
  const back = (
    <p className={classes.below}>
      <Anchor component={Link} to={{ search, hash: '' }}>
        {t('forgot.back')}
      </Anchor>
    </p>
  );
  if (sentTo !== undefined) {
    return (
      <div role="status">
        <p className={classes.note}>{t('forgot.sent', { email: sentTo })}</p>
        {back}
      </div>
    );
  }
  return (
    <>
      <p className={classes.note}>{t('forgot.text')}</p>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <TextInput label={t('forgot.email')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <Button type="submit" fullWidth loading={busy} className={classes.submit ?? ''}>
          {t('forgot.submit')}
        </Button>
      </form>
      {back}
    </>
  );
}
