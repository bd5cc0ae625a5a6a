import { SegmentedControl, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ProductSort, productSorts } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Bars } from './charts/bars.tsx';
import { productNames, useFigureText } from './figure-texts.ts';
import { Unknown } from './figure-value.tsx';
import type { Products, Statistics } from './statistics-types.ts';
import { OrdersLink } from './step-link.tsx';
import type { Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };

/** The products that sold most; of countries the orders alone are known. */
export function ProductsPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const sort = productSorts.find((one) => one === period.get('products')) ?? 'sales';
  const { country: _, ...filter } = period.filter;
  const query = useApiQuery(api.statistics.products, { query: { ...filter, sort } }, { keepPrevious: true });
  if (query.data?.length === 0) return null;
  const costs = data.costs || query.data?.some(({ goods }) => goods !== null) === true;
  const nameOf = productNames(query.data ?? [], t('noProduct'));
  const ordersOf = ({ product_id }: Products[number]) =>
    product_id === null ? undefined : period.ordersAt({ product_id });
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
            .map((value) => ({ value, label: t(value === 'profit' ? 'columns.afterGoods' : `columns.${value}`) }))}
        />
      }
    >
      {query.error && !query.data && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {!query.error && !query.data && <Skeleton height={240} radius={6} />}
      {query.data && (
        <div className={classes.pair}>
          <Pareto rows={query.data} sort={sort} data={data} nameOf={nameOf} ordersOf={ordersOf} />
          <PlainTable label={t('products')} rows={query.data.length}>
            <thead>
              <tr>
                <th>{t('columns.product')}</th>
                <th data-align="end">{t('columns.units')}</th>
                <th data-align="end">{t('columns.sales')}</th>
                {costs && (
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
                    <OrdersLink to={ordersOf(row)} name={nameOf(row)} />
                  </td>
                  <td data-align="end">{text.text('units', row.units)}</td>
                  <td data-align="end">
                    {text.text('sales', row.sales)}
                    {row.no_rate > 0 && (
                      <span className={classes.without}>{t('noRateShort', { count: row.no_rate })}</span>
                    )}
                  </td>
                  {costs && (
                    <>
                      <td data-align="end" data-spare>
                        {row.goods === null ? <NoCost row={row} /> : text.text('cost', row.goods)}
                      </td>
                      <td data-align="end">
                        {row.profit === null ? <NoCost row={row} /> : text.text('profit', row.profit)}
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </div>
      )}
    </Panel>
  );
}

function NoCost({ row: { no_cost } }: { row: Products[number] }) {
  const { t } = useTranslation('statistics');
  return <Unknown why={t('unknown.noGoods', { count: no_cost ?? 0 })} />;
}

type ParetoProps = {
  rows: Products;
  sort: ProductSort;
  data: Statistics;
  nameOf: (row: Products[number]) => string;
  ordersOf: (row: Products[number]) => string | undefined;
};

/** Bars that the chart is readable with; the table has the rest. */
const mostBars = 10;

/** What each product has of all, and below it what it has together with those before. */
function Pareto({ rows, sort, data, nameOf, ordersOf }: ParetoProps) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const shown = rows.slice(0, mostBars);
  const longest = Math.max(1, ...shown.map(({ upto_bp }) => upto_bp ?? 0)); // of many products, no few are all of it
  return (
    <figure className={classes.figure}>
      <figcaption>
        {t('pareto', { measure: t(sort === 'profit' ? 'columns.afterGoods' : `columns.${sort}`) })}
        <span className={classes.keys}>
          <span className={classes.key} data-part="bar">
            {t('paretoOwn')}
          </span>
          <span className={classes.key} data-part="under">
            {t('paretoUpto')}
          </span>
        </span>
      </figcaption>
      <Bars
        label={t('products')}
        bars={shown.map((row) => ({
          key: row.product_id ?? '',
          name: nameOf(row),
          share: (row.share_bp ?? 0) / longest,
          under: (row.upto_bp ?? 0) / longest,
          value: `${text.share(row.share_bp)} · ${text.share(row.upto_bp)}`,
          to: ordersOf(row),
        }))}
      />
    </figure>
  );
}
