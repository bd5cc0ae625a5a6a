import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unsaved } from '#web/components/unsaved.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { type DeskOrderDetail, useDeskActs } from './orders.api.ts';

type Props = { accountId: string; parcel: DeskOrderDetail['parcels'][number]; onClose: () => void };

/** Another tracking number for a parcel that has left; the shop's fulfilment follows. */
export function CorrectDialog({ accountId, parcel, onClose }: Props) {
  const { t } = useTranslation('orders');
  const { correctTracking } = useDeskActs();
  const [number, setNumber] = useState(parcel.tracking_number);
  const handleSubmit = async () =>
    (await correctTracking({ account_id: accountId, id: parcel.id, version: parcel.version }, number)) !== false;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('desk.correctTitle', { number: parcel.tracking_number })}
      submitLabel={t('desk.save')}
      submitDisabled={number.trim() === ''}
      onSubmit={handleSubmit}
      dirty={number !== parcel.tracking_number}
    >
      <Unsaved when={number !== parcel.tracking_number} />
      <TextInput
        label={t('desk.tracking')}
        description={t('desk.trackingHelp')}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
