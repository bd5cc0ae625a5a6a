import { useTranslation } from 'react-i18next';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { MappingChip } from './product-state.tsx';
import classes from './products.module.css';
import type { Variant } from './products-types.ts';

/** The product's variants with what is sent for each. */
export function ProductVariants({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.variants, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.scroll}>
      <PlainTable>
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
