import { ChangeList } from './change-list.tsx';
import { PriceList } from './price-list.tsx';

/** What the page of quotes shows of prices: the list, or what the agent proposes to change. */
export function PriceParts({ tab }: { tab: 'price_list' | 'price_changes' }) {
  return tab === 'price_list' ? <PriceList /> : <ChangeList />;
}
