import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, joinWords } from '#web/lib/format.ts';
import { Link } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { CostCalculator } from '#web/components/cost-calculator.tsx';
import { Picture } from '#web/components/picture.tsx';
import { useMay } from '#web/components/session.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { CountTabs } from '#web/ui/count-tabs.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api, type Contract } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { StageChip } from '#web/components/order-status.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { PriceRange } from './price-range.tsx';
import { ProductPrices, ProductQuotes } from './product-prices.tsx';
import { LandedCost, Margin, StockState } from './product-figures.tsx';
import { ProductStock } from './product-stock.tsx';
import { MappingChip, ProductState } from './product-state.tsx';
import classes from './products.module.css';
import type { Product, Variant } from './products-types.ts';

type DrawerProps = { id: string | undefined; onClose: () => void; onAsk: ((product: Product) => void) | undefined };

const timelineKinds = ['mapped', 'not_ours', 'unmapped', 'restored', 'drifted', 'as_confirmed'] as const;

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
    <DetailSection title={t(`drawer.${part}`)} unseen>
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
      <DetailSection title={t('drawer.overview')} unseen>
        <Facts
          facts={[
            { label: t('facts.cost'), value: <PriceRange min={product.cost_min} max={product.cost_max} /> },
            { label: t('facts.landed'), value: <LandedCost product={product} /> },
            { label: t('facts.price'), value: <PriceRange min={product.price_min} max={product.price_max} /> },
            { label: t('facts.margin'), value: <Margin product={product} /> },
            { label: t('facts.stock'), value: <StockState product={product} /> },
            { label: t('facts.orders'), value: product.orders_30d },
            { label: t('facts.waiting'), value: <BlockedOrders product={product} /> },
            { label: t('facts.store'), value: product.store.name },
            { label: t('facts.vendor'), value: product.vendor },
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
        <Costs key={product.id} product={product} />
      </DetailSection>
    </>
  );
}

/** How many orders with a product cannot be paid yet, leading to them for who may see orders. */
function BlockedOrders({ product: { id, orders_waiting } }: { product: Product }) {
  const { i18n } = useTranslation();
  const may = useMay();
  const count = formatNumber(orders_waiting, i18n.language);
  if (orders_waiting === 0 || !may('orders', 'view')) return count;
  const to = withQuery(paths.orders, { product_id: id, stage: 'imported,quoting' });
  return (
    <Anchor component={Link} to={to} inherit>
      {count}
    </Anchor>
  );
}

function Costs({ product: { id, landed } }: { product: Product }) {
  const { data } = useApiQuery(api.products.variants, { params: { id } });
  return data && <CostCalculator subject={{ variants: data }} {...(landed && { country: landed.country })} />;
}

/** The newest orders of a product, each with the version of the mapping that it used. */
function ProductOrders({ productId }: { productId: string }) {
  const { t, i18n } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.orders, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('orders.none')}</p>;
  return (
    <PlainTable label={t('drawer.orders')}>
      <thead>
        <tr>
          <th scope="col">{t('orders.order')}</th>
          <th scope="col">{t('orders.stage')}</th>
          <th scope="col" data-align="end">
            {t('orders.units')}
          </th>
          <th scope="col" data-align="end">
            {t('orders.goods')}
          </th>
          <th scope="col">{t('orders.mapping')}</th>
        </tr>
      </thead>
      <tbody>
        {data?.map((order) => (
          <tr key={order.id}>
            <td>
              <Anchor component={Link} to={withQuery(paths.orders, { order: order.id })} inherit>
                {order.name}
              </Anchor>
              <span className={classes.muted}>
                <TimeCell time={order.placed_at} />
                {order.country !== null && ` · ${order.country}`}
              </span>
            </td>
            <td>
              <StageChip stage={order.stage} />
            </td>
            <td data-align="end">{order.units}</td>
            <td data-align="end">
              <MoneyCell money={order.goods} />
            </td>
            <td>
              {order.mapping_versions.length === 0
                ? '–'
                : t('orders.version', { versions: joinWords(order.mapping_versions.map(String), i18n.language) })}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

type ProductEvent = AnswerOf<Contract['products']['timeline']>[number];
const kindOf = (event: ProductEvent) => timelineKinds.find((kind) => kind === event.kind) ?? 'other';
const countOf = ({ data }: ProductEvent) => (typeof data.variants === 'number' ? data.variants : 1);

/** What happened to a product, newest first. */
function ProductTimeline({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.timeline, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('timeline.none')}</p>;
  return (
    <ol className={classes.plainList}>
      {data?.map((event) => (
        <li key={event.id}>
          {t(`timeline.kinds.${kindOf(event)}`, { count: countOf(event) })}
          <Changes event={event} />
          <span className={classes.muted}>
            <TimeCell time={event.at} /> · {event.actor ?? t('timeline.system')}
          </span>
        </li>
      ))}
    </ol>
  );
}

type Change = { kind: string; name: string | null; from: string | null; to: string | null };
const isChange = (value: unknown): value is Change => typeof value === 'object' && value !== null && 'kind' in value;

function Changes({ event }: { event: ProductEvent }) {
  const { t } = useTranslation('products');
  const changes = Array.isArray(event.data.changes) ? event.data.changes.filter(isChange) : [];
  return changes.map((change) => (
    <span key={`${change.kind}-${change.name}`} className={classes.muted}>
      {t('timeline.change', { name: change.name ?? change.kind, from: change.from ?? '–', to: change.to ?? '–' })}
    </span>
  ));
}

/** The product's variants with what is sent for each. */
function ProductVariants({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.variants, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <PlainTable label={t('drawer.variants')}>
      <thead>
        <tr>
          <th scope="col">{t('variant.name')}</th>
          <th scope="col" data-align="end">
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
            <td data-align="end">
              <MoneyCell money={variant.price} />
            </td>
            <td>
              <Shipped variant={variant} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
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
