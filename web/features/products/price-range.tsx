import { useTranslation } from 'react-i18next';
import { formatMoney, type Money } from '#web/lib/format.ts';
import { Amount } from '#web/ui/amount.tsx';

/** Lowest and highest amount, one when they are equal, a dash when there is none. */
export function PriceRange({ min, max }: { min: Money | null; max: Money | null }) {
  const { i18n } = useTranslation();
  if (min === null || max === null) return <Amount text={undefined} />;
  const [low, high] = [formatMoney(min, i18n.language), formatMoney(max, i18n.language)];
  return <Amount text={low === high ? low : `${low} – ${high}`} />;
}
