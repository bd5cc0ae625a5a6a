import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BulkActions } from '#web/components/bulk-actions.tsx';
import { useMay } from '#web/components/session.tsx';
import type { ListKit } from '#web/components/use-list.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { Selection } from '#web/ui/selection.ts';
import { MoreOrderActions } from './more-order-actions.tsx';
import type { Order } from '../orders-types.ts';
import type { BulkActionChoice } from '#web/components/bulk-dialog.tsx';

const unpaid = new Set<Order['stage']>(['imported', 'quoting', 'awaiting_payment']);

type OrderActionsProps = {
  list: ListKit<Order>;
  selection: Selection<Order>;
  rows: readonly Order[];
  onPay: (ids: readonly string[]) => void;
};

/** The bar of the ticked orders. */
export const actionsOf =
  (list: ListKit<Order>, selection: Selection<Order>, onPay: OrderActionsProps['onPay']) =>
  (rows: readonly Order[]) => <OrderActions list={list} selection={selection} rows={rows} onPay={onPay} />;

/** What can be done with the ticked orders: holding, releasing, paying. */
function OrderActions({ list, selection, rows, onPay }: OrderActionsProps) {
  const { t } = useTranslation('orders');
  const may = useMay();
  const payable = rows.filter((order) => unpaid.has(order.stage));
  const actions: BulkActionChoice[] = (['hold', 'release'] as const).map((act) => ({
    act,
    label: t(`bulk.${act}.label`),
    title: t(`bulk.${act}.title`),
    confirm: (count: number) => t(`bulk.${act}.confirm`, { count }),
  }));
  return (
    <>
      {may('orders', 'edit') && (
        <>
          <BulkActions list={list} selection={selection} actions={actions} follows={['dashboard']} />
          <MoreOrderActions list={list} selection={selection} />
        </>
      )}
      {may('orders', 'pay') && !selection.everything && payable.length > 0 && (
        <PayButton rows={payable} onClick={() => onPay(payable.map((order) => order.id))} />
      )}
    </>
  );
}

/** "Pay 38 orders · $412.60": what is ticked and can be paid, and its sum. */
function PayButton({ rows, onClick }: { rows: readonly Order[]; onClick: () => void }) {
  const { t, i18n } = useTranslation('orders');
  const ready = rows.filter((order) => order.stage === 'awaiting_payment' && order.cost !== null);
  const currency = ready[0]?.cost?.currency;
  if (currency === undefined) return <Button onClick={onClick}>{t('checkMany')}</Button>;
  const amount = ready.reduce((sum, order) => sum + (order.cost?.total ?? 0), 0);
  return (
    <Button onClick={onClick}>
      {t('payMany', { count: ready.length, amount: formatMoney({ amount, currency }, i18n.language) })}
    </Button>
  );
}
