import { useTranslation } from 'react-i18next';
import { countryName } from '#web/lib/countries.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Amount } from '#web/ui/amount.tsx';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import { PriceRange } from './price-range.tsx';
import classes from './products.module.css';
import type { Product } from './products-types.ts';

/** What one piece costs at the buyer's door, and where that is. */
export function LandedCost({ product: { landed } }: { product: Product }) {
  const { t, i18n } = useTranslation('products');
  if (!landed) return <Amount text={undefined} />;
  return (
    <>
      <PriceRange min={landed.min} max={landed.max} />
      <span className={classes.muted}>{t('landedTo', { country: countryName(landed.country, i18n.language) })}</span>
    </>
  );
}

/** What is left of the price, of the variant that leaves least and most. */
export function Margin({ product: { margin } }: { product: Product }) {
  const { i18n } = useTranslation();
  if (!margin) return <Amount text={undefined} />;
  const [low, high] = [margin.low, margin.high].map((percent) => formatNumber(percent, i18n.language));
  return (
    <span className={margin.low < 0 ? classes.loss : undefined}>
      <Amount text={low === high ? `${low} %` : `${low} – ${high} %`} />
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

/** What there is of its items, in a word and in pieces. */
export function StockState({ product: { stock, variants_mapped } }: { product: Product }) {
  const { t } = useTranslation('products');
  if (variants_mapped === 0 && stock.state === 'none') return '–';
  return (
    <>
      <StatusChip tone={tones[stock.state]} label={t(`stock.states.${stock.state}`)} />
      {stock.state !== 'none' && (
        <span className={classes.muted}>{t('stock.pieces', { own: stock.own, shared: stock.shared })}</span>
      )}
    </>
  );
}
