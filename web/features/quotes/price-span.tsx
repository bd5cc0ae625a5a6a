import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import { Amount } from '#web/ui/amount.tsx';
import type { Quote } from './quotes-types.ts';

/** Lowest and highest unit price of the current answer. */
export function PriceSpan({ quote }: { quote: Pick<Quote, 'price_min' | 'price_max' | 'currency'> }) {
  const { i18n } = useTranslation();
  if (quote.price_min === null || quote.price_max === null) return <Amount text={undefined} />;
  const write = (amount: number) => formatMoney({ amount, currency: quote.currency }, i18n.language);
  const [low, high] = [write(quote.price_min), write(quote.price_max)];
  return <Amount text={low === high ? low : `${low} – ${high}`} />;
}
