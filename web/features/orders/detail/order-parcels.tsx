import { OrderParcels } from '#web/components/parcel-timeline.tsx';
import { useMay } from '#web/components/session.tsx';
import { ParcelAtStore } from './order-sections.tsx';
import type { OrderDetail } from '../orders-types.ts';

/** Its parcels, with what the store knows of each; whoever may claim is led there from a watched one. */
export function ParcelsSection({ order }: { order: OrderDetail }) {
  const claims = useMay()('claims', 'edit');
  const at = (id: string) => <ParcelAtStore parcel={order.parcels.find((parcel) => parcel.id === id)} />;
  return <OrderParcels orderId={order.id} claims={claims} more={at} />;
}
