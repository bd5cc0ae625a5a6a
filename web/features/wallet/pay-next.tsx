import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { type PaidFor, type Purpose, usePurpose } from './use-purpose.ts';
import classes from './wallet.module.css';
import type { Recharge, Wallet } from './wallet-types.ts';

type PayNextProps = { pays: Recharge['pays']; onPay: (orders: PaidFor) => void };

/** What the wallet is filled for: first what this recharge was begun for, then all orders and invoices that can be paid. */
export function PayNext({ pays, onPay }: PayNextProps) {
  const { i18n } = useTranslation('wallet');
  const { data: wallet } = useApiQuery(api.wallet.get, {});
  const purpose = usePurpose(pays, wallet?.available ?? 0);
  if (wallet === undefined || purpose === undefined) return null;
  const money = (amount: number) => formatMoney({ amount, currency: wallet.currency }, i18n.language);
  return (
    <div className={classes.next}>
      {purpose && <PurposeButton purpose={purpose} money={money} onPay={onPay} />}
      <OtherButtons wallet={wallet} purpose={purpose} money={money} onPay={onPay} />
    </div>
  );
}

/** What waits for money that is still under review, so that nobody takes it for paid. */
export function PayLater({ pays }: Pick<PayNextProps, 'pays'>) {
  const { t, i18n } = useTranslation('wallet');
  const { data: wallet } = useApiQuery(api.wallet.get, {});
  const purpose = usePurpose(pays, wallet?.available ?? 0);
  if (!wallet || !purpose || purpose.missing === 0) return null;
  const amount = formatMoney({ amount: purpose.amount, currency: wallet.currency }, i18n.language);
  return (
    <p className={classes.hint}>
      {purpose.kind === 'orders'
        ? t('later.orders', { count: purpose.count, amount })
        : t('later.invoice', { number: purpose.number, amount })}
    </p>
  );
}

type Money = (amount: number) => string;
type OtherProps = { wallet: Wallet; purpose: Purpose | null; money: Money; onPay: PayNextProps['onPay'] };

/** Pays all orders that can be paid, and leads to all such invoices, where there are more than what the money was for. */
function OtherButtons({ wallet, purpose, money, onPay }: OtherProps) {
  const { t } = useTranslation('wallet');
  const may = useMay();
  const { to_pay, to_pay_orders, requested_orders, payable_invoices, payable_invoices_amount } = wallet;
  const orders = to_pay_orders > (purpose?.kind === 'orders' ? purpose.count : 0) && may('orders', 'pay');
  const invoices = payable_invoices > (purpose?.kind === 'invoice' ? 1 : 0) && may('invoices', 'pay');
  return (
    <>
      {orders && (
        <Button
          onClick={() => onPay({ matching: { tab: 'to_pay', ...(requested_orders > 0 && { approval: 'none' }) } })}
          variant={purpose ? 'default' : 'filled'}
        >
          {t(purpose ? 'next.allOrders' : 'next.orders', { count: to_pay_orders, amount: money(to_pay) })}
        </Button>
      )}
      {invoices && (
        <Button
          component={Link}
          to={withQuery(paths.invoices, { tab: 'unpaid' })}
          variant={purpose || orders ? 'default' : 'filled'}
        >
          {t(purpose ? 'next.allInvoices' : 'next.invoices', {
            count: payable_invoices,
            amount: money(payable_invoices_amount),
          })}
        </Button>
      )}
    </>
  );
}

type PurposeProps = { purpose: Purpose; money: Money; onPay: PayNextProps['onPay'] };

/** Pays the orders at once, or leads to the invoice with its button. */
function PurposeButton({ purpose, money, onPay }: PurposeProps) {
  const { t } = useTranslation('wallet');
  const amount = money(purpose.amount);
  if (purpose.kind === 'orders')
    return <Button onClick={() => onPay(purpose.orders)}>{t('next.orders', { count: purpose.count, amount })}</Button>;
  return (
    <Button component={Link} to={withQuery(paths.invoices, { invoice: purpose.id })}>
      {t('next.invoice', { number: purpose.number, amount })}
    </Button>
  );
}
