import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogLimits } from '#contract/catalog-rules.ts';
import { Picture } from '#web/components/picture.tsx';
import type { RowAction } from '#web/ui/column.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DetailDrawer, DetailSection } from '#web/ui/detail-drawer.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { api, type Contract } from '#web/api/client.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useApiMutation } from '#web/api/use-api-mutation.ts';
import { StatusOf } from './catalog-columns.tsx';
import { CatalogDialog } from './catalog-dialog.tsx';
import { SkuDialog } from './sku-dialog.tsx';
import classes from './catalog.module.css';
import type { StaffDetail, StaffSku } from './catalog-types.ts';

type Offer = InputOf<Contract['catalog']['staffOffer']>['body']['status'];

/** What staff may do with a SKU as it stands. */
function useOffers(onChange: (sku: StaffSku) => void): (sku: StaffSku) => RowAction[] {
  const { t } = useTranslation('catalog');
  const change = useApiMutation(api.catalog.staffOffer, { refetch: ['catalog'] });
  const offer = ({ id, version }: StaffSku, status: Offer) => change.run({ params: { id }, body: { status, version } });
  const confirm = useConfirm();
  const discontinue = async (sku: StaffSku) => {
    const sure = await confirm({
      title: t('staff.discontinueTitle', { code: sku.code }),
      text: t('staff.discontinueText', { count: sku.mapped_variants }),
      confirmLabel: t('staff.discontinue'),
      destructive: true,
    });
    if (sure) await offer(sku, 'discontinued');
  };
  return (sku) => [
    { label: t('staff.change'), onClick: () => onChange(sku) },
    { label: t('staff.offer'), onClick: () => void offer(sku, 'active'), disabled: sku.status === 'active' },
    { label: t('staff.low'), onClick: () => void offer(sku, 'low'), disabled: sku.status === 'low' && !sku.sell_out },
    { label: t('staff.sellOut'), onClick: () => void offer(sku, 'sell_out'), disabled: sku.sell_out },
    {
      label: t('staff.discontinue'),
      onClick: () => void discontinue(sku),
      disabled: sku.status === 'discontinued',
      destructive: true,
    },
  ];
}

/** One product for staff: what buyers read, and each SKU with how many variants are mapped to it. */
export function StaffCatalogDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('catalog');
  const {
    data: product,
    error,
    refetch,
  } = useApiQuery(api.catalog.staffGet, id === undefined ? null : { params: { id } });
  const [editing, setEditing] = useState(false);
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title={product?.title ?? ''}
      picture={product && <Picture url={product.picture_url} />}
      state={product && <StatusOf t={t} status={product.status} />}
      action={product && <Button onClick={() => setEditing(true)}>{t('staff.edit')}</Button>}
    >
      {error && !product ? <ErrorBox error={error} onRetry={() => void refetch()} /> : null}
      {product && <Skus product={product} />}
      {product && editing && <CatalogDialog product={product} onClose={() => setEditing(false)} />}
    </DetailDrawer>
  );
}

function Skus({ product }: { product: StaffDetail }) {
  const { t } = useTranslation('catalog');
  const [changing, setChanging] = useState<StaffSku | 'new'>();
  const actions = useOffers(setChanging);
  return (
    <>
      {product.client && <p className={classes.text}>{t('staff.exclusiveTo', { name: product.client.name })}</p>}
      {product.pictures.length > 0 && (
        <div className={classes.pictures}>
          {product.pictures.map(({ sha256, url }) => (
            <Picture key={sha256} url={url} size={88} />
          ))}
        </div>
      )}
      {product.description !== '' && <p className={classes.text}>{product.description}</p>}
      <DetailSection title={t('skus')}>
        <ul className={classes.skus}>
          {product.items.map((sku) => (
            <li key={sku.id} className={classes.sku}>
              <Picture url={sku.picture_url} size={40} />
              <div>
                <strong>{sku.title}</strong>
                <span className={classes.muted}>
                  {[
                    sku.code,
                    ...Object.values(sku.attributes),
                    t('grams', { grams: sku.weight_g }),
                    t('staff.mapped', { count: sku.mapped_variants }),
                  ].join(' · ')}
                </span>
                {sku.sell_out ? (
                  <span className={classes.muted}>{t('sellOut')}</span>
                ) : (
                  <StatusOf t={t} status={sku.status} />
                )}
              </div>
              <RowMenu name={sku.code} actions={actions(sku)} />
            </li>
          ))}
        </ul>
        {product.items.length < catalogLimits.skus && (
          <Button variant="default" mt={12} onClick={() => setChanging('new')}>
            {t('staff.addSku')}
          </Button>
        )}
      </DetailSection>
      {changing && (
        <SkuDialog
          product={product}
          {...(changing !== 'new' && { sku: changing })}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}
