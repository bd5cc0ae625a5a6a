import { Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { priceAt, quantityProblem, splitDeposit, stockOrderSums } from '#contract/stock-order-rules.ts';
import { toast } from '#web/api/toasts.ts';
import { useMay } from '#web/components/session.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { api } from '#web/api/client.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { ReadyButton } from '#web/ui/ready-button.tsx';
import { batchKey, breaksFrom } from './stock-order-batch.ts';
import classes from './stock-orders.module.css';
import type { StockOrderDetail } from './stock-orders-types.ts';

type StockOrderItem = StockOrderDetail['items'][number];

type Quantities = Record<number, number>;

/** The goods with their price by quantity; a quoted order can be accepted in other quantities. */
export function StockOrderOffer({ order }: { order: StockOrderDetail }) {
  const { t } = useTranslation('stock-orders');
  const mayAccept = useMay()('stock', 'edit') && order.status === 'quoted';
  const accept = useApiMutation(api.stockOrders.accept, {
    onSuccess: () => toast.success(t('accepted', { number: order.number })),
  });
  const [quantities, setQuantities] = useState<Quantities>(() =>
    Object.fromEntries(order.items.map((item) => [item.line, item.quantity])),
  );
  const items = order.items.map((item) => ({ ...item, quantity: quantities[item.line] ?? 0 }));
  const problem = items.map((item) => quantityProblem(item.quantity, item)).find((text) => text !== null);
  const priced = items.map((item) => ({ ...item, unit_price: priceAt(item.breaks, item.quantity) }));
  const { freight_kg, branding_fee } = order;
  const sums = stockOrderSums(priced, { freight_kg: freight_kg ?? 0, branding_fee: branding_fee ?? 0 });
  const handleAccept = () => {
    const chosen = items.map(({ line, quantity }) => ({ line, quantity }));
    const body = { version: order.version, expected_total: sums.total, quantities: chosen };
    void accept.run({ params: { id: order.id }, body });
  };
  return (
    <div className={classes.stack}>
      <PlainTable label={t('goods')}>
        <thead>
          <tr>
            <th scope="col">{t('columns.sku')}</th>
            <th scope="col" data-align="end">
              {t('columns.units')}
            </th>
            <th scope="col" data-align="end">
              {t('unitPrice')}
            </th>
            <th scope="col" data-align="end">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {priced.map((item) => (
            <Line
              key={item.line}
              item={item}
              order={order}
              {...(mayAccept && {
                onQuantity: (quantity: number) => setQuantities({ ...quantities, [item.line]: quantity }),
              })}
            />
          ))}
        </tbody>
      </PlainTable>
      {order.total !== null && <Sums order={order} sums={mayAccept ? sums : null} />}
      {mayAccept && (
        <Group gap={8}>
          <ReadyButton
            loading={accept.busy}
            missing={problem && t(`quantityProblems.${problem.code}`, problem.params)}
            onClick={handleAccept}
          >
            {t('accept')}
          </ReadyButton>
        </Group>
      )}
    </div>
  );
}

type LineProps = {
  item: StockOrderItem & { unit_price: number };
  order: StockOrderDetail;
  onQuantity?: (n: number) => void;
};

function Line({ item, order, onQuantity }: LineProps) {
  const { t, i18n } = useTranslation('stock-orders');
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, i18n.language);
  const saving = savingOf(item, order);
  const known = item.breaks.length > 0;
  const breaks = breaksFrom(item.breaks, item.moq);
  return (
    <tr>
      <td>
        {item.sku.title}
        <span className={classes.muted}>{t('terms', { code: item.sku.code, batch: t(batchKey(item), item) })}</span>
        {breaks.length > 1 && (
          <span className={classes.muted}>
            {breaks.map(({ from, unit_price }) => t('break', { from, price: money(unit_price) })).join(' · ')}
          </span>
        )}
        {saving !== null && known && (
          <span className={classes.muted}>
            {t('today', { goods: money(saving.today.unit_price), freight: money(saving.today.freight) })}{' '}
            {t('fromStock', { goods: money(item.unit_price), freight: money(saving.freight) })}
            {saving.each > 0 &&
              ` ${t('saving', { amount: money(saving.each), all: money(saving.each * item.quantity) })}`}
          </span>
        )}
      </td>
      <td data-align="end">
        {onQuantity ? (
          <NumberInput
            aria-label={t('unitsOf', { code: item.sku.code })}
            w={104}
            ml="auto"
            min={item.moq}
            step={item.pack}
            allowDecimal={false}
            value={item.quantity}
            onChange={(value) => onQuantity(Number(value))}
          />
        ) : (
          item.quantity
        )}
      </td>
      <td data-align="end">{known ? money(item.unit_price) : '–'}</td>
      <td data-align="end">{known ? money(item.unit_price * item.quantity) : '–'}</td>
    </tr>
  );
}

/** What a piece costs less than bought when its order is paid: goods and freight today, against goods, freight here and delivery on. */
function savingOf(item: LineProps['item'], { freight_kg }: StockOrderDetail) {
  const { today, delivery_piece } = item;
  if (today === null || delivery_piece === null) return null;
  const freight = Math.ceil((item.weight_g * (freight_kg ?? 0)) / 1000) + delivery_piece;
  return { today, freight, each: today.unit_price + today.freight - (item.unit_price + freight) };
}

function Sums({ order, sums }: { order: StockOrderDetail; sums: ReturnType<typeof stockOrderSums> | null }) {
  const { t, i18n } = useTranslation('stock-orders');
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, i18n.language);
  const { goods, freight, fees, total } = sums ?? {
    goods: order.goods ?? 0,
    freight: order.freight ?? 0,
    fees: order.fees ?? 0,
    total: order.total ?? 0,
  };
  const percent = order.deposit_percent ?? 100;
  const { deposit, balance } = splitDeposit({ goods, freight, fees, total }, percent);
  return (
    <Facts
      facts={[
        { label: t('sums.goods'), value: money(goods) },
        { label: t('sums.freight', { rate: money(order.freight_kg ?? 0) }), value: money(freight) },
        ...(fees > 0 ? [{ label: t('sums.fees'), value: money(fees) }] : []),
        { label: t('sums.total'), value: <strong>{money(total)}</strong> },
        { label: t('sums.deposit', { percent }), value: money(deposit.total) },
        { label: t('sums.balance'), value: money(balance.total) },
        ...(order.status === 'quoted' ? [{ label: t('validUntil'), value: order.valid_until }] : []),
      ]}
    />
  );
}
