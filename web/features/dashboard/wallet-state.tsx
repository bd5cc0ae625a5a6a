import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import type { Dashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';

/** The balance, what is on its way in, and what paying everything would leave or lack. */
export function WalletState({ wallet }: { wallet: NonNullable<Dashboard['wallet']> }) {
  const { t, i18n } = useTranslation('dashboard');
  const money = (amount: number) => formatMoney({ amount, currency: wallet.currency }, i18n.language);
  const left = wallet.available - wallet.to_pay;
  return (
    <dl className={classes.facts}>
      <dt>{t('available')}</dt>
      <dd className={classes.strong}>
        <Anchor component={Link} to={paths.wallet}>
          {money(wallet.available)}
        </Anchor>
      </dd>
      <dt>{t('pending')}</dt>
      <dd>{money(wallet.pending)}</dd>
      <dt>{left < 0 ? t('shortfall') : t('afterPaying')}</dt>
      <dd data-missing={left < 0}>{money(Math.abs(left))}</dd>
    </dl>
  );
}
