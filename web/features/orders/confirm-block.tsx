import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#web/components/session.tsx';
import { type OrderDetail, useOrderActs } from './orders.api.ts';

const yes = {
  HIGH_RISK: 'detail.acceptRisk',
  PRICE_GUARD: 'detail.acceptCost',
  DUPLICATE_SUSPECT: 'detail.bothWanted',
} as const;
const asksForYes = (code: string): code is keyof typeof yes => code in yes;

/** The yes that a block waits for; nothing for blocks that want more than a word, or readers who may not pay. */
export function ConfirmBlock({ order, code }: { order: OrderDetail; code: string }) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const { confirm } = useOrderActs();
  if (!asksForYes(code) || !may('orders', 'pay')) return null;
  return (
    <Button variant="default" size="compact-sm" onClick={() => void confirm(order, code)}>
      {t(yes[code])}
    </Button>
  );
}
