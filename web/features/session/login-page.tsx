import { IconPackageImport, IconReceipt2, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyBoundary, lazyPart } from '#web/components/lazy-part.tsx';
import { Link, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { api } from '#web/api/client.ts';
import { useSession } from '#web/components/session.tsx';
import { SiteBrand } from '#web/components/site-brand.tsx';
import { languageChoices, setLanguage } from '#web/i18n/index.ts';
import { useWaiting } from '#web/lib/progress.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { PlainField, PlainPassword } from '#web/ui/plain-field.tsx';
import classes from './session-frame.module.css';
import { useFields } from './use-fields.ts';

// the rarer forms come when they are asked for
const SignUpForm = lazyPart(async () => (await import('./sign-up-form.tsx')).SignUpForm);
const ForgotForm = lazyPart(async () => (await import('./forgot-form.tsx')).ForgotForm);
const CreatePasswordForm = lazyPart(async () => (await import('./create-password-form.tsx')).CreatePasswordForm);
const FinishSignUp = lazyPart(async () => (await import('./finish-sign-up.tsx')).FinishSignUp);
const VerifyEmail = lazyPart(async () => (await import('./verify-email.tsx')).VerifyEmail);

const waveLines = 9;

/** Log in, sign up, forgotten and new passwords, confirmed addresses: one address, told apart by its fragment (P15). */
export function LoginPage() {
  const { t } = useTranslation('session');
  const { hash } = useLocation();
  const view = viewOf(hash);
  const titles = {
    login: t('login.title'),
    'sign-up': t('signUp.title'),
    forgot: t('forgot.title'),
    'create-password': t('create.title'),
    'verify-email': t('verify.title'),
    'finish-sign-up': t('finish.title'),
  };
  return (
    <SessionFrame title={titles[view.name]}>
      {view.name === 'login' && <LoginForm />}
      <LazyBoundary fallback={<Waiting />}>
        {view.name === 'sign-up' && <SignUpForm />}
        {view.name === 'forgot' && <ForgotForm />}
        {view.name === 'create-password' && <CreatePasswordForm code={view.code} />}
        {view.name === 'finish-sign-up' && <FinishSignUp code={view.code} />}
        {view.name === 'verify-email' && <VerifyEmail code={view.code} />}
      </LazyBoundary>
    </SessionFrame>
  );
}

function Waiting() {
  useWaiting();
  return null;
}

/** Calm frame of the public pages: the promise on the left, one form on the right; only the form on a phone. */
function SessionFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(['session', 'shell']);
  const points = [
    { icon: IconPackageImport, text: t('points.orders') },
    { icon: IconReceipt2, text: t('points.prices') },
    { icon: IconTruckDelivery, text: t('points.tracking') },
  ];
  return (
    <div className={classes.frame}>
      <aside className={classes.promise}>
        <p className={classes.brand}>
          <SiteBrand />
        </p>
        <div className={classes.words}>
          <p className={classes.claim}>{t('headline')}</p>
          <p className={classes.text}>{t('headlineText')}</p>
          <ul className={classes.points}>
            {points.map(({ icon: Icon, text }) => (
              <li key={text}>
                <Icon size={20} stroke={1.5} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <Waves />
      </aside>
      <main className={classes.side}>
        <OtherLanguages />
        <div className={classes.box}>
          <p className={classes.smallBrand}>
            <SiteBrand />
          </p>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}

/** The languages of this site but the one that is read, each by its own name. */
function OtherLanguages() {
  const { i18n } = useTranslation();
  const others = languageChoices().filter(({ tag }) => tag !== i18n.language);
  return (
    <p className={classes.languages}>
      {others.map(({ tag, name }) => (
        <button key={tag} type="button" lang={tag} onClick={() => void setLanguage(tag)}>
          {name}
        </button>
      ))}
    </p>
  );
}

/** One long swell, drawn as lines; decoration. */
function Waves() {
  return (
    <svg className={classes.waves} viewBox="0 0 720 260" preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: waveLines }, (_, line) => {
        const y = 40 + line * 26;
        const swell = 26 + line * 5;
        const path = `M-20 ${y} C 120 ${y - swell}, 240 ${y - swell}, 360 ${y} S 600 ${y + swell}, 740 ${y - 6}`;
        return <path key={y} d={path} opacity={0.1 + line * 0.055} vectorEffect="non-scaling-stroke" />;
      })}
    </svg>
  );
}

/** Name and password; both ways to sign up and to a forgotten password keep the redirect of the address. */
function LoginForm() {
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

type View =
  | { name: 'login' | 'sign-up' | 'forgot' }
  | { name: 'create-password' | 'verify-email' | 'finish-sign-up'; code: string };

/** What the log-in page shows, read from the fragment: `#sign-up`, `#finish-sign-up=code` (P15). */
function viewOf(hash: string): View {
  const [name = '', code = ''] = hash.replace(/^#/, '').split('=', 2);
  if (name === 'sign-up' || name === 'forgot') return { name };
  if (name === 'create-password' || name === 'verify-email' || name === 'finish-sign-up') return { name, code };
  return { name: 'login' };
}
