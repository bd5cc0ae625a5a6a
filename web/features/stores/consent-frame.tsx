import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './stores.module.css';

/** The bare pages between here and the shop: one box in the middle. */
export function ConsentFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(['stores', 'shell']);
  return (
    <main className={classes.screen}>
      <div className={classes.box}>
        <p className={classes.brand}>{t('shell:app.name')}</p>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
