import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusTone } from '#web/ui/status-chip.tsx';
import classes from './products.module.css';
import type { Product, Variant } from './products-types.ts';

const tones: Record<Variant['mapping_state'], StatusTone> = {
  unmapped: 'amber',
  suggested: 'amber',
  needs_review: 'amber',
  mapped: 'green',
  not_ours: 'grey',
  retired: 'grey',
};

/** Mapping of a product or variant in one word. */
export function MappingChip({ state }: { state: Variant['mapping_state'] }) {
  const { t } = useTranslation('products');
  return <StatusChip tone={tones[state]} label={t(`states.${state}`)} />;
}

/** What an open quote is about: it says more than that the price is missing. */
const withoutPrice: ReadonlySet<Product['mapping_state']> = new Set(['unmapped', 'suggested']);

/** Where a product stands: an open request says more than the missing price that it is about. */
export function ProductState({ product }: { product: Product }) {
  const { t } = useTranslation('products');
  const quote = product.open_quote;
  if (!quote) return <MappingChip state={product.mapping_state} />;
  const answered = quote.status === 'quoted' || quote.status === 'need_info';
  const label = answered ? t('quoteAnswered', { number: quote.number }) : t('quoteSubmitted', { number: quote.number });
  return (
    <span className={classes.chips}>
      {!withoutPrice.has(product.mapping_state) && <MappingChip state={product.mapping_state} />}
      <StatusChip tone={answered ? 'amber' : 'blue'} label={label} />
    </span>
  );
}
