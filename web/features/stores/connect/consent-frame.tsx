import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { readToken } from '#web/api/token.ts';
import { SiteBrand } from '#web/components/site-brand.tsx';
import { loginPath } from '#web/lib/login-redirect.ts';
import { paths } from '#web/lib/paths.ts';
import classes from '../stores.module.css';

/** The bare pages between here and the shop: one box in the middle. */
export function ConsentFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.screen}>
      <div className={classes.box}>
        <p className={classes.brand}>
          <SiteBrand />
        </p>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** What the page is for, and the log-in that its next step needs, which leads back here (P44). */
export function LogInFirst({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('stores');
  const location = useLocation();
  return (
    <ConsentFrame title={title}>
      <p className={classes.text}>{text}</p>
      <Button component={Link} to={loginPath(location)}>
        {t('logIn.button')}
      </Button>
    </ConsentFrame>
  );
}

/** What to do when it did not work: the stores for who is logged in, the log-in by password for others. */
export function WayOut() {
  const { t } = useTranslation('stores');
  const loggedIn = readToken() !== undefined;
  return (
    <Button component={Link} to={loggedIn ? paths.stores : paths.login}>
      {loggedIn ? t('auth.toStores') : t('token.byPassword')}
    </Button>
  );
}
