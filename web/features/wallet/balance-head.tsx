import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './wallet.module.css';

/** What can be spent, what is on its way, and what paying everything would leave or lack. */
export function BalanceHead() {
  const { t, i18n } = useTranslation('wallet');
  const query = useApiQuery(api.wallet.get, {});
  const { data } = query;
  if (!data) {
    return query.error === null ? (
      <Skeleton height={88} radius={6} />
    ) : (
      <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const money = (amount: number) => formatMoney({ amount, currency: data.currency }, i18n.language);
  const left = data.available - data.to_pay;
  return (
    <Panel>
      <dl className={classes.head}>
        <div className={classes.figure} data-size="large">
          <dt>{t('available')}</dt>
          <dd>
            {money(data.available)}
            {data.bonus > 0 && <span className={classes.detail}>{t('bonusIn', { money: money(data.bonus) })}</span>}
          </dd>
        </div>
        <Figure label={t('held')} value={money(data.held)} />
        <Figure label={t('pending')} value={money(data.pending)} />
        <Figure label={t('toPay')} value={money(data.to_pay)} />
        <Figure label={left < 0 ? t('missing') : t('afterPaying')} value={money(Math.abs(left))} wants={left < 0} />
      </dl>
    </Panel>
  );
}

function Figure({ label, value, wants = false }: { label: string; value: string; wants?: boolean }) {
  return (
    <div className={classes.figure} data-wants={wants}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
