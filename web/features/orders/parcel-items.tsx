import type { OrderDetail } from './orders-types.ts';

type Line = OrderDetail['order_lines'][number];
type Props = {
  order: Pick<OrderDetail, 'order_lines'>;
  parcel: Pick<OrderDetail['parcels'][number], 'lines'>;
  /** What else to say of so many units of a line. */
  more?: (line: Line, units: number) => string;
};

/** What is in a parcel: units, product, variant, and SKU of each of its lines. */
export function ParcelItems({ order: { order_lines }, parcel, more }: Props) {
  return parcel.lines.map(({ line_id, quantity }) => {
    const line = order_lines.find(({ id }) => id === line_id);
    const words = line && [line.title, line.variant_title, line.sku, more?.(line, quantity)];
    return words && <div key={line_id}>{`${quantity} × ${words.filter(Boolean).join(' · ')}`}</div>;
  });
}
