import { Anchor, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { presetDays } from '#contract/statistics-rules.ts';
import { api } from '#web/api/client.ts';
import { useApiQuery } from '#web/api/use-api-query.ts';
import { useToday } from '#web/components/use-today.ts';
import { paths } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/page.tsx';
import { useFigureText } from './figure-texts.ts';
import { FigureName } from './figure-name.tsx';
import { FigureChange, FigureValue } from './figure-value.tsx';
import { drawnOf, SalesChart } from './charts/sales-chart.tsx';
import { SalesTable } from './sales-table.tsx';
import { useStepOrders } from './steps.ts';
import type { Statistics } from './statistics-types.ts';
import classes from './statistics.module.css';

const figures = ['sales', 'profit', 'orders'] as const;
type Trend = (typeof figures)[number];

/** The last 30 days as the dashboard shows them; nothing for who has sold nothing in them and before. */
export function SalesTrend() {
  const days = presetDays('last_30', useToday());
  const { data } = useApiQuery(
    api.statistics.get,
    { query: { ...days, compare: 'previous', step: 'day' } },
    { keepPrevious: true },
  );
  return data !== undefined && data.totals.orders + data.before.orders > 0 && <TrendPanel data={data} />;
}

/** Sales, profit and orders per day, one of them drawn beside the 30 days before, or all of them as a table. */
function TrendPanel({ data }: { data: Statistics }) {
  const { t } = useTranslation('statistics');
  const text = useFigureText(data.currency);
  const orders = useStepOrders(data, {});
  const offered = figures.filter((name) => drawnOf(data).includes(name));
  const [measure, setMeasure] = useState<Trend>('sales');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <Panel
      title={t('trend')}
      actions={
        <div className={classes.controls}>
          <Anchor component={Link} to={paths.statistics} className={classes.all}>
            {t('openStatistics')}
          </Anchor>
          {view === 'chart' && (
            <SegmentedControl
              size="xs"
              aria-label={t('measure')}
              value={measure}
              onChange={setMeasure}
              data={offered.map((value) => ({ value, label: t(`cards.${value}`) }))}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            value={view}
            onChange={setView}
            data={(['chart', 'table'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        </div>
      }
    >
      <dl className={classes.trend}>
        {offered.map((name) => (
          <div key={name} data-figure={name}>
            <dt>
              <FigureName name={name} />
            </dt>
            <dd>
              <span>
                <FigureValue name={name} figures={data.totals} text={text} />
              </span>
              <FigureChange name={name} data={data} text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {view === 'chart' ? (
        <SalesChart data={data} measure={measure} compare="previous" orders={orders} />
      ) : (
        <SalesTable data={data} orders={orders} />
      )}
    </Panel>
  );
}
