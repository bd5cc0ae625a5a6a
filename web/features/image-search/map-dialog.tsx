import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture } from '#web/components/picture.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { ModalFrame } from '#web/ui/modal-frame.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Identity } from '#web/ui/toolbar.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import classes from './image-search.module.css';
import type { CatalogResult } from './image-search-types.ts';

/** Chooses the product and variant that a catalogue item is to be shipped for; the mapping itself is made in its editor. */
export function MapDialog({ sku, onClose }: { sku: CatalogResult; onClose: () => void }) {
  const { t } = useTranslation('image-search');
  const [q, setQ] = useState('');
  const [product, setProduct] = useState<{ id: string; title: string }>();
  const products = useApiQuery(api.products.list, { query: { q, per_page: 8 } }, { keepPrevious: true });
  return (
    <ModalFrame opened onClose={onClose} title={t('map.title', { code: sku.code })} width={560}>
      {product === undefined ? (
        <>
          <SearchField label={t('map.search')} value={q} onSearch={setQ} />
          {products.error && !products.data ? (
            <ErrorBox error={products.error} onRetry={() => void products.refetch()} />
          ) : null}
          {products.data?.data.length === 0 && <EmptyState drawing="search" title={t('map.empty')} />}
          <div className={classes.choices}>
            {products.data?.data.map((one) => (
              <button key={one.id} type="button" className={classes.choice} onClick={() => setProduct(one)}>
                <Identity
                  picture={<Picture url={one.picture_url} />}
                  title={one.title}
                  detail={`${one.store.name} · ${t('map.variants', { count: one.variants })}`}
                />
              </button>
            ))}
          </div>
        </>
      ) : (
        <Variants product={product} sku={sku} onBack={() => setProduct(undefined)} onClose={onClose} />
      )}
    </ModalFrame>
  );
}

type VariantsProps = {
  product: { id: string; title: string };
  sku: CatalogResult;
  onBack: () => void;
  onClose: () => void;
};

function Variants({ product, sku, onBack, onClose }: VariantsProps) {
  const { t } = useTranslation('image-search');
  const { data, error, refetch } = useApiQuery(
    api.products.variants,
    product.id === undefined ? null : { params: { id: product.id } },
  );
  return (
    <>
      <div className={classes.line}>
        <Button size="xs" variant="default" onClick={onBack} data-autofocus>
          {t('map.back')}
        </Button>
        <strong>{product.title}</strong>
      </div>
      <p className={classes.lead}>{t('map.choose', { name: sku.title })}</p>
      {error && !data ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      <div className={classes.choices}>
        {data?.map((variant) => (
          <Link
            key={variant.id}
            className={classes.choice}
            to={withQuery(paths.mapping, { product: product.id, variant: variant.id, sku: sku.id })}
            onClick={onClose}
          >
            <Identity title={variant.title} detail={variant.sku === '' ? t('map.noSku') : variant.sku} />
          </Link>
        ))}
      </div>
    </>
  );
}
