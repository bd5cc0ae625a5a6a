import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderBlock } from '#web/components/order-status.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import type { Dashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';

/** Why orders stand still, most orders first; each reason leads to its orders. */
export function Blocks({ blocks }: { blocks: Dashboard['blocks'] }) {
  const { t, i18n } = useTranslation('orders');
  return (
    <ul className={classes.blocks}>
      {blocks.map(({ code, orders }) => (
        <li key={code}>
          <Link to={withQuery(paths.orders, { tab: 'action_needed', block: code })} className={classes.block}>
            <span>{t(`blocks.${code as OrderBlock['code']}`, { defaultValue: code })}</span>
            <span className={classes.blockCount}>{formatNumber(orders, i18n.language)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
