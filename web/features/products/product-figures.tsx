import { useTranslation } from 'react-i18next';
import { Approximate, NoRate } from '#web/components/converted.tsx';
import { countryInText } from '#web/lib/countries.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Amount } from '#web/ui/amount.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { PriceRange } from './price-range.tsx';
import classes from './products.module.css';
import type { Product } from './products-types.ts';

/** Landed cost of one unit and its destination. */
export function LandedCost({ product: { landed } }: { product: Product }) {
  const { t, i18n } = useTranslation('products');
  if (!landed) return <Amount text={undefined} />;
  return (
    <>
      <PriceRange min={landed.min} max={landed.max} />
      <span className={classes.muted}>{t('landedTo', { country: countryInText(landed.country, i18n.language) })}</span>
    </>
  );
}

/** Margin of the variants with the lowest and the highest one, converted where the store sells in another currency. */
export function Margin({ product: { margin, landed, price_min: price } }: { product: Product }) {
  const { t, i18n } = useTranslation('products');
  if (!margin) {
    const unrated = landed && price && price.currency !== landed.min.currency;
    return unrated ? <NoRate from={price.currency} to={landed.min.currency} /> : <Amount text={undefined} />;
  }
  const [low, high] = [margin.low, margin.high].map((percent) => formatNumber(percent, i18n.language));
  // between two signs a dash reads as one of them
  const range = margin.low < 0 ? t('marginRange', { low, high }) : `${low}–${high}%`;
  const amount = <Amount text={low === high ? `${low}%` : range} />;
  return (
    <span className={margin.low < 0 ? classes.loss : undefined}>
      {margin.conversion ? <Approximate conversion={margin.conversion}>{amount}</Approximate> : amount}
    </span>
  );
}

const tones: Record<Product['stock']['state'], StatusTone> = {
  none: 'grey',
  out: 'amber',
  partly: 'amber',
  low: 'amber',
  in_stock: 'green',
};

/** Stock status of the items and their available units. */
export function StockState({ product: { stock, variants_mapped } }: { product: Product }) {
  const { t } = useTranslation('products');
  if (variants_mapped === 0 && stock.state === 'none') return '–';
  return (
    <>
      <StatusChip tone={tones[stock.state]} label={t(`stock.states.${stock.state}`)} />
      {stock.state !== 'none' && (
        <span className={classes.muted}>{t('stock.units', { own: stock.own, shared: stock.shared })}</span>
      )}
    </>
  );
}
