import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { CreatePasswordForm } from './create-password-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginForm } from './login-form.tsx';
import { SessionFrame } from './session-frame.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { viewOf } from './view.ts';
import { VerifyEmail } from './verify-email.tsx';

/** Log in, sign up, forgotten and new passwords, confirmed addresses: one address, told apart by its fragment (decision 15). */
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
  };
  return (
    <SessionFrame title={titles[view.name]}>
      {view.name === 'login' && <LoginForm />}
      {view.name === 'sign-up' && <SignUpForm />}
      {view.name === 'forgot' && <ForgotForm />}
      {view.name === 'create-password' && <CreatePasswordForm code={view.code} />}
      {view.name === 'verify-email' && <VerifyEmail code={view.code} />}
    </SessionFrame>
  );
}
