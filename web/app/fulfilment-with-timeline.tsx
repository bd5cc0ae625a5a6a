import { StaffOrderTimeline } from '../features/order-history/order-timeline-section.tsx';
import { FulfilmentDeskPage } from '../features/orders/staff/fulfilment-page.tsx';

/** The warehouse's queue, with the timeline of each order in its drawer. */
export const FulfilmentWithTimeline = () => <FulfilmentDeskPage Timeline={StaffOrderTimeline} />;
