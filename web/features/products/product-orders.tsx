import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MoneyCell } from '#web/components/money-cell.tsx';
import { StageChip } from '#web/components/order-status.tsx';
import { TimeCell } from '#web/components/time-cell.tsx';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { PlainTable } from '#web/ui/plain-table.tsx';
import classes from './products.module.css';

/** The newest orders of a product, each with the version of the mapping that it used. */
export function ProductOrders({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useApiQuery(api.products.orders, { params: { id: productId } });
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <p className={classes.lead}>{t('orders.none')}</p>;
  return (
    <div className={classes.scroll}>
      <PlainTable>
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
                <Link to={withQuery(paths.orders, { order: order.id })}>{order.name}</Link>
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
                  : t('orders.version', { versions: order.mapping_versions.join(', ') })}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
