import { useTranslation } from 'react-i18next';
import { formatAmount, formatMoney, type Money } from '../lib/format.ts';
import { Amount } from '../ui/amount.tsx';

type MoneyCellProps = {
  money: Money | null | undefined;
  /** `plain` without the sign, for columns whose head names the currency. */
  form?: 'sign' | 'plain';
  tone?: 'muted' | 'strong';
};

/** Money in tables and facts; a dash when there is none. */
export function MoneyCell({ money, form = 'sign', tone }: MoneyCellProps) {
  const { i18n } = useTranslation();
  const write = form === 'sign' ? formatMoney : formatAmount;
  const text = money === null || money === undefined ? undefined : write(money, i18n.language);
  return <Amount text={text} {...(tone === undefined ? {} : { tone })} />;
}
