import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCancelActs } from './order-acts.api.ts';
import type { DeskOrderDetail } from './orders.api.ts';

const acts = ['unpack', 'buy', 'pick', 'pack'] as const;

/** How far the warehouse is: what it can note next. */
export function WorkButtons({ order }: { order: DeskOrderDetail }) {
  const { t } = useTranslation('order-acts');
  const { work } = useCancelActs();
  const allowed = new Set(order.acts.filter((one) => one.allowed).map(({ act }) => act));
  const open = acts.filter((act) => allowed.has(act));
  if (open.length === 0) return null;
  return (
    <Group gap={8} pt={16}>
      {open.map((act) => (
        <Button key={act} variant="default" onClick={() => void work(order, act)}>
          {t(`acts.${act}`)}
        </Button>
      ))}
    </Group>
  );
}
