import { useTranslation } from 'react-i18next';
import type { AutoRecharge } from './wallet-types.ts';

/** A card as its owner knows it: `Visa •••• 4242, expires 12/29`. */
export function CardName({ card }: { card: NonNullable<AutoRecharge['card']> }) {
  const { t } = useTranslation('wallet');
  const { brand, last4, exp_month, exp_year } = card;
  const expires = `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
  return t('auto.card', { brand: brand.slice(0, 1).toUpperCase() + brand.slice(1), last4, expires });
}
