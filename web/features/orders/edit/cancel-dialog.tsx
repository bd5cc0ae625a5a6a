import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OrderDetail } from '../orders-types.ts';
import { cancelEffects } from './cancel-effects.ts';

/** Cancels an order at once, or asks for it where it is being prepared; says what goes back. */
export function CancelDialog({
  order,
  ask,
  onClose,
}: {
  order: OrderDetail;
  ask: boolean | 'removed';
  onClose: () => void;
}) {
  const { t } = useTranslation('orders-actions');
  const cancel = useApiMutation(api.orders.cancel, { refetch: ['orders'] });
  const requestCancel = useApiMutation(api.orders.requestCancel, { refetch: ['orders'] });
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
      title={t(back ? 'cancel.backTitle' : ask ? 'cancel.askTitle' : 'cancel.title', { name: order.name })}
      submitLabel={t(back ? 'actions.request_take_back' : ask ? 'actions.request_cancel' : 'actions.cancel')}
      cancels
      submitDisabled={ask && reason.trim() === ''}
      onSubmit={handleSubmit}
      dirty={reason !== ''}
    >
      <Effects order={order} ask={ask} />
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
