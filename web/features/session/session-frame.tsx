import { IconPackageImport, IconReceipt2, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SiteBrand } from '#web/components/site-brand.tsx';
import classes from './session-frame.module.css';
import { Waves } from './waves.tsx';

/** Calm frame of the public pages: the promise on the left, one form on the right; only the form on a phone. */
export function SessionFrame({ title, children }: { title: string; children: ReactNode }) {
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
