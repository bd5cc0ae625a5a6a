import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExceptionChip } from '#web/components/parcel-chips.tsx';
import { OrderParcels } from '#web/components/parcel-timeline.tsx';
import { DetailDrawer } from '#web/ui/detail-drawer.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { ParcelExceptionRow } from './parcels-types.ts';

/** The parcels of an order with an exception, for staff, with a button that refreshes tracking. */
export function ExceptionDrawer({ row, onClose }: { row: ParcelExceptionRow; onClose: () => void }) {
  const { t } = useTranslation('parcels');
  const { order, client, parcel } = row;
  const [asked, setAsked] = useState<boolean>();
  const ask = useApiMutation(api.parcels.ask, {
    refetch: ['parcels'],
    onSuccess: (answer) => setAsked(answer.asked),
  });
  const askNow = (id: string) => {
    setAsked(undefined);
    return ask.run({ params: { account_id: client.id, id } });
  };
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={`${order.name} · ${client.name}`}
      state={<ExceptionChip rule={row.rule} />}
      action={
        parcel && (
          <Button loading={ask.busy} onClick={() => void askNow(parcel.id)}>
            {t('staff.ask')}
          </Button>
        )
      }
    >
      <Text size="sm" role="status">
        {asked !== undefined && t(asked ? 'staff.refreshed' : 'staff.notRefreshed')}
      </Text>
      <OrderParcels orderId={order.id} clientId={client.id} />
    </DetailDrawer>
  );
}
