import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { StaffOrderDetail } from '../orders-types.ts';

type Props = { accountId: string; parcel: StaffOrderDetail['parcels'][number]; onClose: () => void };

/** Another tracking number for a parcel that has left; the shop's fulfilment follows. */
export function CorrectDialog({ accountId, parcel, onClose }: Props) {
  const { t } = useTranslation('orders-staff');
  const correct = useApiMutation(api.orders.correctTracking, { refetch: ['orders'] });
  const [number, setNumber] = useState(parcel.tracking_number);
  const handleSubmit = () =>
    correct.run({
      params: { account_id: accountId, id: parcel.id },
      body: { tracking_number: number, version: parcel.version },
    });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('fulfillment.correctTitle', { number: parcel.tracking_number })}
      submitLabel={t('fulfillment.save')}
      submitDisabled={number.trim() === ''}
      onSubmit={handleSubmit}
      dirty={number !== parcel.tracking_number}
    >
      <Unsaved when={number !== parcel.tracking_number} />
      <TextInput
        label={t('fulfillment.tracking')}
        description={t('fulfillment.trackingHelp')}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
