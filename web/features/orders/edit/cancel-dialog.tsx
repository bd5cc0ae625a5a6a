import { Anchor, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { api } from '#web/api/client.ts';
import { toast } from '#web/api/toasts.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import classes from '../orders.module.css';
import type { OrderDetail } from '../orders-types.ts';
import { cancelEffects, cancelledItems } from './cancel-effects.ts';

/** Cancels an order at once, or asks for it where it is being prepared; says which units, what goes back, and where to follow it. */
export function CancelDialog({
  order,
  ask,
  onClose,
}: {
  order: OrderDetail;
  ask: boolean | 'removed';
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('orders-actions');
  const { name, left } = order;
  const { amount } = cancelEffects(order, ask);
  const refund = left && amount > 0 ? formatMoney({ amount, currency: left.currency }, i18n.language) : undefined;
  const cancel = useApiMutation(api.orders.cancel, {
    refetch: ['orders'],
    onSuccess: () =>
      toast.success(
        refund === undefined ? t('cancel.done', { name }) : t('cancel.doneAndRefunded', { name, amount: refund }),
      ),
  });
  const requestCancel = useApiMutation(api.orders.requestCancel, {
    refetch: ['orders'],
    onSuccess: () => toast.success(t('cancel.requested')),
  });
  const [reason, setReason] = useState('');
  const handleSubmit = () => {
    const params = { id: order.id };
    const body = { version: order.version, reason };
    if (!ask) return cancel.run({ params, body });
    return requestCancel.run({ params, body: { ...body, units: ask === 'removed' ? 'removed' : 'open' } });
  };
  const back = ask === 'removed';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(back ? 'cancel.backTitle' : ask ? 'cancel.askTitle' : 'cancel.title', { name })}
      submitLabel={t(back ? 'actions.request_take_back' : ask ? 'actions.request_cancel' : 'actions.cancel')}
      cancels
      missing={ask && reason.trim() === '' ? t('cancel.reasonMissing') : undefined}
      onSubmit={handleSubmit}
      dirty={reason !== ''}
    >
      {ask !== 'removed' && <Items order={order} />}
      <Effects order={order} ask={ask} />
      <Follow order={order} ask={ask !== false} onLeave={onClose} />
      <TextInput
        label={t(ask ? 'cancel.reasonNeeded' : 'cancel.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={300}
        data-autofocus
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** What the cancellation leads to: the money that goes back, and what becomes of replacements. */
function Effects({ order, ask }: { order: OrderDetail; ask: boolean | 'removed' }) {
  const { t, i18n } = useTranslation('orders-actions');
  const money = (amount: number) => formatMoney({ amount, currency: order.left?.currency ?? 'USD' }, i18n.language);
  const { text, amount, replacements } = cancelEffects(order, ask);
  return (
    <>
      <Text size="sm">{t(text, { amount: money(amount), name: order.reship_of?.name ?? '' })}</Text>
      {replacements.map((one) => (
        <Text key={one.id} size="sm">
          {t(one.text, { name: one.name, count: one.units, money: money(one.worth) })}
        </Text>
      ))}
    </>
  );
}

/** The units that would not be sent. */
function Items({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders-actions');
  return (
    <PlainTable label={t('cancel.items')}>
      <thead>
        <tr>
          <th>{t('cancel.item')}</th>
          <th data-align="end">{t('cancel.items')}</th>
        </tr>
      </thead>
      <tbody>
        {cancelledItems(order).map(({ id, title, variant, units }) => (
          <tr key={id}>
            <td>
              {title} {variant !== null && <span className={classes.muted}>{variant}</span>}
            </td>
            <td data-align="end">{units}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

/** Where the refund, or the answer to the request, is found afterwards. */
function Follow({ order, ask, onLeave }: { order: OrderDetail; ask: boolean; onLeave: () => void }) {
  const { t } = useTranslation('orders-actions');
  const may = useMay();
  if (ask) return <Text size="sm">{t('cancel.follow')}</Text>;
  if (order.left === null || order.invoice === null || order.reship_of !== null) return null;
  const { id, number } = order.invoice;
  return (
    <Text size="sm">
      {t('cancel.find')}{' '}
      {may('wallet', 'view') && (
        <Anchor component={Link} to={paths.wallet} inherit onClick={onLeave}>
          {t('cancel.wallet')}
        </Anchor>
      )}
      {may('wallet', 'view') && may('invoices', 'view') && ' · '}
      {may('invoices', 'view') && (
        <Anchor component={Link} to={withQuery(paths.invoices, { invoice: id })} inherit onClick={onLeave}>
          {number}
        </Anchor>
      )}
    </Text>
  );
}
