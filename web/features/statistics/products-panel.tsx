import { Anchor, SegmentedControl, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { productSorts } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { paths, withQuery } from '#web/lib/paths.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { useFigureText } from './figure-texts.ts';
import type { Statistics } from './statistics-types.ts';
import type { Period } from './use-period.ts';

type Props = { data: Statistics; period: Period };

/** The products that sold most; of countries the orders alone are known. */
export function ProductsPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const sort = productSorts.find((one) => one === period.get('products')) ?? 'sales';
  const { country: _, ...filter } = period.filter;
  const query = useApiQuery(api.statistics.products, { query: { ...filter, sort } }, { keepPrevious: true });
  if (query.data?.length === 0) return null;
  return (
    <Panel
      title={t('products')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('productsBy')}
          value={sort}
          onChange={(next) => period.set({ products: next === 'sales' ? undefined : next })}
          data={productSorts
            .filter((value) => data.costs || value !== 'profit')
            .map((value) => ({ value, label: t(`columns.${value}`) }))}
        />
      }
    >
      {query.error && !query.data && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!query.error && !query.data && <Skeleton height={240} radius={6} />}
      {query.data && (
        <PlainTable label={t('products')} maxHeight={420}>
          <thead>
            <tr>
              <th>{t('columns.product')}</th>
              <th data-align="end">{t('columns.units')}</th>
              <th data-align="end">{t('columns.sales')}</th>
              {data.costs && (
                <>
                  <th data-align="end" data-spare>
                    {t('columns.goods')}
                  </th>
                  <th data-align="end">{t('columns.afterGoods')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {query.data.map((row) => (
              <tr key={row.product_id ?? ''}>
                <td>
                  {row.product_id === null ? (
                    t('noProduct')
                  ) : (
                    <Anchor
                      component={Link}
                      inherit
                      to={withQuery(paths.orders, { ...filter, product_id: row.product_id })}
                    >
                      {row.title ?? row.product_id}
                    </Anchor>
                  )}
                </td>
                <td data-align="end">{text.text('units', row.units)}</td>
                <td data-align="end">{text.text('sales', row.sales)}</td>
                {data.costs && (
                  <>
                    <td data-align="end" data-spare>
                      {text.text('cost', row.goods)}
                    </td>
                    <td data-align="end">{text.text('profit', row.profit)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </Panel>
  );
}
