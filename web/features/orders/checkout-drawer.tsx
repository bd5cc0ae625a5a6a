import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { newActKey } from '#web/lib/act-key.ts';
import { ApiError } from '#web/api/api-error.ts';
import { showFailure } from '#web/api/call.ts';
import { toast } from '#web/api/toasts.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { CheckoutChanges } from './checkout-changes.tsx';
import { CheckoutSummary, PayButton } from './checkout-summary.tsx';
import { type Checkout, useCheckout, useOrderActs } from './orders.api.ts';
import classes from './orders.module.css';

type Props = {
  orderIds: readonly string[];
  /** What the orders cost when they were chosen. */
  seen: ReadonlyMap<string, number>;
  onClose: () => void;
  onPaid: () => void;
};

/** What the selected orders cost, which cannot be paid and why, and the one button that pays (domain.md §4.8). */
export function CheckoutDrawer({ orderIds, seen, onClose, onPaid }: Props) {
  const { t, i18n } = useTranslation('orders');
  const navigate = useNavigate();
  const { pay } = useOrderActs();
  const query = useCheckout(orderIds);
  const checkout = query.data;
  // One key per act: pressing again after a lost answer cannot pay twice (P26).
  const [act, setAct] = useState({ key: newActKey(), busy: false });
  const [before, setBefore] = useState<Checkout>();
  const money = (amount: number) => formatMoney({ amount, currency: checkout?.currency ?? 'USD' }, i18n.language);

  const handlePay = async () => {
    if (!checkout) return;
    setAct({ ...act, busy: true });
    try {
      const invoice = await pay(checkout, act.key);
      toast.success(t('checkout.paid', { number: invoice.number }));
      onPaid();
    } catch (error) {
      // A refused act used its key up; a lost answer did not.
      const refused = error instanceof ApiError && error.kind === 'http';
      if (error instanceof ApiError && error.code === 'price_changed') setBefore(checkout);
      else showFailure(error);
      setAct({ key: refused ? newActKey() : act.key, busy: false });
      if (refused) await query.refetch();
    }
  };
  const canPay = checkout !== undefined && checkout.payable.length > 0 && checkout.missing === 0;
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('checkout.title')}
      action={
        canPay && (
          <PayButton
            label={t('payMany', { count: checkout.payable.length, amount: money(checkout.total) })}
            amount={checkout.total}
            money={money}
            busy={act.busy}
            onPay={() => void handlePay()}
          />
        )
      }
    >
      {query.error !== null && !checkout && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!checkout && query.isFetching && <Skeleton height={240} mt={16} />}
      {checkout && (
        <>
          {before !== undefined && <CheckoutChanges before={before} now={checkout} />}
          <CheckoutSummary checkout={checkout} seen={seen} money={money} />
          {checkout.refused.length > 0 && <Refused checkout={checkout} />}
          {checkout.payable.length > 0 ? (
            <Payable checkout={checkout} seen={seen} money={money} />
          ) : (
            <p>{t('checkout.none')}</p>
          )}
          <DetailSection title={t('checkout.wallet')}>
            <dl className={classes.sums}>
              <dt>{t('checkout.available')}</dt>
              <dd>
                <MoneyCell money={{ amount: checkout.available, currency: checkout.currency }} />
              </dd>
              <dt className={classes.strong}>{t('checkout.after')}</dt>
              <dd className={classes.strong}>
                <MoneyCell money={{ amount: checkout.available - checkout.total, currency: checkout.currency }} />
              </dd>
            </dl>
            {checkout.missing > 0 && (
              <>
                <p className={classes.notice}>{t('checkout.missing', { amount: money(checkout.missing) })}</p>
                <Button mt={8} onClick={() => void navigate(paths.recharge)}>
                  {t('checkout.recharge')}
                </Button>
              </>
            )}
          </DetailSection>
        </>
      )}
    </DetailDrawer>
  );
}

function Refused({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('orders');
  return (
    <DetailSection title={t('checkout.refused', { count: checkout.refused.length })}>
      <ul className={`${classes.problems} ${classes.scroll}`}>
        {checkout.refused.map((order) => (
          <li key={order.order_id} className={classes.block}>
            <strong>{order.name}</strong>
            <span>{order.reason}</span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function Payable({
  checkout,
  seen,
  money,
}: {
  checkout: Checkout;
  seen: Props['seen'];
  money: (amount: number) => string;
}) {
  const { t } = useTranslation('orders');
  const { t: tl } = useTranslation('order-list');
  const { currency } = checkout;
  return (
    <DetailSection title={t('checkout.payable', { count: checkout.payable.length })}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('columns.order')}</th>
              <th className={classes.end}>{t('detail.goods')}</th>
              <th className={classes.end}>{t('detail.freight')}</th>
              <th className={classes.end}>{t('detail.fees')}</th>
              <th className={classes.end}>{t('detail.total')}</th>
            </tr>
          </thead>
          <tbody>
            {checkout.payable.map(({ order_id, name, store, cost }) => (
              <tr key={order_id}>
                <td>
                  {name} <span className={classes.muted}>{store}</span>
                </td>
                <td className={classes.end}>
                  <MoneyCell money={{ amount: cost.goods, currency }} />
                </td>
                <td className={classes.end}>
                  <MoneyCell money={{ amount: cost.freight, currency }} />
                </td>
                <td className={classes.end}>
                  <MoneyCell money={{ amount: cost.fees, currency }} />
                </td>
                <td className={classes.end}>
                  <MoneyCell money={{ amount: cost.total, currency }} />
                  {(seen.get(order_id) ?? cost.total) !== cost.total && (
                    <div className={classes.muted}>
                      {tl('checkout.was', { amount: money(seen.get(order_id) ?? 0) })}
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className={classes.sums}>
        <dt className={classes.strong}>{t('checkout.sum')}</dt>
        <dd className={classes.strong}>
          <MoneyCell money={{ amount: checkout.total, currency }} tone="strong" />
        </dd>
      </dl>
    </DetailSection>
  );
}
