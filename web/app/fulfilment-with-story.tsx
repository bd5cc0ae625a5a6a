import { DeskOrderExplain } from '../features/order-history/order-breakdown.tsx';
import { FulfilmentDeskPage } from '../features/orders/staff/fulfilment-page.tsx';

/** The warehouse's queue, with the story of each order in its drawer. */
export const FulfilmentWithStory = () => <FulfilmentDeskPage Explain={DeskOrderExplain} />;
