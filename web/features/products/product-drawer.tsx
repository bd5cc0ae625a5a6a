import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CostCalculator } from '#web/components/cost-calculator.tsx';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { DetailDrawer, DetailSection, Facts } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { PriceRange } from './price-range.tsx';
import { MappingChip, ProductState } from './product-state.tsx';
import { type Product, useProduct, useVariants, type Variant } from './products.api.ts';
import classes from './products.module.css';

type DrawerProps = { id: string | undefined; onClose: () => void; onAsk: ((product: Product) => void) | undefined };

/** One product: what is wrong, what it costs, what is shipped for each variant. */
export function ProductDrawer({ id, onClose, onAsk }: DrawerProps) {
  const { t } = useTranslation('products');
  const { data: product, error, refetch } = useProduct(id);
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

function ProductDetail({ product }: { product: Product }) {
  const { t } = useTranslation('products');
  const wrong = whatIsWrong(product);
  return (
    <>
      {wrong && <p className={classes.wrong}>{t(`drawer.${wrong}`, { number: product.open_quote?.number ?? '' })}</p>}
      <DetailSection title={t('drawer.overview')}>
        <Facts
          facts={[
            { label: t('facts.cost'), value: <PriceRange min={product.cost_min} max={product.cost_max} /> },
            { label: t('facts.price'), value: <PriceRange min={product.price_min} max={product.price_max} /> },
            { label: t('facts.orders'), value: product.orders_30d },
            { label: t('facts.waiting'), value: product.orders_waiting },
            { label: t('facts.store'), value: product.store.name },
            { label: t('facts.vendor'), value: product.vendor ?? '–' },
            { label: t('facts.changed'), value: <TimeCell time={product.external_updated_at} /> },
          ]}
        />
        {product.url !== null && (
          <Anchor href={product.url} target="_blank" rel="noopener noreferrer" size="sm" display="inline-block" mt={8}>
            {t('drawer.inShop')}
          </Anchor>
        )}
      </DetailSection>
      <DetailSection title={t('drawer.cost')}>
        <Costs productId={product.id} />
      </DetailSection>
      <DetailSection title={t('drawer.variants')}>
        <Variants productId={product.id} />
      </DetailSection>
    </>
  );
}

function Costs({ productId }: { productId: string }) {
  const { data } = useVariants(productId);
  return data && <CostCalculator subject={{ variants: data }} />;
}

function Variants({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useVariants(productId);
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('variant.name')}</th>
            <th scope="col" className={classes.end}>
              {t('variant.price')}
            </th>
            <th scope="col">{t('variant.item')}</th>
          </tr>
        </thead>
        <tbody>
          {data?.map((variant) => (
            <tr key={variant.id}>
              <td>
                {variant.title}
                <span className={classes.muted}>{variant.sku}</span>
              </td>
              <td className={classes.end}>
                <MoneyCell money={variant.price} />
              </td>
              <td>
                <Shipped variant={variant} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Shipped({ variant }: { variant: Variant }) {
  const { t } = useTranslation('products');
  if (variant.components.length === 0) return <MappingChip state={variant.mapping_state} />;
  return (
    <>
      {variant.mapping_state !== 'mapped' && <MappingChip state={variant.mapping_state} />}
      {variant.components.map(({ sku, quantity }) => (
        <div key={sku.id}>
          {quantity > 1 && `${quantity} × `}
          {sku.title}
          <span className={classes.muted}>
            {sku.code} · {t('variant.grams', { count: sku.weight_g })}
          </span>
        </div>
      ))}
    </>
  );
}
