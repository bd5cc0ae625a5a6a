import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '#web/api/toasts.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { CheckoutChanges } from './checkout-changes.tsx';
import { CheckoutSummary, PayButton } from './checkout-summary.tsx';
import classes from '../orders.module.css';
import type { Checkout } from '../orders-types.ts';

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
  const query = useApiQuery(api.checkout.preview, { body: { order_ids: [...orderIds] } });
  const checkout = query.data;
  const [before, setBefore] = useState<Checkout>();
  const money = (amount: number) => formatMoney({ amount, currency: checkout?.currency ?? 'USD' }, i18n.language);

  const pay = useApiMutation(api.checkout.pay, {
    onSuccess: (invoice) => {
      toast.success(t('checkout.paid', { number: invoice.number }));
      onPaid();
    },
    onRefusal: (error) => {
      const changed = error.code === 'price_changed';
      if (changed) setBefore(checkout);
      if (error.kind === 'http') void query.refetch();
      return changed;
    },
  });
  const handlePay = () => {
    if (!checkout) return;
    const { payable, total } = checkout;
    const order_ids = payable.map(({ order_id }) => order_id);
    const expected_orders = payable.map(({ order_id, cost: { goods, freight, fees } }) => ({
      order_id,
      goods,
      freight,
      fees,
    }));
    void pay.run({ body: { order_ids, expected_total: total, expected_orders } });
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
            busy={pay.busy}
            onPay={handlePay}
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
  const { t: tl } = useTranslation('orders-list');
  const { currency } = checkout;
  return (
    <DetailSection title={t('checkout.payable', { count: checkout.payable.length })}>
      <div className={classes.scroll}>
        <PlainTable>
          <thead>
            <tr>
              <th>{t('columns.order')}</th>
              <th data-align="end">{t('detail.goods')}</th>
              <th data-align="end">{t('detail.freight')}</th>
              <th data-align="end">{t('detail.fees')}</th>
              <th data-align="end">{t('detail.total')}</th>
            </tr>
          </thead>
          <tbody>
            {checkout.payable.map(({ order_id, name, store, cost }) => (
              <tr key={order_id}>
                <td>
                  {name} <span className={classes.muted}>{store}</span>
                </td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.goods, currency }} />
                </td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.freight, currency }} />
                </td>
                <td data-align="end">
                  <MoneyCell money={{ amount: cost.fees, currency }} />
                </td>
                <td data-align="end">
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
        </PlainTable>
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
