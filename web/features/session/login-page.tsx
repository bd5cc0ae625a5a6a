import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useWaiting } from '#web/lib/progress.ts';
import { LoginForm } from './login-form.tsx';
import { SessionFrame } from './session-frame.tsx';
import { viewOf } from './view.ts';

// the rarer forms come when they are asked for
const SignUpForm = lazy(async () => ({ default: (await import('./sign-up-form.tsx')).SignUpForm }));
const ForgotForm = lazy(async () => ({ default: (await import('./forgot-form.tsx')).ForgotForm }));
const CreatePasswordForm = lazy(async () => ({
  default: (await import('./create-password-form.tsx')).CreatePasswordForm,
}));
const FinishSignUp = lazy(async () => ({ default: (await import('./finish-sign-up.tsx')).FinishSignUp }));
const VerifyEmail = lazy(async () => ({ default: (await import('./verify-email.tsx')).VerifyEmail }));

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
      <Suspense fallback={<Waiting />}>
        {view.name === 'sign-up' && <SignUpForm />}
        {view.name === 'forgot' && <ForgotForm />}
        {view.name === 'create-password' && <CreatePasswordForm code={view.code} />}
        {view.name === 'finish-sign-up' && <FinishSignUp code={view.code} />}
        {view.name === 'verify-email' && <VerifyEmail code={view.code} />}
      </Suspense>
    </SessionFrame>
  );
}

function Waiting() {
  useWaiting();
  return null;
}
