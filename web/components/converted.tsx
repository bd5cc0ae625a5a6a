import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversion } from '#contract/exchange-rates.ts';
import { formatMoney, type Money } from '../lib/format.ts';
import { Amount } from '../ui/amount.tsx';
import { Hint } from '../ui/hint.tsx';

/** Digits of a rate that people read; amounts are converted with all of them. */
const shownDigits = 5;

/** What a converted figure says of its rate: `1 GBP = 1.2652 USD on 2026-11-20 (European Central Bank)`. */
export function useConversionText(): (conversion: Conversion) => string {
  const { t } = useTranslation('shell', { keyPrefix: 'conversion' });
  return ({ rate, source, ...of }) =>
    t('rate', { ...of, rate: Number(Number(rate).toPrecision(shownDigits)), source: t(`sources.${source}`) });
}

/** A figure that rests on a rate of exchange, with the rate on hover, on focus and by a tap. */
export function Approximate({ conversion, children }: { conversion: Conversion; children: ReactNode }) {
  const { t } = useTranslation('shell', { keyPrefix: 'conversion' });
  const say = useConversionText();
  return (
    <Hint label={say(conversion)}>
      <span aria-label={t('approximately')}>≈</span> {children}
    </Hint>
  );
}

type ConvertedMoneyProps = {
  /** Null where it is not known. */
  money: Money | null;
  /** Null where nothing was converted. */
  conversion: Conversion | null;
  /** Where the figure is missing for want of a rate: between which currencies. */
  unrated?: { from: string; to: string } | null | undefined;
};

/** Money, marked where it was converted; without a rate a dash that says so. */
export function ConvertedMoney({ money, conversion, unrated }: ConvertedMoneyProps) {
  const { i18n } = useTranslation();
  if (money === null) return unrated ? <NoRate {...unrated} /> : <Amount text={undefined} />;
  const amount = <Amount text={formatMoney(money, i18n.language)} />;
  return conversion === null ? amount : <Approximate conversion={conversion}>{amount}</Approximate>;
}

/** The dash of a figure that waits for a rate of exchange, with the reason on hover, on focus and by a tap. */
export function NoRate({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('shell', { keyPrefix: 'conversion' });
  return (
    <Hint label={t('none', { from, to })}>
      <Amount text={undefined} />
    </Hint>
  );
}
