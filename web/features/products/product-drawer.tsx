import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CostCalculator } from '#web/components/cost-calculator.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PriceRange } from './price-range.tsx';
import { ProductOrders } from './product-orders.tsx';
import { ProductPrices, ProductQuotes } from './product-prices.tsx';
import { LandedCost, Margin, StockState } from './product-figures.tsx';
import { ProductStock } from './product-stock.tsx';
import { ProductState } from './product-state.tsx';
import { ProductTimeline } from './product-timeline.tsx';
import { ProductVariants } from './product-variants.tsx';
import classes from './products.module.css';
import type { Product } from './products-types.ts';

type DrawerProps = { id: string | undefined; onClose: () => void; onAsk: ((product: Product) => void) | undefined };

/** One product: what is wrong, what it costs, what is shipped for each variant. */
export function ProductDrawer({ id, onClose, onAsk }: DrawerProps) {
  const { t } = useTranslation('products');
  const { data: product, error, refetch } = useApiQuery(api.products.get, id === undefined ? null : { params: { id } });
  const quote = product?.open_quote;
  const reviewing = product?.mapping_state === 'needs_review';
  const asking = quote ? (
    <Button component={Link} to={withQuery(paths.quotes, { quote: quote.id })} variant="default">
      {t('openQuote', { number: quote.number })}
    </Button>
  ) : (
    product &&
    onAsk && (
      <Button variant={reviewing ? 'default' : 'filled'} onClick={() => onAsk(product)}>
        {t('ask')}
      </Button>
    )
  );
  const action = (
    <>
      {asking}
      {product && (
        <Button
          component={Link}
          to={withQuery(paths.mapping, { product: product.id })}
          variant={reviewing ? 'filled' : 'default'}
        >
          {t(reviewing ? 'review' : 'map')}
        </Button>
      )}
    </>
  );
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={product?.title ?? ''}
      picture={product && <Picture url={product.picture_url} />}
      state={product && <ProductState product={product} />}
      action={action}
    >
      {error && !product ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {product && <ProductDetail product={product} />}
    </DetailDrawer>
  );
}

function whatIsWrong(product: Product) {
  if (product.open_quote) return product.open_quote.status === 'quoted' ? 'quoted' : 'quoting';
  if (product.mapping_state === 'needs_review') return 'review';
  return product.mapping_state === 'unmapped' ? 'unmapped' : undefined;
}

const parts = ['overview', 'variants', 'prices', 'stock', 'orders', 'timeline'] as const;
type PartName = (typeof parts)[number];

function ProductDetail({ product }: { product: Product }) {
  const { t } = useTranslation('products');
  const may = useMay();
  const [part, setPart] = useState<PartName>('overview');
  const wrong = whatIsWrong(product);
  const shown = parts.filter((name) => name !== 'orders' || may('orders', 'view'));
  return (
    <>
      {wrong && <p className={classes.wrong}>{t(`drawer.${wrong}`, { number: product.open_quote?.number ?? '' })}</p>}
      <CountTabs
        label={t('drawer.sections')}
        tabs={shown.map((value) => ({ value, label: t(`drawer.${value}`) }))}
        value={part}
        onChange={(value) => setPart(shown.find((name) => name === value) ?? 'overview')}
      />
      <Part part={part} product={product} />
    </>
  );
}

function Part({ part, product: { id }, product }: { part: PartName; product: Product }) {
  const { t } = useTranslation('products');
  const mayQuotes = useMay()('quotes', 'view');
  if (part === 'overview') return <Overview product={product} />;
  return (
    <DetailSection title={t(`drawer.${part}`)}>
      {part === 'variants' && <ProductVariants productId={id} />}
      {part === 'prices' && (
        <>
          {mayQuotes && <ProductQuotes productId={id} />}
          <ProductPrices productId={id} />
        </>
      )}
      {part === 'stock' && <ProductStock productId={id} />}
      {part === 'orders' && <ProductOrders productId={id} />}
      {part === 'timeline' && <ProductTimeline productId={id} />}
    </DetailSection>
  );
}

function Overview({ product }: { product: Product }) {
  const { t } = useTranslation('products');
  return (
    <>
      <DetailSection title={t('drawer.overview')}>
        <Facts
          facts={[
            { label: t('facts.cost'), value: <PriceRange min={product.cost_min} max={product.cost_max} /> },
            { label: t('facts.landed'), value: <LandedCost product={product} /> },
            { label: t('facts.price'), value: <PriceRange min={product.price_min} max={product.price_max} /> },
            { label: t('facts.margin'), value: <Margin product={product} /> },
            { label: t('facts.stock'), value: <StockState product={product} /> },
            { label: t('facts.orders'), value: product.orders_30d },
            { label: t('facts.waiting'), value: product.orders_waiting },
            { label: t('facts.store'), value: product.store.name },
            { label: t('facts.vendor'), value: product.vendor ?? '–' },
            { label: t('facts.changed'), value: <TimeCell time={product.external_updated_at} /> },
          ]}
        />
        {product.url !== null && (
          <Anchor href={product.url} target="_blank" rel="noopener noreferrer" size="sm" display="inline-block" mt={8}>
            {t('drawer.openInStore')}
          </Anchor>
        )}
      </DetailSection>
      <DetailSection title={t('drawer.cost')}>
        <Costs productId={product.id} />
      </DetailSection>
    </>
  );
}

function Costs({ productId }: { productId: string }) {
  const { data } = useApiQuery(api.products.variants, { params: { id: productId } });
  return data && <CostCalculator subject={{ variants: data }} />;
}
