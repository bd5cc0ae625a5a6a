import type { TFunction } from 'i18next';
import { WordList } from '#web/components/word-list.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { PriceRange } from './price-range.tsx';
import { LandedCost, Margin, StockState } from './product-figures.tsx';
import { ProductState } from './product-state.tsx';
import type { Product } from './products-types.ts';

/** Columns of the product list (domain.md §4.3). */
export function productColumns(t: TFunction<'products'>): Column<Product>[] {
  return [
    {
      id: 'product',
      header: t('columns.product'),
      main: true,
      sort: 'title',
      cell: (product) => (
        <Identity picture={<Picture url={product.picture_url} />} title={product.title} detail={product.store.name} />
      ),
    },
    {
      id: 'state',
      header: t('columns.state'),
      card: 'fact',
      cell: (product) => <ProductState product={product} />,
    },
    {
      id: 'mapped',
      from: 1280,
      header: t('columns.mapped'),
      align: 'end',
      card: 'hidden',
      cell: (product) => t('mappedOf', { mapped: product.variants_mapped, all: product.variants }),
    },
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      card: 'fact',
      sort: 'price',
      cell: (product) => <PriceRange min={product.price_min} max={product.price_max} />,
    },
    {
      id: 'cost',
      from: 1680,
      header: t('columns.cost'),
      align: 'end',
      card: 'hidden',
      cell: (product) => <PriceRange min={product.cost_min} max={product.cost_max} />,
    },
    {
      id: 'landed',
      header: t('columns.landed'),
      align: 'end',
      card: 'fact',
      cell: (product) => <LandedCost product={product} />,
    },
    {
      id: 'margin',
      header: t('columns.margin'),
      align: 'end',
      card: 'fact',
      cell: (product) => <Margin product={product} />,
    },
    {
      id: 'orders',
      from: 1280,
      header: t('columns.orders'),
      align: 'end',
      card: 'hidden',
      sort: 'orders',
      cell: (product) => product.orders_30d,
    },
    {
      id: 'stock',
      from: 1440,
      header: t('columns.stock'),
      card: 'hidden',
      cell: (product) => <StockState product={product} />,
    },
    ...moreColumns(t),
  ];
}

/** Columns that wide windows have room for, or that are chosen. */
function moreColumns(t: TFunction<'products'>): Column<Product>[] {
  return [
    {
      id: 'changed',
      from: 1680,
      header: t('columns.changed'),
      card: 'hidden',
      sort: 'changed',
      cell: (product) => <TimeCell time={product.external_updated_at} />,
    },
    { id: 'store', optional: true, header: t('facts.store'), card: 'hidden', cell: (product) => product.store.name },
    {
      id: 'quote',
      optional: true,
      header: t('columns.quote'),
      card: 'hidden',
      cell: ({ last_quote: quote }) =>
        quote ? <Identity title={quote.number} detail={t(`quotes.statuses.${quote.status}`)} /> : '–',
    },
    {
      id: 'waiting',
      optional: true,
      header: t('columns.waiting'),
      align: 'end',
      card: 'hidden',
      cell: (product) => product.orders_waiting,
    },
    {
      id: 'shopState',
      optional: true,
      header: t('columns.storeStatus'),
      card: 'hidden',
      cell: (product) => t(`storeStatuses.${product.status}`),
    },
    {
      id: 'vendor',
      optional: true,
      header: t('facts.vendor'),
      card: 'hidden',
      cell: (product) => product.vendor ?? '–',
    },
    {
      id: 'tags',
      optional: true,
      header: t('columns.tags'),
      card: 'hidden',
      cell: (product) => <WordList words={product.tags} />,
    },
  ];
}
