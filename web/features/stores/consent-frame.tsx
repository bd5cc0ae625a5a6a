import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readToken } from '#web/api/token.ts';
import { SiteBrand } from '#web/components/site-brand.tsx';
import { paths } from '#web/lib/paths.ts';
import classes from './stores.module.css';

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
