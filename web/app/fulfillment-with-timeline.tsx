import { StaffOrderTimeline } from '../features/order-history/order-timeline-section.tsx';
import { FulfillmentPage } from '../features/orders/staff/fulfillment-page.tsx';

/** The warehouse's queue, with the timeline of each order in its drawer. */
export const FulfillmentWithTimeline = () => <FulfillmentPage Timeline={StaffOrderTimeline} />;
