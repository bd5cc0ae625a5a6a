import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newActKey } from '#web/lib/act-key.ts';
import { formatMoney } from '#web/lib/format.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useCancelActs } from './order-acts.api.ts';
import type { OrderDetail } from './orders.api.ts';

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
  const { t, i18n } = useTranslation('order-acts');
  const { cancel, requestCancel } = useCancelActs();
  const [reason, setReason] = useState('');
  const [key] = useState(newActKey);
  const handleSubmit = async () =>
    (await (ask
      ? requestCancel(order, reason, ask === 'removed' ? 'removed' : 'open')
      : cancel(order, reason, key))) !== false;
  const paid = order.payment !== 'none' && order.cost;
  const amount = paid ? formatMoney({ amount: paid.total, currency: paid.currency }, i18n.language) : '';
  const back = ask === 'removed';
  const says = back ? 'cancel.asksBack' : ask ? 'cancel.asks' : paid ? 'cancel.givesBack' : 'cancel.free';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(back ? 'cancel.backTitle' : ask ? 'cancel.askTitle' : 'cancel.title', { name: order.name })}
      submitLabel={t(back ? 'acts.request_take_back' : ask ? 'acts.request_cancel' : 'acts.cancel')}
      submitDisabled={ask && reason.trim() === ''}
      onSubmit={handleSubmit}
      dirty={reason !== ''}
    >
      <Text size="sm">{t(says, { amount })}</Text>
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
