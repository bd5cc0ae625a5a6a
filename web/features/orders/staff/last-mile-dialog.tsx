import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { StaffOrderDetail } from '../orders-types.ts';

type Props = { accountId: string; parcel: StaffOrderDetail['parcels'][number]; onClose: () => void };

/** Who brings a parcel to the door, and under which number. */
export function LastMileDialog({ accountId, parcel, onClose }: Props) {
  const { t } = useTranslation('orders-staff');
  const save = useApiMutation(api.orders.lastMile, { refetch: ['orders'] });
  const [carrier, setCarrier] = useState(parcel.last_mile?.carrier ?? '');
  const [number, setNumber] = useState(parcel.last_mile?.tracking_number ?? '');
  const dirty = carrier !== (parcel.last_mile?.carrier ?? '') || number !== (parcel.last_mile?.tracking_number ?? '');
  const handleSubmit = () => {
    const { id, version } = parcel;
    return save.run({ params: { account_id: accountId, id }, body: { carrier, tracking_number: number, version } });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('fulfillment.lastMileTitle', { number: parcel.tracking_number })}
      submitLabel={t('fulfillment.save')}
      submitDisabled={carrier.trim() === '' || number.trim() === ''}
      onSubmit={handleSubmit}
      dirty={dirty}
    >
      <Unsaved when={dirty} />
      <TextInput
        label={t('fulfillment.carrier')}
        description={t('fulfillment.lastMileHelp')}
        value={carrier}
        onChange={(event) => setCarrier(event.currentTarget.value)}
        maxLength={60}
        data-autofocus
        autoComplete="off"
      />
      <TextInput
        label={t('fulfillment.tracking')}
        description={t('fulfillment.trackingHelp')}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        autoComplete="off"
      />
    </FormDialog>
  );
}
