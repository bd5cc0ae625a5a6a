import type { TFunction } from 'i18next';
import { type CatalogFlag, catalogFlags } from '#contract/catalog-rules.ts';
import type { ListFilter } from '#web/components/list-filters.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { CatalogQuery } from './catalog-types.ts';

/** Bands of the merchant's own unit price, in minor units; a currency without minor units has them a hundredfold. */
const bands = [
  { value: 'to-5', to: 499 },
  { value: '5-10', from: 500, to: 999 },
  { value: '10-25', from: 1_000, to: 2_499 },
  { value: 'from-25', from: 2_500 },
] as const;

type Known = { categories: readonly string[]; currency: string; language: string };

/** What the catalogue can be narrowed by. */
export function catalogFilters(
  t: TFunction<'catalog'>,
  { categories, currency, language }: Known,
): readonly ListFilter[] {
  const money = (amount: number) => formatMoney({ amount, currency }, language);
  const labelOf = (band: (typeof bands)[number]) => {
    if (!('from' in band)) return t('band.below', { to: money(band.to + 1) });
    if (!('to' in band)) return t('band.from', { from: money(band.from) });
    return t('band.between', { from: money(band.from), to: money(band.to) });
  };
  return [
    {
      kind: 'choice',
      name: 'category',
      label: t('category'),
      options: categories.map((value) => ({ value, label: value })),
    },
    { kind: 'choice', name: 'in_stock', label: t('stock'), options: [{ value: '1', label: t('inStock') }] },
    {
      kind: 'choice',
      name: 'without',
      label: t('without'),
      options: catalogFlags.map((flag) => ({ value: flag, label: t('withoutFlag', { flag: t(`flags.${flag}`) }) })),
    },
    {
      kind: 'choice',
      name: 'price',
      label: t('columns.price'),
      options: bands.map((band) => ({ value: band.value, label: labelOf(band) })),
    },
  ];
}

type Narrowed = Pick<CatalogQuery, 'category' | 'in_stock' | 'without' | 'price_from' | 'price_to'>;

/** The filters of the address as the server has them; what it does not know is left out. */
export function queryOf(get: (name: string) => string | undefined): Narrowed {
  const category = get('category');
  const without = catalogFlags.find((flag) => flag === get('without'));
  const band = bands.find((one) => one.value === get('price'));
  return {
    ...(category !== undefined && { category }),
    ...(get('in_stock') === '1' && { in_stock: '1' as const }),
    ...(without !== undefined && { without: [without] satisfies CatalogFlag[] }),
    ...(band && 'from' in band && { price_from: band.from }),
    ...(band && 'to' in band && { price_to: band.to }),
  };
}
