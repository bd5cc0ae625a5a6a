import type { TFunction } from 'i18next';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import type { Column } from '#web/ui/column.ts';
import { Identity } from '#web/ui/toolbar.tsx';
import { PriceRange } from './price-range.tsx';
import { ProductState } from './product-state.tsx';
import type { Product } from './products.api.ts';

/** Columns of the product list. */
export function productColumns(t: TFunction<'products'>): Column<Product>[] {
  return [
    {
      id: 'product',
      header: t('columns.product'),
      main: true,
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
      cell: (product) => <PriceRange min={product.price_min} max={product.price_max} />,
    },
    {
      id: 'cost',
      header: t('columns.cost'),
      align: 'end',
      card: 'fact',
      cell: (product) => <PriceRange min={product.cost_min} max={product.cost_max} />,
    },
    { id: 'orders', header: t('columns.orders'), align: 'end', card: 'fact', cell: (product) => product.orders_30d },
    {
      id: 'changed',
      header: t('columns.changed'),
      card: 'hidden',
      cell: (product) => <TimeCell time={product.external_updated_at} />,
    },
  ];
}
