import { useTranslation } from 'react-i18next';
import { rechargeSplit } from '#contract/recharge-rules.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import type { Fact } from '#web/ui/facts.tsx';

/**
 * What a recharge charges, what of it is the fee of its method (in hundredths of a percent), and what the wallet gets: said alike
 * before it and while it is on its way.
 */
export function useSplitFacts(currency: string): (amount: number, feeBp: number) => Fact[] {
  const { t, i18n } = useTranslation('wallet');
  return (amount, feeBp) => {
    const split = rechargeSplit(amount, feeBp);
    const percent = formatNumber(feeBp / 100, i18n.language, { maximumFractionDigits: 2 });
    return (['charged', 'fee', 'credit'] as const).map((part) => ({
      label: t(`split.${part}`, { percent }),
      value: formatMoney({ amount: split[part], currency }, i18n.language),
    }));
  };
}
