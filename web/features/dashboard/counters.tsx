import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import type { Dashboard } from '#web/components/use-dashboard.ts';
import classes from './dashboard.module.css';

type Key = Exclude<keyof Dashboard['work'], 'to_pay_amount' | 'orders_waiting'>;

/** Where each counter leads, and whether it wants the merchant. */
const counters: readonly { key: Key; to: string; wants: boolean }[] = [
  { key: 'action_needed', to: `${paths.orders}?tab=action_needed`, wants: true },
  { key: 'to_pay', to: `${paths.orders}?tab=to_pay`, wants: true },
  { key: 'quotes_to_answer', to: `${paths.quotes}?tab=quoted`, wants: true },
  { key: 'unmapped_products', to: `${paths.products}?tab=unmapped`, wants: false },
  { key: 'quoting', to: `${paths.orders}?tab=quoting`, wants: false },
  { key: 'processing', to: `${paths.orders}?tab=processing`, wants: false },
  { key: 'shipped', to: `${paths.orders}?tab=shipped`, wants: false },
];

/** Open work as numbers that lead to their rows; zero is grey, what wants the merchant amber. */
export function Counters({ data }: { data: Dashboard }) {
  const { t, i18n } = useTranslation('dashboard');
  const amount =
    data.wallet && formatMoney({ amount: data.work.to_pay_amount, currency: data.wallet.currency }, i18n.language);
  return (
    <section aria-label={t('work')} className={classes.counters}>
      {counters.map(({ key, to, wants }) => {
        const n = data.work[key];
        return (
          <Link key={key} to={to} className={classes.counter} data-state={n === 0 ? 'none' : wants ? 'wants' : 'some'}>
            <span className={classes.number}>{formatNumber(n, i18n.language)}</span>
            <span className={classes.name}>{t(`counters.${key}`)}</span>
            {key === 'to_pay' && n > 0 && amount && (
              <span className={classes.detail}>{t('toPayAmount', { amount })}</span>
            )}
          </Link>
        );
      })}
    </section>
  );
}
