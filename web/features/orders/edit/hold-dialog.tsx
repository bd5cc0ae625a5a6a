import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { OrderDetail } from '../orders-types.ts';

const hour = 3_600_000;
/** How long, in hours. */
const spans = { hour: 1, day: 24, days3: 72, week: 168, month: 720 } as const;
const choices = ['open', 'hour', 'day', 'days3', 'week', 'month'] as const;
type Choice = (typeof choices)[number];

/** Holds an order back, for a reason and until a moment, or until somebody releases it. */
export function HoldDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useTranslation('orders-actions');
  const hold = useApiMutation(api.orders.hold, { refetch: ['orders'] });
  const [reason, setReason] = useState('');
  const [span, setSpan] = useState<Choice>('open');
  const handleSubmit = () => {
    const until = span === 'open' ? undefined : new Date(Date.now() + spans[span] * hour).toISOString();
    const body = { held: true, version: order.version, reason, ...(until && { until }) };
    return hold.run({ params: { id: order.id }, body });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('hold.title', { name: order.name })}
      submitLabel={t('actions.hold')}
      onSubmit={handleSubmit}
      dirty={reason !== ''}
    >
      {order.fulfilment_step === 'packed' && <Text size="sm">{t('hold.packed')}</Text>}
      <Select
        label={t('hold.duration')}
        allowDeselect={false}
        data={choices.map((value) => ({ value, label: t(`hold.durations.${value}`) }))}
        value={span}
        onChange={(value) => value && setSpan(value)}
      />
      <TextInput
        label={t('hold.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={300}
        data-autofocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
