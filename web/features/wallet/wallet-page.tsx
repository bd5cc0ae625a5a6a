import { Anchor, Button, Skeleton } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListTabs, ofOneList, useTab } from '#web/components/list-tabs.tsx';
import { OnlyClient } from '#web/components/only-client.tsx';
import { useMay } from '#web/components/session.tsx';
import { type ListUrl, useListUrl } from '#web/components/use-list-url.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { formatMoney } from '#web/lib/format.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { PaymentRequestList } from '#web/features/payment-requests/index.ts';
import { WithdrawalList, WithdrawDialog } from '#web/features/withdrawals/index.ts';
import { AutoRechargeDialog } from './auto-recharge-dialog.tsx';
import { AutoRechargePanel } from './auto-recharge-panel.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Statement } from './statement.tsx';
import classes from './wallet.module.css';

const tabs = ['transactions', 'withdrawals', 'approvals'] as const;
const tabsOfOthers = ['transactions', 'withdrawals'] as const;

/** The wallet: balances on top, below the transactions with their running balance, withdrawals, and signed statements, which the app brings. */
export function WalletPage({ Statements }: { Statements: ComponentType }) {
  const { t, i18n } = useTranslation('wallet');
  const { t: tw } = useTranslation('withdrawals');
  const may = useMay();
  const mayPay = may('wallet', 'pay');
  const url = useListUrl();
  const { data } = useApiQuery(api.wallet.get, {});
  const settings = useApiQuery(api.wallet.settings, {}).data;
  const [withdrawing, setWithdrawing] = useState(false);
  const [alerting, setAlerting] = useState(false);
  const threshold = settings?.low_balance ?? null;
  const low =
    data !== undefined && threshold !== null
      ? t(data.available < threshold ? 'alert.isBelow' : 'alert.below', {
          money: formatMoney({ amount: threshold, currency: data.currency }, i18n.language),
        })
      : undefined;
  return (
    <Page
      title={t('title')}
      {...(low !== undefined && { state: low })}
      secondary={[
        ...(may('wallet', 'edit') ? [{ label: t('alert.open'), onClick: () => setAlerting(true) }] : []),
        ...(mayPay ? [{ label: tw('withdraw'), onClick: () => setWithdrawing(true) }] : []),
      ]}
      actions={
        mayPay ? (
          <Button component={Link} to={paths.recharge}>
            {t('recharge')}
          </Button>
        ) : (
          <OnlyClient what="addFunds" />
        )
      }
    >
      <BalanceHead />
      <AutoRecharge />
      <FurtherSettings />
      <Lists
        url={url}
        currency={data?.currency ?? 'USD'}
        onWithdraw={mayPay ? () => setWithdrawing(true) : undefined}
      />
      <Statements />
      {alerting && data && settings && (
        <AlertDialog settings={settings} currency={data.currency} onClose={() => setAlerting(false)} />
      )}
      {withdrawing && data && (
        <WithdrawDialog
          currency={data.currency}
          withdrawable={data.withdrawable}
          onClose={() => setWithdrawing(false)}
          onRequested={({ id }) => url.set({ tab: 'withdrawals', withdrawal: id })}
        />
      )}
    </Page>
  );
}

type ListsProps = { url: ListUrl; currency: string; onWithdraw: (() => void) | undefined };

/** Transactions, withdrawals and approvals, each a list of its own; approvals are amber while one waits. */
function Lists({ url, currency, onWithdraw }: ListsProps) {
  const { t } = useTranslation('wallet');
  const approves = useMay()('orders', 'pay');
  const one = { query: { per_page: 1 } };
  const transactions = useApiQuery(api.wallet.billingLogs, one).data?.meta.total;
  const withdrawals = useApiQuery(api.withdrawals.list, one).data?.meta.total;
  const { meta: approvals } = useApiQuery(api.paymentRequests.list, approves ? one : null).data ?? {};
  const shown = approves ? tabs : tabsOfOthers;
  const tab = useTab<(typeof tabs)[number]>(url, shown);
  return (
    <Panel padding="none">
      <ListTabs
        url={url}
        tabs={shown}
        value={tab}
        label={t('tabsLabel')}
        tabLabel={(value) => t(`tabs.${value}`)}
        counts={{ transactions, withdrawals, approvals: approvals?.total }}
        attention={(approvals?.counts?.open ?? 0) > 0 ? ['approvals'] : []}
        forget={[...ofOneList, 'transaction', 'withdrawal', 'request']}
      />
      {tab === 'transactions' && <Statement />}
      {tab === 'withdrawals' && <WithdrawalList currency={currency} onWithdraw={onWithdraw} />}
      {tab === 'approvals' && <PaymentRequestList />}
    </Panel>
  );
}

function AutoRecharge() {
  const { data } = useApiQuery(api.autoRecharge.get, {});
  const [editing, setEditing] = useState(false);
  return (
    <>
      <AutoRechargePanel onEdit={() => setEditing(true)} />
      {editing && data && <AutoRechargeDialog auto={data} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Where else it is set how money is spent; each for members who may open it. */
function FurtherSettings() {
  const { t } = useTranslation('wallet');
  const may = useMay();
  const places = [
    { name: 'autopay', to: withQuery(paths.orders, { autopay: 'open' }), open: may('orders', 'view') },
    { name: 'limits', to: paths.subAccounts, open: may('sub-accounts', 'view') },
    { name: 'billing', to: paths.account, open: may('account', 'view') },
  ] as const;
  const open = places.filter((place) => place.open);
  if (open.length === 0) return null;
  return (
    <Panel title={t('settings.title')}>
      <ul className={classes.settings}>
        {open.map(({ name, to }) => (
          <li key={name}>
            <Anchor component={Link} to={to} inherit>
              {t(`settings.${name}`)}
            </Anchor>
            <span className={classes.detail}>{t(`settings.${name}Text`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What can be spent, what is on its way, and what paying everything would leave or lack. */
function BalanceHead() {
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
  const { left } = data;
  return (
    <Panel>
      <dl className={classes.head}>
        <div className={classes.figure} data-size="large">
          <dt>{t('available')}</dt>
          <dd>
            {money(data.available)}
            {data.bonus > 0 && (
              <span className={classes.detail}>
                {t('bonusIn', { money: money(data.bonus) })}
                {data.bonus_lots.map(({ last_day, amount }) => (
                  <span key={last_day} className={classes.part}>
                    {t('bonusExpires', { money: money(amount), date: last_day })}
                  </span>
                ))}
              </span>
            )}
            {data.credit_limit > 0 && (
              <span className={classes.detail}>
                {t('creditIn', { money: money(data.credit_limit) })}
                <span className={classes.part}>
                  {t('creditUsed', { used: money(data.credit_used), limit: money(data.credit_limit) })}
                </span>
              </span>
            )}
            {data.days_left !== null && <span className={classes.detail}>{t('lasts', { count: data.days_left })}</span>}
          </dd>
        </div>
        <Figure
          label={t('held')}
          value={money(data.held)}
          {...(data.held > 0 && {
            detail: (
              <Button
                component={Link}
                to={withQuery(paths.wallet, { tab: 'withdrawals' })}
                variant="default"
                size="compact-sm"
              >
                {t('heldFor')}
              </Button>
            ),
          })}
        />
        <Figure
          label={t('pending')}
          value={money(data.pending)}
          {...(data.pending > 0 && {
            detail: (
              <Button component={Link} to={paths.recharge} variant="default" size="compact-sm">
                {t('pendingFor')}
              </Button>
            ),
          })}
        />
        <Figure
          label={t('toPay')}
          value={money(data.to_pay)}
          detail={
            <>
              {data.to_pay_orders > 0 && (
                <span className={classes.part}>{t('toPayOrders', { count: data.to_pay_orders })}</span>
              )}
              {data.to_pay_own_stock > 0 && (
                <span className={classes.part}>{t('ownStock', { money: money(data.to_pay_own_stock) })}</span>
              )}
              {data.requested_orders > 0 && (
                <span className={classes.part}>
                  {t('requested', { count: data.requested_orders, money: money(data.requested) })}
                </span>
              )}
            </>
          }
        />
        <Figure label={t('owed')} value={money(data.owed)} />
        <Figure label={left < 0 ? t('missing') : t('afterPaying')} value={money(Math.abs(left))} wants={left < 0} />
      </dl>
    </Panel>
  );
}

type FigureProps = { label: string; value: string; wants?: boolean; detail?: ReactNode };

function Figure({ label, value, wants = false, detail = '' }: FigureProps) {
  return (
    <div className={classes.figure} data-wants={wants}>
      <dt>{label}</dt>
      <dd>
        {value}
        {detail !== '' && <span className={classes.detail}>{detail}</span>}
      </dd>
    </div>
  );
}
