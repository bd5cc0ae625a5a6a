import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WatchChip } from '#web/components/parcel-chips.tsx';
import { OrderParcels } from '#web/components/parcel-story.tsx';
import { DetailDrawer } from '#web/ui/detail-drawer.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { Watched } from './parcels-types.ts';

/** A watched order's parcels on the desk, with the one thing that staff can do at once: ask the carrier. */
export function WatchDrawer({ row, onClose }: { row: Watched; onClose: () => void }) {
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
      state={<WatchChip rule={row.rule} />}
      action={
        parcel && (
          <Button loading={ask.busy} onClick={() => void askNow(parcel.id)}>
            {t('desk.ask')}
          </Button>
        )
      }
    >
      <Text size="sm" role="status">
        {asked !== undefined && t(asked ? 'desk.asked' : 'desk.notAsked')}
      </Text>
      <OrderParcels orderId={order.id} clientId={client.id} />
    </DetailDrawer>
  );
}
