import { PriceParts } from '../features/prices/price-parts.tsx';
import { QuotesPage } from '../features/quotes/list/quotes-page.tsx';
import { Checkout } from './checkout.ts';

/** The page of quotes with the price list and its changes, and the checkout, which are other features'. */
export const QuotesWithPrices = () => <QuotesPage prices={PriceParts} checkout={Checkout} />;
