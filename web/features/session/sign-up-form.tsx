import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { fieldErrors } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { loginTarget } from '#web/lib/login-redirect.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { PlainCheck, PlainField, PlainPassword } from '#web/ui/plain-field.tsx';
import { UnbrokenNumbers } from '#web/ui/unbroken-numbers.tsx';
import classes from './session-frame.module.css';
import { isEmail, useFields } from './use-fields.ts';

const shortestPassword = 10;

type Entered = Record<'account_name' | 'email' | 'username' | 'password', string> & { terms: boolean };
const empty: Entered = { account_name: '', email: '', username: '', password: '', terms: false };

/** A new account: the business, the person, the password; then the mail whose link creates it. */
export function SignUpForm() {
  const { t, i18n } = useTranslation('session');
  const { search } = useLocation();
  const { terms_url, privacy_url } = useSiteConfig();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const fields = useFields(empty, {
    account_name: (value) => (value.trim().length < 2 ? t('required.company') : null),
    email: (value) => (isEmail(value) ? null : t('required.email')),
    username: (value) => (/^\s*[A-Za-z0-9._-]{3,32}\s*$/.test(value) ? null : t('required.username')),
    password: (value) => (value.length < shortestPassword ? t('required.short') : null),
    terms: (value) => (value || terms_url === '' ? null : t('required.terms')),
  });
  const handleSubmit = fields.submit(async (values) => {
    if (busy) return;
    setBusy(true);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const locale = i18n.language === 'zh' ? ('zh' as const) : ('en' as const);
      const redirect = loginTarget(search);
      const { terms, ...person } = values;
      const body = {
        ...person,
        ...(terms ? { terms: true as const } : {}),
        time_zone: timeZone,
        locale,
        ...(redirect && { redirect }),
      };
      await api.session.signUp({ body });
      setSentTo(values.email.trim());
    } catch (error) {
      showFailure(error);
      fields.setErrors(fieldErrors(error));
    } finally {
      setBusy(false);
    }
  });
  if (sentTo !== undefined) {
    return (
      <div role="status">
        <p className={classes.note}>
          <UnbrokenNumbers text={t('signUp.sent', { email: sentTo })} />
        </p>
        <p className={classes.note}>{t('signUp.notArrived')}</p>
        <PlainButton quiet onClick={() => setSentTo(undefined)}>
          {t('signUp.change')}
        </PlainButton>
        <p className={classes.below}>
          <Link to={{ search, hash: '' }}>{t('forgot.back')}</Link>
        </p>
      </div>
    );
  }
  return (
    <>
      <form className={classes.form} onSubmit={handleSubmit} noValidate>
        <PlainField label={t('signUp.company')} autoComplete="organization" {...fields.text('account_name')} />
        <PlainField label={t('signUp.email')} type="email" autoComplete="email" {...fields.text('email')} />
        <PlainField
          label={t('signUp.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...fields.text('username')}
        />
        <PlainPassword
          label={t('signUp.password')}
          help={t('signUp.passwordHelp')}
          showLabel={t('peek.show')}
          hideLabel={t('peek.hide')}
          autoComplete="new-password"
          {...fields.text('password')}
        />
        {terms_url !== '' && <PlainCheck label={t('signUp.terms')} {...fields.check('terms')} />}
        <Pages
          pages={[
            { href: terms_url, name: t('signUp.readTerms') },
            { href: privacy_url, name: t('signUp.readPrivacy') },
          ]}
        />
        <PlainButton type="submit" busy={busy}>
          {t('signUp.submit')}
        </PlainButton>
      </form>
      <p className={classes.below}>
        {t('signUp.haveAccount')} <Link to={{ search, hash: '' }}>{t('signUp.logIn')}</Link>
      </p>
    </>
  );
}

/** Links to the provider's own pages, those that its branding names; they open beside the form. */
function Pages({ pages }: { pages: readonly { href: string; name: string }[] }) {
  const named = pages.filter(({ href }) => href !== '');
  if (named.length === 0) return null;
  return (
    <p className={classes.pages}>
      {named.map(({ href, name }) => (
        <a key={href} href={href} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  );
}
