import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import type { StaffOrderDetail } from '../orders-types.ts';

const acts = ['unpack', 'buy', 'pick', 'pack'] as const;

/** How far the warehouse is: what it can note next. */
export function WorkButtons({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation('orders-actions');
  const work = useApiMutation(api.orders.recordFulfilmentStep, { refetch: ['orders'] });
  const allowed = new Set(order.acts.filter((one) => one.allowed).map(({ act }) => act));
  const open = acts.filter((act) => allowed.has(act));
  if (open.length === 0) return null;
  return (
    <Group gap={8} pt={16}>
      {open.map((act) => (
        <Button
          key={act}
          variant="default"
          loading={work.input?.body.act === act}
          onClick={() =>
            void work.run({
              params: { account_id: order.client.id, id: order.id },
              body: { act, version: order.version },
            })
          }
        >
          {t(`actions.${act}`)}
        </Button>
      ))}
    </Group>
  );
}
