import { useTranslation } from 'react-i18next';
import { Picture } from '#web/components/picture.tsx';
import { joinWords } from '#web/lib/format.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { StaffOrderDetail } from '../orders-types.ts';
import { sameWords, storeTitle } from './store-title.ts';

type Line = StaffOrderDetail['order_lines'][number];

type Goods = {
  key: string;
  title: string;
  /** Our own SKU; the store's where nothing is mapped. */
  code: string;
  picture: string | null;
  /** Units of it in one unit of the line. */
  quantity: number;
};

/** What one unit of a line is made of, by the names that the warehouse knows; what the store calls it while nothing is mapped. */
export function goodsOf(order: StaffOrderDetail, line: Line): Goods[] {
  const picks = order.picks.filter(({ line_id }) => line_id === line.id);
  if (picks.length === 0)
    return [{ key: line.id, title: storeTitle(line), code: line.sku, picture: line.image_url, quantity: 1 }];
  return picks.map(({ code, title, picture_url, quantity }) => ({
    key: `${line.id} ${code}`,
    title,
    code,
    picture: picture_url ?? line.image_url,
    quantity,
  }));
}

/** What goes with the name of a line's goods: the SKU (with its units), the store's own name where it is another one, and what to know before packing. */
function useNotes() {
  const { t } = useTranslation(['orders', 'orders-staff']);
  return (line: Line, { title, code }: Goods, units?: number) =>
    [
      units === undefined || !code ? code : `${code}\u00a0×\u00a0${units}`,
      !sameWords(title, storeTitle(line)) && t('orders-staff:fulfillment.inStore', { title: storeTitle(line) }),
      line.not_ours && t('detail.selfFulfilled'),
      !line.requires_shipping && t('detail.noShipping'),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** A line as a sentence names it: "Stoneware Mug, Sand · TW100001 × 2". */
export function useGoodsText(order: StaffOrderDetail) {
  const notes = useNotes();
  const { i18n } = useTranslation();
  return (line: Line, units?: number) =>
    joinWords(
      goodsOf(order, line).map((goods) =>
        [goods.title, notes(line, goods, units === undefined ? units : goods.quantity * units)]
          .filter(Boolean)
          .join(' · '),
      ),
      i18n.language,
    );
}

/** The goods of a line with their SKUs, for so many of its units. */
export function LineGoods({ order, line, units }: { order: StaffOrderDetail; line: Line; units: number }) {
  const notes = useNotes();
  return goodsOf(order, line).map((goods) => (
    <Identity key={goods.key} title={goods.title} detail={notes(line, goods, goods.quantity * units)} wraps />
  ));
}

/** What to take from the shelf for an order: goods by their names and our own SKUs, as the lines are mapped. Lines that moved to another order or were cancelled are left out. */
export function PickLines({ order }: { order: StaffOrderDetail }) {
  const { t } = useTranslation(['orders', 'orders-staff']);
  const notes = useNotes();
  const wanted = order.order_lines.filter((line) => line.current_quantity > 0 || line.shipped_quantity > 0);
  const rows = wanted.flatMap((line) => goodsOf(order, line).map((goods) => ({ goods, line })));
  return (
    <PlainTable label={t('orders-staff:fulfillment.pick')}>
      <thead>
        <tr>
          <th>{t('orders-staff:fulfillment.item')}</th>
          <th data-align="end">{t('detail.quantity')}</th>
          <th data-align="end" data-spare>
            {t('detail.shipped')}
          </th>
          <th data-align="end">{t('detail.toShip')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ goods: { quantity, ...goods }, line }) => (
          <tr key={goods.key}>
            <td>
              <Identity
                picture={<Picture url={goods.picture} />}
                title={goods.title}
                detail={notes(line, { ...goods, quantity })}
                wraps
              />
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
