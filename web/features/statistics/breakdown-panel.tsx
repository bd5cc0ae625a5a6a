import { SegmentedControl, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { statisticsGroups } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { countryName } from '#web/lib/countries.ts';
import { ErrorBox } from '#web/ui/error-box.tsx';
import { Panel } from '#web/ui/page.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { Bars } from './charts/bars.tsx';
import { useFigureText } from './figure-texts.ts';
import { FigureCell } from './figure-value.tsx';
import { OrdersLink } from './step-link.tsx';
import type { Breakdown, Group, Statistics } from './statistics-types.ts';
import type { OrdersFilter, Period } from './use-period.ts';
import classes from './statistics.module.css';

type Props = { data: Statistics; period: Period };

/** The period by store, country or shipping method, the most orders first; each row leads to its orders. */
export function BreakdownPanel({ data, period }: Props) {
  const { t } = useTranslation('statistics');
  const offered = period.filter.product_id === undefined ? statisticsGroups : (['store'] as const);
  const by = offered.find((one) => one === period.get('by')) ?? (offered.length > 1 ? 'country' : 'store');
  const query = useApiQuery(api.statistics.breakdown, { query: { ...period.filter, by } }, { keepPrevious: true });
  const rows = query.data?.toSorted((a, b) => b.figures.orders - a.figures.orders); // of as many orders the larger sales first
  return (
    <Panel
      title={t('breakdown')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('by')}
          value={by}
          onChange={(next) => period.set({ by: next === 'country' ? undefined : next })}
          data={offered.map((value) => ({ value, label: t(`groups.${value}`) }))}
        />
      }
    >
      {rows ? (
        <div className={classes.pair}>
          <BreakdownBars rows={rows} by={by} data={data} period={period} />
          <BreakdownTable rows={rows} by={by} data={data} period={period} />
        </div>
      ) : query.error ? (
        <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={240} radius={6} />
      )}
    </Panel>
  );
}

/** The filter of the order list that a row stands for. */
const filterNames = { store: 'store_id', country: 'country', channel: 'channel_id' } as const satisfies Record<
  Group,
  string
>;

type RowsProps = Props & { rows: Breakdown; by: Group };

/** How a row is called, and where its orders are. */
function useRow({ by, period }: Pick<RowsProps, 'by' | 'period'>) {
  const { t, i18n } = useTranslation('statistics');
  const nameOf = ({ key, name }: Breakdown[number]) => {
    if (key === null) return t(by === 'country' ? 'noCountry' : 'noChannel');
    return by === 'country' ? countryName(key, i18n.language) : (name ?? key);
  };
  const ordersOf = ({ key }: Breakdown[number]) =>
    key === null ? undefined : period.ordersAt({ [filterNames[by]]: key });
  const lackingOf = ({ key }: Breakdown[number]) =>
    key === null ? undefined : (more: OrdersFilter) => period.ordersAt({ [filterNames[by]]: key, ...more });
  return { nameOf, ordersOf, lackingOf };
}

/** Bars that a chart is readable with; the table has them all. */
const mostBars = 10;

/** Orders of each row. */
function BreakdownBars({ rows, by, data, period }: RowsProps) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const { nameOf, ordersOf } = useRow({ by, period });
  const most = Math.max(1, rows[0]?.figures.orders ?? 0);
  const label = t('ordersBy', { by: t(`groups.${by}`) });
  return (
    <figure className={classes.figure}>
      <figcaption>{label}</figcaption>
      <Bars
        label={label}
        bars={rows.slice(0, mostBars).map((row) => ({
          key: row.key ?? '',
          name: nameOf(row),
          share: row.figures.orders / most,
          value: text.text('orders', row.figures.orders),
          to: ordersOf(row),
        }))}
      />
    </figure>
  );
}

function BreakdownTable({ rows, by, data, period }: RowsProps) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const most = Math.max(1, ...rows.map(({ figures }) => figures.sales));
  const { nameOf, ordersOf, lackingOf } = useRow({ by, period });
  return (
    <PlainTable label={t('breakdown')} rows={rows.length}>
      <thead>
        <tr>
          <th>{t(`columns.${by}`)}</th>
          <th data-align="end">{t('columns.orders')}</th>
          <th data-align="end" data-spare>
            {t('columns.units')}
          </th>
          <th data-align="end">{t('columns.sales')}</th>
          {data.costs && (
            <>
              <th data-align="end" data-spare>
                {t('columns.cost')}
              </th>
              <th data-align="end">{t('columns.profit')}</th>
              <th data-align="end" data-spare>
                {t('columns.margin')}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key ?? ''}>
            <td>
              <OrdersLink to={ordersOf(row)} name={nameOf(row)} />
              <span
                className={classes.share}
                style={{ width: `${(Math.max(0, row.figures.sales) / most) * 100}%` }}
                aria-hidden
              />
            </td>
            <td data-align="end">{text.text('orders', row.figures.orders)}</td>
            <td data-align="end" data-spare>
              {text.text('units', row.figures.units)}
            </td>
            <td data-align="end">{text.text('sales', row.figures.sales)}</td>
            {data.costs && (
              <>
                <td data-align="end" data-spare>
                  <FigureCell name="cost" figures={row.figures} text={text} ordersAt={lackingOf(row)} />
                </td>
                <td data-align="end">
                  <FigureCell name="profit" figures={row.figures} text={text} ordersAt={lackingOf(row)} />
                </td>
                <td data-align="end" data-spare>
                  <FigureCell name="margin" figures={row.figures} text={text} ordersAt={lackingOf(row)} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
