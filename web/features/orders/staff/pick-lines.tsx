import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { joinWords } from '#web/lib/format.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { StaffOrderDetail } from '../orders-types.ts';

type Line = StaffOrderDetail['order_lines'][number];

/** What so many units of a line are made of, by our own SKUs: "TW100269 × 2". */
export function pickText(order: StaffOrderDetail, line: Line, units: number, language: string): string {
  const picks = order.picks.filter(({ line_id }) => line_id === line.id);
  return joinWords(
    picks.map(({ code, quantity }) => `${code}\u00a0×\u00a0${quantity * units}`),
    language,
  );
}

/** What to take from the shelf for an order: our own SKUs with their units, as the lines are mapped. Lines that moved to another order or were cancelled are left out. */
export function PickLines({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const notes = (line: Line) =>
    [
      line.title,
      line.variant_title,
      line.not_ours && t('detail.selfFulfilled'),
      !line.requires_shipping && t('detail.noShipping'),
    ]
      .filter(Boolean)
      .join(' · ');
  const wanted = order.order_lines.filter((line) => line.current_quantity > 0 || line.shipped_quantity > 0);
  const rows = wanted.flatMap((line) => {
    const picks = order.picks.filter(({ line_id }) => line_id === line.id);
    if (picks.length === 0) {
      const plain = { key: line.id, title: notes(line), detail: '', picture: line.image_url, quantity: 1 };
      return [{ ...plain, line }];
    }
    return picks.map(({ code, title, picture_url, quantity }) => ({
      key: `${line.id} ${code}`,
      title: code,
      detail: title,
      picture: picture_url ?? line.image_url,
      quantity,
      line,
    }));
  });
  return (
    <PlainTable label={t('orders-staff:fulfillment.pick')}>
      <thead>
        <tr>
          <th>{t('orders-staff:fulfillment.sku')}</th>
          <th data-align="end">{t('detail.quantity')}</th>
          <th data-align="end" data-spare>
            {t('detail.shipped')}
          </th>
          <th data-align="end">{t('detail.toShip')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, detail, picture, quantity, line }) => (
          <tr key={key}>
            <td>
              <Identity picture={<Picture url={picture} />} title={title} detail={detail} />
            </td>
            <td data-align="end">{line.current_quantity * quantity}</td>
            <td data-align="end" data-spare>
              {line.shipped_quantity * quantity}
            </td>
            <td data-align="end">{line.open_quantity * quantity}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
