import { useTranslation } from 'react-i18next';
import { countryName } from '#web/lib/countries.ts';
import classes from '../quotes.module.css';
import type { unserved } from './workbench-draft.ts';

export type Unserved = ReturnType<typeof unserved>[number];

/** Countries that the answer lacks, each with how many orders wait for it, and whether it was asked for. */
export function UnservedList({ countries }: { countries: readonly Unserved[] }) {
  const { t, i18n } = useTranslation('quotes-workbench');
  return (
    <ul className={classes.unserved}>
      {countries.map(({ country, orders, asked }) => (
        <li key={country}>
          {[
            countryName(country, i18n.language),
            orders > 0 && t('unserved.orders', { count: orders }),
            !asked && t('unserved.notRequested'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  );
}
