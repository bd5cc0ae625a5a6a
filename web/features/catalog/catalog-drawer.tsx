import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinWords } from '#web/lib/format.ts';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { Picture } from '#web/components/picture.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useMay } from '#web/components/session.tsx';
import { StatusOf } from './catalog-columns.tsx';
import classes from './catalog.module.css';
import type { OfferedDetail } from './catalog-types.ts';
import { PublishDialog } from './publish-dialog.tsx';

type Sku = OfferedDetail['items'][number];

const sizeOf = (t: TFunction<'catalog'>, { length_mm, width_mm, height_mm }: Sku) =>
  length_mm && width_mm && height_mm
    ? t('dimensions', { length: length_mm, width: width_mm, height: height_mm })
    : null;

type DrawerProps = {
  id: string | undefined;
  onClose: () => void;
  /** Absent for who may not ask. */
  onAsk: ((product: OfferedDetail) => void) | undefined;
};

/** One thing of the catalogue: pictures, what it is, and each SKU with weight, size and the merchant's price. */
export function CatalogDrawer({ id, onClose, onAsk }: DrawerProps) {
  const { t } = useTranslation('catalog');
  const { data: product, error, refetch } = useApiQuery(api.catalog.get, id === undefined ? null : { params: { id } });
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={product?.title ?? ''}
      picture={product && <Picture url={product.picture_url} />}
      state={product && <StatusOf t={t} status={product.status} />}
      action={
        product && (
          <>
            {onAsk && (
              <Button variant="default" onClick={() => onAsk(product)}>
                {t('requestQuote')}
              </Button>
            )}
            <PublishButton product={product} />
          </>
        )
      }
    >
      {error && !product ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {product && <Detail product={product} />}
    </DetailDrawer>
  );
}

function Detail({ product }: { product: OfferedDetail }) {
  const { t, i18n } = useTranslation('catalog');
  const flags = joinWords(
    product.flags.map((flag) => t(`flags.${flag}`)),
    i18n.language,
  );
  return (
    <>
      {product.pictures.length > 0 && (
        <div className={classes.pictures}>
          {product.pictures.map(({ sha256, url }) => (
            <Picture key={sha256} url={url} size={120} />
          ))}
        </div>
      )}
      {product.description !== '' && <p className={classes.text}>{product.description}</p>}
      <DetailSection title={t('details.title')}>
        <Facts
          facts={[
            { label: t('category'), value: product.category },
            { label: t('details.lead'), value: t('days', { count: product.lead_days }) },
            { label: t('details.moq'), value: product.moq },
            { label: t('details.flags'), value: flags },
          ]}
        />
      </DetailSection>
      <DetailSection title={t('skus')}>
        <ul className={classes.skus}>
          {product.items.map((sku) => (
            <li key={sku.id} className={classes.sku}>
              <Picture url={sku.picture_url} size={40} />
              <div>
                <strong>{sku.title}</strong>
                <span className={classes.muted}>
                  {[sku.code, t('grams', { grams: sku.weight_g }), sizeOf(t, sku)].filter(Boolean).join(' · ')}
                </span>
                {sku.sell_out && <span className={classes.muted}>{t('sellOut')}</span>}
              </div>
              <div className={classes.price}>
                {sku.price ? <MoneyCell money={sku.price} /> : t('noPrice')}
                <span className={classes.muted}>{sku.destinations.join(' ')}</span>
              </div>
            </li>
          ))}
        </ul>
      </DetailSection>
    </>
  );
}

/** "Add to store" of a catalogue product, for those who may. */
function PublishButton({ product }: { product: OfferedDetail }) {
  const { t } = useTranslation('publishing');
  const mayEdit = useMay()('products', 'edit');
  const [open, setOpen] = useState(false);
  if (!mayEdit || product.status === 'discontinued') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      {open && <PublishDialog product={product} onClose={() => setOpen(false)} />}
    </>
  );
}
