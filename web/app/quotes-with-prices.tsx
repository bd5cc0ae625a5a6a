import { PriceParts } from '../features/prices/price-parts.tsx';
import { QuotesPage } from '../features/quotes/list/quotes-page.tsx';

/** The page of quotes with the price list and its changes, which are another feature's. */
export const QuotesWithPrices = () => <QuotesPage prices={PriceParts} />;
