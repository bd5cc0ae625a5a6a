import type { OrderDetail } from './orders-types.ts';

type Line = OrderDetail['order_lines'][number];
type Props = {
  order: Pick<OrderDetail, 'order_lines'>;
  parcel: Pick<OrderDetail['parcels'][number], 'lines'>;
  /** What a line is called to whoever packs it. */
  textOf?: (line: Line, units: number) => string;
};

const storeText = ({ title, variant_title, sku }: Line) => [title, variant_title, sku].filter(Boolean).join(' · ');

/** What is in a parcel: units, product, variant, and SKU of each of its lines. */
export function ParcelItems({ order: { order_lines }, parcel, textOf = storeText }: Props) {
  return parcel.lines.map(({ line_id, quantity }) => {
    const line = order_lines.find(({ id }) => id === line_id);
    return line && <div key={line_id}>{`${quantity} × ${textOf(line, quantity)}`}</div>;
  });
}
