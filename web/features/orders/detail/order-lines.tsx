import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { ItemPicture } from '../order-columns.tsx';
import { LineMenu, mayChangeLines } from './line-menu.tsx';
import type { OrderDetail } from '../orders-types.ts';

type Line = OrderDetail['order_lines'][number];

/** Lines of an order: what, how many, how many have left; last what one costs, or for the warehouse what is to be sent. */
export function OrderLines({ order, last = 'cost' }: { order: OrderDetail; last?: 'cost' | 'open' }) {
  const { t } = useTranslation(['orders', 'orders-edit']);
  const currency = order.cost?.currency;
  const editable = last === 'cost' && mayChangeLines(order);
  const takenIn = new Set(order.kin.flatMap(({ id, kinship }) => (kinship === 'taken_in' ? [id] : [])));
  const detailOf = (line: Line) =>
    [
      line.variant_title,
      line.sku,
      line.not_ours && t('detail.selfFulfilled'),
      !line.requires_shipping && t('detail.noShipping'),
      line.from && takenIn.has(line.from.id) && t('orders-edit:related.from', { name: line.from.name }),
      line.moved_quantity > 0 && t('orders-edit:related.moved', { count: line.moved_quantity }),
      line.replaced_quantity > 0 && t('detail.replaced', { count: line.replaced_quantity }),
      line.current_quantity === 0 && line.moved_quantity === 0 && t('detail.removed'),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <PlainTable>
      <thead>
        <tr>
          <th>{t('detail.line')}</th>
          <th data-align="end">{t('detail.quantity')}</th>
          <th data-align="end">{t('detail.shipped')}</th>
          <th data-align="end">{t(last === 'cost' ? 'detail.unitCost' : 'detail.toShip')}</th>
          {editable && <th aria-label={t('detail.lineActions')} />}
        </tr>
      </thead>
      <tbody>
        {order.order_lines.map((line) => (
          <tr key={line.id}>
            <td>
              <Identity picture={<ItemPicture url={line.image_url} />} title={line.title} detail={detailOf(line)} />
            </td>
            <td data-align="end">{line.current_quantity}</td>
            <td data-align="end">{line.shipped_quantity}</td>
            <td data-align="end">
              {last === 'open' ? (
                line.open_quantity
              ) : (
                <MoneyCell money={line.unit_cost === null || !currency ? null : { amount: line.unit_cost, currency }} />
              )}
            </td>
            {editable && (
              <td data-align="end">
                <LineMenu order={order} line={line} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
