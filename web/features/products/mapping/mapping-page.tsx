import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { MappingEditor } from './mapping-editor.tsx';

/** The mapping editor of the product in the address. */
export function MappingPage() {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const [search] = useSearchParams();
  const id = search.get('product');
  if (id === null) {
    const toProducts = (
      <Button component={Link} to={paths.products}>
        {t('toProducts')}
      </Button>
    );
    return (
      <Page title={t('title')}>
        <Panel>
          <EmptyState title={t('noProduct')} action={toProducts} />
        </Panel>
      </Page>
    );
  }
  const [variantId, skuId] = [search.get('variant'), search.get('sku')];
  return <ProductMapping key={[id, variantId, skuId].join()} id={id} variantId={variantId} skuId={skuId} />;
}

type ProductMappingProps = { id: string; variantId: string | null; skuId: string | null };

function ProductMapping({ id, variantId, skuId }: ProductMappingProps) {
  const { t } = useTranslation('products', { keyPrefix: 'mapping' });
  const product = useApiQuery(api.products.get, { params: { id } });
  const variants = useApiQuery(api.products.variants, { params: { id }, query: {} });
  const handed = variantId === null ? null : skuId;
  const { data: offered, isPending } = useApiQuery(
    api.products.skus,
    handed === null ? null : { params: { id }, query: { sku: handed } },
  );
  const sku = offered && (offered.find((one) => one.id === handed) ?? null);
  const waits = variantId !== null && skuId !== null && isPending;
  const failed = product.error ?? variants.error;
  const back = (
    <Button component={Link} to={withQuery(paths.products, { product: id })} variant="default">
      {t('toProduct')}
    </Button>
  );
  return (
    <Page
      title={product.data ? t('titleOf', { title: product.data.title }) : t('title')}
      state={product.data && t('state', { store: product.data.store.name, count: product.data.variants })}
      actions={back}
    >
      {failed && !(product.data && variants.data) ? (
        <ErrorBox error={failed} onRetry={() => void Promise.all([product.refetch(), variants.refetch()])} />
      ) : null}
      {product.data && variants.data && !waits && (
        <MappingEditor
          product={product.data}
          variants={variants.data}
          handed={variantId !== null && sku ? { variantId, sku } : undefined}
        />
      )}
    </Page>
  );
}
