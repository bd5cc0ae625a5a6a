import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths, withQuery } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { useProduct, useVariants } from './mapping.api.ts';

/** The mapping editor of the product in the address. */
export function MappingPage() {
  const { t } = useTranslation('mapping');
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
  return <ProductMapping key={id} id={id} />;
}

function ProductMapping({ id }: { id: string }) {
  const { t } = useTranslation('mapping');
  const product = useProduct(id);
  const variants = useVariants(id);
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
      {product.data && variants.data && <MappingEditor product={product.data} variants={variants.data} />}
    </Page>
  );
}
