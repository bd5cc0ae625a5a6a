import { DeskOrderExplain } from '../features/explain/order-explain.tsx';
import { FulfilmentDeskPage } from '../features/orders/fulfilment-desk-page.tsx';

/** The warehouse's queue, with the story of each order in its drawer. */
export const FulfilmentWithStory = () => <FulfilmentDeskPage Explain={DeskOrderExplain} />;
