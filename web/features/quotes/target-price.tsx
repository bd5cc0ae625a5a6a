import { useTranslation } from 'react-i18next';
import { formatMoney } from '#web/lib/format.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import type { Quote } from './quotes-types.ts';

type SpanProps = { from: number | null; to: number | null; currency: string };

/** Lowest and highest of several prices; one where they agree. */
export function MoneySpan({ from, to, currency }: SpanProps) {
  const { i18n } = useTranslation();
  if (from === null || to === null) return <Amount text={undefined} />;
  const write = (amount: number) => formatMoney({ amount, currency }, i18n.language);
  return <Amount text={from === to ? write(from) : `${write(from)} – ${write(to)}`} />;
}

type Wish = Pick<Quote, 'target_price' | 'counter_min' | 'counter_max' | 'currency'>;

/** What the client wants to pay: the latest counter-offer counts, with what the request said before. */
export function TargetPrice({ quote }: { quote: Wish }) {
  const { t, i18n } = useTranslation('quotes');
  const { target_price: asked, counter_min, counter_max, currency } = quote;
  if (counter_min === null) return <MoneySpan from={asked} to={asked} currency={currency} />;
  const countered = <MoneySpan from={counter_min} to={counter_max} currency={currency} />;
  if (asked === null || (asked === counter_min && asked === counter_max)) return countered;
  const before = formatMoney({ amount: asked, currency }, i18n.language);
  return <Identity title={countered} detail={t('targetBefore', { price: before })} />;
}
